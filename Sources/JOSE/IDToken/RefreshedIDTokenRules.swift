import Secrets

/// What an ID token that came with a refresh must share with the first one (OpenID Connect Core section 12.2).
///
/// Held against claims that ``IDTokenValidator`` has accepted, so that `aud`, `azp` and the times are right already.
package struct RefreshedIDTokenRules: Sendable {
  /// Something that ought to be otherwise, but does not end the session.
  package enum Warning: String, Sendable {
    /// `auth_time` is not the time of the first sign-in.
    case authenticationTimeChanged = "authentication_time_changed"
  }

  private let issuer: String
  private let subject: String
  private let nonce: SecretBytes?
  private let authenticationTime: NumericDate?

  /// Remembers what must stay.
  ///
  /// - Parameter original: The claims of the sign-in.
  package init(original: IDTokenClaims) {
    self.issuer = original.issuer
    self.subject = original.subject
    self.nonce = original.nonce
    self.authenticationTime = original.authenticationTime
  }

  /// Holds the new claims against the first ones.
  ///
  /// - Parameter claims: What the validator has accepted.
  /// - Returns: What is odd about them.
  /// - Throws: `identityChanged`, which ends the session; `issuerChanged` or `nonceChanged`, which refuse the token.
  package func check(_ claims: IDTokenClaims) throws(IDTokenFailure) -> [Warning] {
    guard claims.issuer.utf8.elementsEqual(issuer.utf8) else {
      throw IDTokenFailure(
        .issuerChanged,
        claim: "iss",
        "the refreshed token is from \(shown(claims.issuer)), the first one from \(shown(issuer))"
      )
    }
    guard claims.subject.utf8.elementsEqual(subject.utf8) else {
      throw IDTokenFailure(
        .identityChanged,
        claim: "sub",
        "the refreshed token is about another user than the first one"
      )
    }
    // A refreshed token should have none; if it has one, then that of the sign-in.
    if let found = claims.nonce, !(nonce.map(found.equals) ?? false) {
      throw IDTokenFailure(
        .nonceChanged,
        claim: "nonce",
        "the refreshed token has another nonce than the first one"
      )
    }
    guard let time = claims.authenticationTime, time != authenticationTime else { return [] }
    return [.authenticationTimeChanged]
  }
}
