package import Secrets

/// What can be written: secrets as well as plain bytes, neither of which is copied on the way.
package protocol ByteSource {
  /// Lends the bytes for the duration of `body`.
  ///
  /// - Parameter body: Reads the bytes in place.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  func withBytes<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R
}

extension SecretBytes: ByteSource {}

extension [UInt8]: ByteSource {
  /// Lends the bytes for the duration of `body`.
  ///
  /// - Parameter body: Reads the bytes in place.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  package func withBytes<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
    try body(span)
  }
}
