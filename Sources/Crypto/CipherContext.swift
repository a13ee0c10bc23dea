import COpenSSL
import Secrets

/// One operation of AES-256; used by one caller, once.
@safe final class CipherContext {
  enum Direction: Int32 {
    case opening = 0
    case sealing = 1
  }

  enum Mode: String {
    case gcm = "AES-GCM"
    /// With PKCS #7 padding.
    case cbc = "AES-CBC"

    /// The length of the nonce or initialization vector that the cipher starts with.
    var nonceByteCount: Int {
      switch self {
      case .gcm: AESGCM.nonceByteCount
      case .cbc: AESCBCDecryption.blockByteCount
      }
    }

    fileprivate var cipher: OpaquePointer? {
      switch self {
      case .gcm: unsafe EVP_aes_256_gcm()
      case .cbc: unsafe EVP_aes_256_cbc()
      }
    }
  }

  private let mode: Mode
  private let context: OpaquePointer

  init(
    _ direction: Direction,
    _ mode: Mode = .gcm,
    key: SecretBytes,
    nonce: Span<UInt8>
  ) throws(CryptoFailure) {
    guard key.count == 32 else { throw CryptoFailure(.invalidKey, mode.rawValue) }
    guard nonce.count == mode.nonceByteCount else {
      throw CryptoFailure(
        .invalidParameter,
        mode.rawValue,
        detail: "the nonce must have \(mode.nonceByteCount) bytes"
      )
    }
    self.mode = mode
    unsafe self.context = try unsafe require(EVP_CIPHER_CTX_new(), mode.rawValue)
    let context = unsafe self.context
    try require(
      key.withBytes { key in
        unsafe key.withUnsafeBufferPointer { key in
          unsafe nonce.withUnsafeBufferPointer { nonce in
            unsafe EVP_CipherInit_ex(
              context,
              mode.cipher,
              nil,
              key.baseAddress,
              nonce.baseAddress,
              direction.rawValue
            )
          }
        }
      },
      mode.rawValue
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

  /// Gives back how many bytes were written: with padding up to a block less or more than came in.
  func update(
    _ input: Span<UInt8>,
    into output: inout MutableSpan<UInt8>
  ) throws(CryptoFailure) -> Int {
    guard !input.isEmpty else { return 0 }
    let count = try narrow(input.count)
    precondition(
      output.count >= input.count + (mode == .cbc ? AESCBCDecryption.blockByteCount : 0)
    )
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
      mode.rawValue
    )
    guard mode == .cbc || written == count else { throw CryptoFailure(.library, mode.rawValue) }
    return Int(written)
  }

  /// Ends the decryption of padded blocks and gives back how many bytes were written: a block at most.
  func finish(into output: inout MutableSpan<UInt8>) throws(CryptoFailure) -> Int {
    precondition(output.count >= AESCBCDecryption.blockByteCount)
    var written: Int32 = 0
    let done = unsafe output.withUnsafeMutableBufferPointer { output in
      unsafe EVP_CipherFinal_ex(context, output.baseAddress, &written)
    }
    guard done == 1 else {
      CryptoFailure.forgetLibraryErrors()
      throw CryptoFailure(.authenticationFailed, mode.rawValue)
    }
    return Int(written)
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
      throw CryptoFailure(.invalidParameter, mode.rawValue, detail: "more than 2 GiB at once")
    }
    return count
  }
}
