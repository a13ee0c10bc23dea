/// It must not be before `nbf`, where there is one (RFC 7519 section 4.1.5).
struct NotBeforeRule: IDTokenRule {
  func check(_ claims: IDTokenClaims, clock: IDTokenClock) throws(IDTokenFailure) {
    guard let start = claims.notBefore, clock.latest < start else { return }
    throw IDTokenFailure(.notYetValid, claim: "nbf", "the token is not valid before", start, clock)
  }
}
