import COpenSSL

/// A digest as libcrypto fetched it: a fetch costs more than hashing a token does, so it is done once.
///
/// `@unchecked Sendable`: an EVP_MD never changes, and libcrypto counts its users atomically.
@safe final class DigestHandle: @unchecked Sendable {
  static let sha256 = DigestHandle("SHA256")
  static let sha384 = DigestHandle("SHA384")
  static let sha512 = DigestHandle("SHA512")

  private let digest: OpaquePointer

  private init(_ name: String) {
    // Only a libcrypto without SHA-2 makes it fail, and then nothing here can go on.
    guard let digest = unsafe EVP_MD_fetch(nil, name, nil) else {
      preconditionFailure("libcrypto offers no \(name)")
    }
    unsafe self.digest = digest
  }

  deinit {
    unsafe EVP_MD_free(digest)
  }

  func digest(_ bytes: Span<UInt8>, count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { output, initialized in
      unsafe bytes.withUnsafeBufferPointer { input in
        let done = unsafe EVP_Digest(
          input.baseAddress,
          input.count,
          output.baseAddress,
          nil,
          digest,
          nil
        )
        precondition(done == 1, "libcrypto cannot hash")
      }
      initialized = count
    }
  }

  /// The pointer, valid as long as the handle is.
  func withUnsafeDigest<R>(_ body: (OpaquePointer) -> R) -> R {
    unsafe body(digest)
  }
}
