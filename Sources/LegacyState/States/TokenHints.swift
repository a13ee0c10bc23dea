import JOSE

/// What a token that is a JWT says of itself; nothing of it is verified, so it suggests and never decides.
public struct TokenHints: Sendable, Hashable {
  /// `iss`.
  public let issuer: String?
  /// `azp`, or the audience if there is only one.
  public let client: String?
  /// `sid`: tokens of one session have the same.
  public let sessionID: String?
  /// `typ`, where Keycloak says what the token is for.
  public let type: String?
  /// `alg`; `none` and `HS256` mean that anybody, or the client, could have made it.
  public let algorithm: String?
  /// `exp`, in milliseconds since 1970.
  public let expiresAtMilliseconds: Int64?
  /// `iat`, in milliseconds since 1970.
  public let issuedAtMilliseconds: Int64?
}

extension LegacyToken {
  /// What the token says of itself, read anew each time; nil if it is no JWT.
  public var hints: TokenHints? {
    guard let token = UnverifiedJWT(secret) else { return nil }
    return TokenHints(
      issuer: token.issuer,
      client: token.authorizedParty ?? (token.audience.count == 1 ? token.audience[0] : nil),
      sessionID: token.sessionID,
      type: token.type,
      algorithm: token.algorithm,
      expiresAtMilliseconds: token.expiry.map { Int64($0.seconds * 1000) },
      issuedAtMilliseconds: token.issuedAt.map { Int64($0.seconds * 1000) }
    )
  }
}
