import COpenSSL

/// The owner of an EVP_PKEY, public or private.
///
/// `@unchecked Sendable`: the key is never changed once made, and libcrypto guards what it caches in one with locks
/// of its own.
@safe final class KeyHandle: @unchecked Sendable {
  private let key: OpaquePointer

  /// Takes over the caller's reference.
  init(adoptingUnsafe key: OpaquePointer) {
    unsafe self.key = key
  }

  deinit {
    unsafe EVP_PKEY_free(key)
  }

  /// The pointer, valid as long as the handle is.
  func withUnsafeKey<R, E: Error>(_ body: (OpaquePointer) throws(E) -> R) throws(E) -> R {
    try unsafe body(key)
  }

  /// Reads a number of the key, big-endian and padded to `count` bytes.
  func number(_ name: String, count: Int) throws(CryptoFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var span = bytes.mutableSpan
    try read(name, into: &span)
    return bytes
  }

  /// Reads a number of the key into `output`, big-endian and padded to its length.
  func read(_ name: String, into output: inout MutableSpan<UInt8>) throws(CryptoFailure) {
    guard let size = Int32(exactly: output.count) else {
      throw CryptoFailure(.invalidParameter, "reading a key")
    }
    var found: OpaquePointer?
    try require(unsafe EVP_PKEY_get_bn_param(key, name, &found), "reading a key")
    defer { unsafe BN_clear_free(found) }
    let written = unsafe output.withUnsafeMutableBufferPointer { output in
      unsafe BN_bn2binpad(found, output.baseAddress, size)
    }
    guard written == size else { throw .fromLibrary("reading a key") }
  }
}
