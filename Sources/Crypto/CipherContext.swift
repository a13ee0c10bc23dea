import COpenSSL
import Secrets

/// One AES-256-GCM operation; used by one caller, once.
@safe final class CipherContext {
  enum Direction: Int32 {
    case opening = 0
    case sealing = 1
  }

  private let context: OpaquePointer

  init(_ direction: Direction, key: SecretBytes, nonce: Span<UInt8>) throws(CryptoFailure) {
    guard key.count == AESGCM.keyByteCount else { throw CryptoFailure(.invalidKey, "AES-GCM") }
    guard nonce.count == AESGCM.nonceByteCount else {
      throw CryptoFailure(.invalidParameter, "AES-GCM", detail: "the nonce must have 12 bytes")
    }
    unsafe self.context = try unsafe require(EVP_CIPHER_CTX_new(), "AES-GCM")
    let context = unsafe self.context
    try require(
      key.withBytes { key in
        unsafe key.withUnsafeBufferPointer { key in
          unsafe nonce.withUnsafeBufferPointer { nonce in
            // 12 bytes is the nonce length that the cipher starts with.
            unsafe EVP_CipherInit_ex(
              context,
              EVP_aes_256_gcm(),
              nil,
              key.baseAddress,
              nonce.baseAddress,
              direction.rawValue
            )
          }
        }
      },
      "AES-GCM"
    )
  }

  deinit {
    unsafe EVP_CIPHER_CTX_free(context)
  }

  func authenticate(_ bytes: Span<UInt8>) throws(CryptoFailure) {
    guard !bytes.isEmpty else { return }
    let count = try narrow(bytes.count)
    var written: Int32 = 0
    try require(
      unsafe bytes.withUnsafeBufferPointer { bytes in
        unsafe EVP_CipherUpdate(context, nil, &written, bytes.baseAddress, count)
      },
      "AES-GCM"
    )
  }

  func update(
    _ input: Span<UInt8>,
    into output: inout MutableSpan<UInt8>
  ) throws(CryptoFailure) {
    guard !input.isEmpty else { return }
    let count = try narrow(input.count)
    precondition(output.count >= input.count)
    var written: Int32 = 0
    try require(
      unsafe output.withUnsafeMutableBufferPointer { output in
        unsafe input.withUnsafeBufferPointer { input in
          unsafe EVP_CipherUpdate(
            context,
            output.baseAddress,
            &written,
            input.baseAddress,
            count
          )
        }
      },
      "AES-GCM"
    )
    guard written == count else { throw CryptoFailure(.library, "AES-GCM") }
  }

  /// Ends the operation; when opening, this is where the tag is compared.
  func finish() throws(CryptoFailure) {
    var unused = [UInt8](repeating: 0, count: 16)
    var written: Int32 = 0
    try require(
      unsafe unused.withUnsafeMutableBufferPointer { unused in
        unsafe EVP_CipherFinal_ex(context, unused.baseAddress, &written)
      },
      "AES-GCM"
    )
  }

  func tag() throws(CryptoFailure) -> [UInt8] {
    var tag = [UInt8](repeating: 0, count: AESGCM.tagByteCount)
    try require(
      unsafe tag.withUnsafeMutableBytes { tag in
        unsafe EVP_CIPHER_CTX_ctrl(
          context,
          EVP_CTRL_AEAD_GET_TAG,
          Int32(AESGCM.tagByteCount),
          tag.baseAddress
        )
      },
      "AES-GCM"
    )
    return tag
  }

  func expect(tag: Span<UInt8>) throws(CryptoFailure) {
    // The call takes a mutable pointer but only copies from it.
    var copy = [UInt8](repeating: 0, count: AESGCM.tagByteCount)
    for index in copy.indices { copy[index] = tag[index] }
    try require(
      unsafe copy.withUnsafeMutableBytes { copy in
        unsafe EVP_CIPHER_CTX_ctrl(
          context,
          EVP_CTRL_AEAD_SET_TAG,
          Int32(AESGCM.tagByteCount),
          copy.baseAddress
        )
      },
      "AES-GCM"
    )
  }

  private func narrow(_ count: Int) throws(CryptoFailure) -> Int32 {
    guard let count = Int32(exactly: count) else {
      throw CryptoFailure(.invalidParameter, "AES-GCM", detail: "more than 2 GiB at once")
    }
    return count
  }
}
