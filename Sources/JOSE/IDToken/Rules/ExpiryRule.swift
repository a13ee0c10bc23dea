/// It must be before `exp` (OpenID Connect Core section 3.1.3.7, item 9).
struct ExpiryRule: IDTokenRule {
  func check(_ claims: IDTokenClaims, clock: IDTokenClock) throws(IDTokenFailure) {
    guard clock.earliest >= claims.expiry else { return }
    throw IDTokenFailure(.expired, claim: "exp", "the token expired at", claims.expiry, clock)
  }
}
