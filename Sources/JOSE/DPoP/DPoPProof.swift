package import Crypto
internal import JSON
package import Secrets

/// What one proof of possession says (RFC 9449 section 4.2), for one request and no other.
package struct DPoPProof: Sendable {
  /// `htm`: the method, in capitals.
  package var method: String
  /// `htu`: where the request goes, without query and fragment.
  package var target: String
  /// `iat`, in seconds since 1970.
  package var issuedAt: Int64
  /// `jti`: 128 random bits, never used again.
  package var id: String
  /// The token that is presented along with it, of which `ath` is the hash; nil at the token endpoint.
  package var accessToken: SecretBytes?
  /// The server's nonce, where it gave one.
  package var nonce: DPoPNonce?

  /// Says what it is for.
  ///
  /// - Parameters:
  ///   - method: The method, in capitals.
  ///   - target: Where the request goes, without query and fragment.
  ///   - issuedAt: In seconds since 1970.
  ///   - id: By default a fresh one.
  ///   - accessToken: The token that is presented along with it.
  ///   - nonce: The server's.
  package init(
    method: String,
    target: String,
    issuedAt: Int64,
    id: String = DPoPProof.freshID(),
    accessToken: SecretBytes? = nil,
    nonce: DPoPNonce? = nil
  ) {
    self.method = method
    self.target = target
    self.issuedAt = issuedAt
    self.id = id
    self.accessToken = accessToken
    self.nonce = nonce
  }

  /// An identifier that nobody has used: 128 random bits, base64url.
  ///
  /// - Returns: The identifier.
  package static func freshID() -> String { Base64URL.encode(Random.bytes(16)) }

  /// Signs it with ES256, the public half of the key in its header.
  ///
  /// - Parameter key: What to prove possession of.
  /// - Returns: The value of the `DPoP` header, ASCII.
  /// - Throws: `library` if libcrypto fails.
  package func signed(with key: DPoPKey) throws(CryptoFailure) -> SecretBytes {
    var claims: [(String, JSONNode)] = [
      ("jti", .string(id)), ("htm", .string(method)), ("htu", .string(target)),
      ("iat", .int(issuedAt)),
    ]
    if let accessToken {
      claims.append(("ath", .string(Base64URL.encode(accessToken.fingerprint.bytes))))
    }
    if let nonce { claims.append(("nonce", .string(nonce.text))) }
    let signingKey = key.signingKey
    return try JWSSigner.sign(
      header: [
        ("typ", "dpop+jwt"), ("alg", .string(signingKey.algorithm.rawValue)),
        ("jwk", signingKey.numbers.node),
      ],
      claims: .object(claims),
      key: signingKey
    )
  }
}
