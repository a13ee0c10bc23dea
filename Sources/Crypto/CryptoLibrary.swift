import COpenSSL

/// OpenSSL itself.
package enum CryptoLibrary {
  /// The version that runs, which need not be the one that was compiled against.
  package static var version: String {
    guard let text = unsafe OpenSSL_version(OPENSSL_VERSION_STRING) else { return "unknown" }
    return unsafe String(cString: text)
  }
}
