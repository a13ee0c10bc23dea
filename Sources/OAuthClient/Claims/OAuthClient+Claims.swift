internal import JOSE

extension OAuthClient {
  /// What the validated ID token of the session says about the user; nil when nobody is signed in.
  ///
  /// After a restart it is there without a request. A refresh that brings a new ID token brings its claims; one that
  /// brings none leaves them as they are.
  public var claims: SessionClaims? {
    guard !isRestoreUnproven, let idToken = record.tokens?.idToken,
      // Only a validated token is ever kept, and it has lain under the seal since.
      let claims = try? IDTokenClaims(restoring: idToken)
    else { return nil }
    return SessionClaims(claims)
  }
}
