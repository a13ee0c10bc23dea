import CCurl

/// The functions of libcurl, looked up on first use; libcurl's global state is made with them.
///
/// `@unchecked Sendable`: the table is filled before anyone sees it, and never changed.
@safe final class CurlLibrary: @unchecked Sendable {
  /// Nil if the library is not on this machine.
  static let loaded: CurlLibrary? = CurlLibrary()

  let functions: UnsafePointer<appauth_curl>

  private init?() {
    let table = UnsafeMutablePointer<appauth_curl>.allocate(capacity: 1)
    unsafe table.initialize(to: appauth_curl())
    guard unsafe appauth_curl_load(table) == 1,
      unsafe table.pointee.global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK
    else {
      unsafe table.deallocate()
      return nil
    }
    unsafe functions = UnsafePointer(table)
  }

  /// Where this libcurl looks for the system's authorities.
  var systemRoots: String? {
    guard let path = unsafe appauth_curl_system_roots(functions) else { return nil }
    return unsafe String(cString: path)
  }

  /// libcurl's words for a code.
  func text(of code: CURLcode) -> String {
    guard let text = unsafe functions.pointee.easy_strerror(code) else { return "unknown" }
    return unsafe String(cString: text)
  }
}

extension TransportFailure {
  /// What to install where libcurl is missing.
  static var curlMissing: TransportFailure {
    #if canImport(Darwin)
    .libraryMissing(package: "curl (brew install curl)")
    #else
    .libraryMissing(package: "libcurl 4 (apt-get install libcurl4)")
    #endif
  }
}
