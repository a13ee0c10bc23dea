package import Secrets

/// A P-256 key pair: what a session proves possession of (RFC 9449).
package struct P256PrivateKey: Sendable {
  /// The key as one of several curves'.
  package let key: ECPrivateKey

  /// The public point's x, 32 bytes.
  package var x: [UInt8] { key.x }
  /// The public point's y, 32 bytes.
  package var y: [UInt8] { key.y }
  /// The public half.
  package var publicKey: PublicKey { key.publicKey }

  /// Generates a key.
  ///
  /// - Throws: `library` if libcrypto fails.
  package init() throws(CryptoFailure) {
    self.key = try ECPrivateKey(generatingOn: .p256)
  }

  /// Takes up a stored key.
  ///
  /// - Parameter secret: The scalar, 32 bytes, big-endian.
  /// - Throws: `invalidKey` if it is no scalar of the curve.
  package init(secret: SecretBytes) throws(CryptoFailure) {
    self.key = try ECPrivateKey(curve: .p256, secret: secret)
  }

  /// Reads the scalar, to be sealed into a store.
  ///
  /// - Returns: 32 bytes.
  /// - Throws: `library` if libcrypto fails.
  package func secretBytes() throws(CryptoFailure) -> SecretBytes {
    try key.secretBytes()
  }

  /// Signs with ES256.
  ///
  /// - Parameter message: What to sign, not hashed.
  /// - Returns: r and s, 32 bytes each.
  /// - Throws: `library` if libcrypto fails.
  package func sign(_ message: Span<UInt8>) throws(CryptoFailure) -> [UInt8] {
    try key.sign(message)
  }
}
