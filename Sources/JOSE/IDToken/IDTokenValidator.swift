package import Secrets

/// Decides whether an ID token is the answer to our request (OpenID Connect Core section 3.1.3.7).
///
/// Pure: token, keys and time come in, claims or a reason come out.
package struct IDTokenValidator: Sendable {
  /// The rules, in the order in which they are held against the claims.
  package let rules: [any IDTokenRule]

  /// Makes the rules for one request.
  ///
  /// - Parameter expectations: What the answer must say.
  package init(_ expectations: IDTokenExpectations) {
    var rules: [any IDTokenRule] = [
      TokenTypeRule(),
      IssuerRule(issuer: expectations.issuer),
      AudienceRule(clientID: expectations.clientID),
      AuthorizedPartyRule(clientID: expectations.clientID),
      SubjectRule(),
      ExpiryRule(),
      NotBeforeRule(),
      IssuedAtRule(),
    ]
    if let nonce = expectations.nonce { rules.append(NonceRule(nonce: nonce)) }
    if let accessToken = expectations.accessToken {
      rules.append(AccessTokenHashRule(accessToken: accessToken))
    }
    if let maximumAge = expectations.maximumAge {
      rules.append(AuthenticationAgeRule(maximumAge: maximumAge))
    }
    if !expectations.acrValues.isEmpty {
      rules.append(AuthenticationContextRule(acrValues: expectations.acrValues))
    }
    self.rules = rules
  }

  /// Validates a token: its signature first, then each rule.
  ///
  /// - Parameters:
  ///   - token: The compact form as it came.
  ///   - keys: The issuer's keys.
  ///   - clock: What time it is.
  /// - Returns: What the token says, now believed.
  /// - Throws: The first reason against it; ``IDTokenFailure/wantsFreshKeys`` says whether fetching the keys once
  ///   more can help.
  package func validate(
    _ token: SecretBytes,
    keys: JWKSet,
    clock: IDTokenClock
  ) throws(IDTokenFailure) -> IDTokenClaims {
    let jws: JWS
    do throws(JWSFailure) {
      jws = try JWS(parsing: token)
      _ = try jws.verify(with: keys)
    } catch {
      throw IDTokenFailure(error)
    }
    let claims = try IDTokenClaims(header: jws.header, payload: jws.payload)
    for rule in rules { try rule.check(claims, clock: clock) }
    return claims
  }
}
