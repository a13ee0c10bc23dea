/// With `max_age`, `auth_time` must be there and recent enough (OpenID Connect Core section 3.1.3.7, item 13).
struct AuthenticationAgeRule: IDTokenRule {
  /// Seconds.
  let maximumAge: Int

  func check(_ claims: IDTokenClaims, clock: IDTokenClock) throws(IDTokenFailure) {
    guard let time = claims.authenticationTime else {
      throw IDTokenFailure(
        .missingClaim,
        claim: "auth_time",
        "the token does not say when the user signed in, but max_age was sent"
      )
    }
    if clock.latest < time {
      throw IDTokenFailure(
        .authenticationInFuture,
        claim: "auth_time",
        "the user signed in at",
        time,
        clock
      )
    }
    guard clock.earliest > time.advanced(by: Double(maximumAge)) else { return }
    throw IDTokenFailure(
      .authenticationTooOld,
      claim: "auth_time",
      "the user last signed in more than \(maximumAge) s ago, at",
      time,
      clock
    )
  }
}
