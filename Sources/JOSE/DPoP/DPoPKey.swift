package import Crypto
package import Secrets

/// The key pair that a session's tokens are bound to (RFC 9449): P-256, for ES256.
package struct DPoPKey: Sendable {
  /// The private scalar, 32 bytes, big-endian: what a store seals.
  package let secret: SecretBytes
  /// The SHA-256 thumbprint of the public half (RFC 7638): `dpop_jkt` and `cnf.jkt`.
  package let thumbprint: String
  private let key: P256PrivateKey

  /// Generates a pair.
  ///
  /// - Throws: `library` if libcrypto fails.
  package init() throws(CryptoFailure) {
    try self.init(P256PrivateKey())
  }

  /// Takes up a stored pair.
  ///
  /// - Parameter secret: As ``secret`` was.
  /// - Throws: `invalidKey` if it is no scalar of the curve.
  package init(secret: SecretBytes) throws(CryptoFailure) {
    try self.init(P256PrivateKey(secret: secret))
  }

  private init(_ key: P256PrivateKey) throws(CryptoFailure) {
    self.key = key
    self.secret = try key.secretBytes()
    self.thumbprint = PublicNumbers.ec(.p256, x: key.x, y: key.y).thumbprint
  }

  var signingKey: JWSSigningKey { .ec(key.key) }
}
