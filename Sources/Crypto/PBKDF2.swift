import COpenSSL
package import Secrets

/// PBKDF2 (RFC 8018 section 5.2) with HMAC-SHA-1: only to open what others sealed with it, such as Android backups.
package enum PBKDF2 {
  /// No stored count may make us wait longer: some seconds.
  package static let roundsCap = 5_000_000

  /// Derives a key.
  ///
  /// - Parameters:
  ///   - passphrase: What the person typed, or the bytes that stand for it.
  ///   - salt: Stored beside what was sealed; up to 1,024 bytes.
  ///   - rounds: 1 to ``roundsCap``.
  ///   - count: Bytes wanted, 1 to 64.
  /// - Returns: The derived key.
  /// - Throws: `invalidParameter` for a number out of bounds; `library` if libcrypto fails.
  package static func deriveSHA1(
    from passphrase: SecretBytes,
    salt: Span<UInt8>,
    rounds: Int,
    count: Int = 32
  ) throws(CryptoFailure) -> SecretBytes {
    guard (1...64).contains(count), (1...roundsCap).contains(rounds), salt.count <= 1024,
      let length = Int32(exactly: passphrase.count)
    else { throw CryptoFailure(.invalidParameter, "PBKDF2") }
    return try SecretBytes(capacity: count) { (output: inout OutputSpan) throws(CryptoFailure) in
      let done = unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
        let done = passphrase.withBytes { passphrase in
          unsafe passphrase.withUnsafeBytes { passphrase in
            unsafe salt.withUnsafeBufferPointer { salt in
              unsafe PKCS5_PBKDF2_HMAC(
                passphrase.baseAddress?.assumingMemoryBound(to: CChar.self),
                length,
                salt.baseAddress,
                Int32(salt.count),
                Int32(rounds),
                EVP_sha1(),
                Int32(count),
                buffer.baseAddress
              )
            }
          }
        }
        initialized = done == 1 ? count : 0
        return done
      }
      try require(done, "PBKDF2")
    }
  }
}
