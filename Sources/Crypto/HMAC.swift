import COpenSSL
package import Secrets

/// HMAC (RFC 2104).
package enum HMAC {
  /// Makes the tag of `message` under `key`.
  ///
  /// - Parameters:
  ///   - message: What to authenticate.
  ///   - key: Not empty.
  ///   - algorithm: The hash within.
  /// - Returns: The tag, as long as the hash's digest.
  /// - Throws: `invalidKey` for an empty key; `library` if libcrypto fails.
  package static func tag(
    of message: Span<UInt8>,
    key: SecretBytes,
    algorithm: HashAlgorithm = .sha256
  ) throws(CryptoFailure) -> [UInt8] {
    guard !key.isEmpty else { throw CryptoFailure(.invalidKey, "HMAC") }
    var tag = [UInt8](repeating: 0, count: algorithm.byteCount)
    var written = 0
    let done = key.withBytes { key in
      unsafe tag.withUnsafeMutableBufferPointer { tag in
        unsafe key.withUnsafeBufferPointer { key in
          unsafe message.withUnsafeBufferPointer { message in
            unsafe EVP_Q_mac(
              nil,
              "HMAC",
              nil,
              algorithm.rawValue,
              nil,
              key.baseAddress,
              key.count,
              message.baseAddress,
              message.count,
              tag.baseAddress,
              tag.count,
              &written
            ) != nil
          }
        }
      }
    }
    guard done, written == tag.count else { throw .fromLibrary("HMAC") }
    return tag
  }
}
