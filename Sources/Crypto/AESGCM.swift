import COpenSSL
package import Secrets

/// AES-256-GCM (NIST SP 800-38D) with a 12-byte nonce and a 16-byte tag.
package enum AESGCM {
  /// The only key length.
  package static let keyByteCount = 32
  /// The only nonce length; random ones are good for 2^32 messages under one key.
  package static let nonceByteCount = 12
  /// Tags are never shortened.
  package static let tagByteCount = 16

  /// Encrypts and authenticates.
  ///
  /// - Parameters:
  ///   - plaintext: What to seal.
  ///   - key: 32 bytes.
  ///   - nonce: 12 bytes, never used twice with one key.
  ///   - associatedData: Authenticated but not stored: what the sealed bytes belong to.
  /// - Returns: The ciphertext with the tag behind it.
  /// - Throws: `invalidKey` or `invalidParameter` for wrong lengths; `library` if libcrypto fails.
  package static func seal(
    _ plaintext: SecretBytes,
    key: SecretBytes,
    nonce: Span<UInt8>,
    associatedData: Span<UInt8>
  ) throws(CryptoFailure) -> [UInt8] {
    let context = try CipherContext(.sealing, key: key, nonce: nonce)
    try context.authenticate(associatedData)
    var sealed = [UInt8](repeating: 0, count: plaintext.count + tagByteCount)
    var output = sealed.mutableSpan
    try plaintext.withBytes { (input: Span<UInt8>) throws(CryptoFailure) in
      _ = try context.update(input, into: &output)
    }
    try context.finish()
    let tag = try context.tag()
    for index in 0..<tagByteCount { sealed[plaintext.count + index] = tag[index] }
    return sealed
  }

  /// Checks and decrypts.
  ///
  /// - Parameters:
  ///   - sealed: The ciphertext with the tag behind it.
  ///   - key: 32 bytes.
  ///   - nonce: The one that it was sealed with.
  ///   - associatedData: The same as it was sealed with.
  /// - Returns: The plaintext.
  /// - Throws: `authenticationFailed` if key, nonce, data or a bit of the sealed bytes is another;
  ///   `invalidParameter` for sealed bytes shorter than a tag.
  package static func open(
    _ sealed: Span<UInt8>,
    key: SecretBytes,
    nonce: Span<UInt8>,
    associatedData: Span<UInt8>
  ) throws(CryptoFailure) -> SecretBytes {
    let count = sealed.count - tagByteCount
    guard count >= 0 else {
      throw CryptoFailure(.invalidParameter, "AES-GCM", detail: "shorter than its tag")
    }
    let context = try CipherContext(.opening, key: key, nonce: nonce)
    try context.authenticate(associatedData)
    return try SecretBytes(capacity: count) { (output: inout OutputSpan) throws(CryptoFailure) in
      for _ in 0..<count { output.append(0) }
      var plaintext = output.mutableSpan
      _ = try context.update(sealed.extracting(first: count), into: &plaintext)
      try context.expect(tag: sealed.extracting(last: tagByteCount))
      do {
        try context.finish()
      } catch {
        // The only thing that the last step can find is a tag that does not fit.
        throw CryptoFailure(.authenticationFailed, "AES-GCM")
      }
    }
  }
}
