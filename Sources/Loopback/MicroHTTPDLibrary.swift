import CMicroHTTPD

/// The functions of libmicrohttpd, looked up on first use.
///
/// `@unchecked Sendable`: the table is filled before anyone sees it, and never changed.
@safe final class MicroHTTPDLibrary: @unchecked Sendable {
  /// Nil if the library is not on this machine.
  static let loaded: MicroHTTPDLibrary? = MicroHTTPDLibrary()

  let functions: UnsafePointer<appauth_mhd>

  private init?() {
    let table = UnsafeMutablePointer<appauth_mhd>.allocate(capacity: 1)
    unsafe table.initialize(to: appauth_mhd())
    guard unsafe appauth_mhd_load(table) == 1 else {
      unsafe table.deallocate()
      return nil
    }
    unsafe functions = UnsafePointer(table)
  }

  /// The version that runs.
  var version: String? {
    guard let text = unsafe functions.pointee.get_version() else { return nil }
    return unsafe String(cString: text)
  }
}
