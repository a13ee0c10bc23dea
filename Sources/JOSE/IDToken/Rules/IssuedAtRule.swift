/// `iat` must not be to come, nor absurdly long ago: the token answers a request that was just made.
///
/// OpenID Connect Core section 3.1.3.7, item 10, leaves the range to the client; a day spares clocks that are wrong
/// by less than ``ExpiryRule`` would notice.
struct IssuedAtRule: IDTokenRule {
  /// Seconds.
  static let longest = 86_400.0

  func check(_ claims: IDTokenClaims, clock: IDTokenClock) throws(IDTokenFailure) {
    if clock.latest < claims.issuedAt {
      throw IDTokenFailure(
        .issuedInFuture,
        claim: "iat",
        "the token was issued at",
        claims.issuedAt,
        clock
      )
    }
    guard clock.earliest > claims.issuedAt.advanced(by: Self.longest) else { return }
    throw IDTokenFailure(
      .issuedTooLongAgo,
      claim: "iat",
      "the token was issued more than a day ago, at",
      claims.issuedAt,
      clock
    )
  }
}
