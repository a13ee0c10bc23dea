/// What a sign-out came to for the refresh token.
public enum TokenRevocation: String, Sendable, CaseIterable {
  /// The provider accepted its revocation (RFC 7009) or knew it no longer; no proof of its death.
  case revoked
  /// There was none.
  case nothingToRevoke = "nothing_to_revoke"
  /// There was none, and the provider accepted the revocation of the access token.
  case accessTokenRevoked = "access_token_revoked"
  /// There was none, and the provider did not accept the revocation of the access token: it lives until it expires.
  case accessTokenNotRevoked = "access_token_not_revoked"
  /// The provider did not accept it: it lives on there.
  case notRevoked = "not_revoked"
  /// The provider accepted it, but an answer was lost before that may have replaced it: nobody can tell what lives on.
  case unknown
}
