package import Secrets

/// AES-256-CBC (NIST SP 800-38A) with PKCS #7 padding, piece by piece; only to open what others sealed with it.
///
/// It proves nothing: who changes the ciphertext changes the plaintext.
package final class AESCBCDecryption {
  /// The only key length.
  package static let keyByteCount = 32
  /// The length of a block and of the initialization vector.
  package static let blockByteCount = 16

  private let context: CipherContext

  /// Begins a decryption.
  ///
  /// - Parameters:
  ///   - key: 32 bytes.
  ///   - iv: 16 bytes.
  /// - Throws: `invalidKey` or `invalidParameter` for wrong lengths; `library` if libcrypto fails.
  package init(key: SecretBytes, iv: Span<UInt8>) throws(CryptoFailure) {
    context = try CipherContext(.opening, .cbc, key: key, nonce: iv)
  }

  /// Decrypts all of a short text.
  ///
  /// - Parameters:
  ///   - sealed: The ciphertext.
  ///   - key: 32 bytes.
  ///   - iv: 16 bytes.
  /// - Returns: The plaintext without its padding.
  /// - Throws: `authenticationFailed` if the padding is not right; as ``init(key:iv:)``.
  package static func open(
    _ sealed: Span<UInt8>,
    key: SecretBytes,
    iv: Span<UInt8>
  ) throws(CryptoFailure) -> SecretBytes {
    let decryption = try AESCBCDecryption(key: key, iv: iv)
    var plain = [UInt8](repeating: 0, count: sealed.count + blockByteCount)
    defer { wipe(&plain) }
    var last = [UInt8](repeating: 0, count: blockByteCount)
    defer { wipe(&last) }
    var output = plain.mutableSpan
    let written = try decryption.update(sealed, into: &output)
    var end = last.mutableSpan
    let more = try decryption.finish(into: &end)
    return SecretBytes(capacity: written + more) { (output: inout OutputSpan<UInt8>) in
      for byte in plain[..<written] { output.append(byte) }
      for byte in last[..<more] { output.append(byte) }
    }
  }

  /// Decrypts on.
  ///
  /// - Parameters:
  ///   - input: The next bytes; less than 1 GiB.
  ///   - output: Room for those and one block more.
  /// - Returns: How many bytes were written.
  /// - Throws: `library` if libcrypto fails.
  package func update(
    _ input: Span<UInt8>,
    into output: inout MutableSpan<UInt8>
  ) throws(CryptoFailure) -> Int {
    guard output.count >= input.count + Self.blockByteCount else {
      throw CryptoFailure(.invalidParameter, "AES-CBC")
    }
    return try context.update(input, into: &output)
  }

  /// Ends the decryption.
  ///
  /// - Parameter output: Room for one block.
  /// - Returns: How many bytes were written.
  /// - Throws: `authenticationFailed` if the padding is not right: another key, or cut off.
  package func finish(into output: inout MutableSpan<UInt8>) throws(CryptoFailure) -> Int {
    guard output.count >= Self.blockByteCount else {
      throw CryptoFailure(.invalidParameter, "AES-CBC")
    }
    return try context.finish(into: &output)
  }
}
