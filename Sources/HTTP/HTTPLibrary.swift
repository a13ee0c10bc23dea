import CCurl

/// libcurl itself.
package enum HTTPLibrary {
  /// The version that runs; nil if it is not installed (asking loads it).
  package static var version: String? {
    guard let library = CurlLibrary.loaded,
      let info = unsafe library.functions.pointee.version_info(CURLVERSION_FIRST),
      let text = unsafe info.pointee.version
    else { return nil }
    return unsafe String(cString: text)
  }
}
