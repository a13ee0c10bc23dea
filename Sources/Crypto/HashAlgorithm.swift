import COpenSSL
package import Secrets

/// A member of the SHA-2 family.
package enum HashAlgorithm: String, Sendable, CaseIterable {
  /// SHA-256.
  case sha256 = "SHA256"
  /// SHA-384.
  case sha384 = "SHA384"
  /// SHA-512.
  case sha512 = "SHA512"

  /// The length of a digest.
  package var byteCount: Int {
    switch self {
    case .sha256: 32
    case .sha384: 48
    case .sha512: 64
    }
  }

  /// Hashes `bytes`.
  ///
  /// - Parameter bytes: What to hash.
  /// - Returns: The digest.
  package func digest(_ bytes: Span<UInt8>) -> [UInt8] {
    handle.digest(bytes, count: byteCount)
  }

  /// Hashes `secret`.
  ///
  /// - Parameter secret: What to hash.
  /// - Returns: The digest, which is not kept secret.
  package func digest(_ secret: SecretBytes) -> [UInt8] {
    secret.withBytes { bytes in digest(bytes) }
  }

  /// libcrypto's implementation, looked up once in the life of the process.
  var handle: DigestHandle {
    switch self {
    case .sha256: DigestHandle.sha256
    case .sha384: DigestHandle.sha384
    case .sha512: DigestHandle.sha512
    }
  }
}
