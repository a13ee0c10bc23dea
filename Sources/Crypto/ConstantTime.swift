import COpenSSL
package import Secrets

/// Comparisons whose duration says nothing about where two values differ.
package enum ConstantTime {
  /// Compares in a time that depends on the lengths only.
  ///
  /// - Parameters:
  ///   - left: The one.
  ///   - right: The other.
  /// - Returns: Whether length and content are the same.
  package static func equal(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    guard !left.isEmpty else { return true }
    return unsafe left.withUnsafeBufferPointer { left in
      unsafe right.withUnsafeBufferPointer { right in
        unsafe CRYPTO_memcmp(left.baseAddress, right.baseAddress, left.count) == 0
      }
    }
  }

  /// Compares a secret with bytes that came from elsewhere.
  ///
  /// - Parameters:
  ///   - secret: The one.
  ///   - bytes: The other.
  /// - Returns: Whether length and content are the same.
  package static func equal(_ secret: SecretBytes, _ bytes: Span<UInt8>) -> Bool {
    secret.withBytes { secret in equal(secret, bytes) }
  }
}
