/// After a step-up, `acr` must be one of the values that were asked for (OpenID Connect Core section 3.1.3.7, item 12).
///
/// The user can edit the request's address, so the answer alone shows what was done.
struct AuthenticationContextRule: IDTokenRule {
  let acrValues: [String]

  func check(_ claims: IDTokenClaims, clock: IDTokenClock) throws(IDTokenFailure) {
    let asked = acrValues.map(shown).joined(separator: " or ")
    guard let context = claims.authenticationContext else {
      throw IDTokenFailure(
        .missingClaim,
        claim: "acr",
        "the token does not say how the user was authenticated, but \(asked) was asked for"
      )
    }
    guard !acrValues.contains(where: { $0.utf8.elementsEqual(context.utf8) }) else { return }
    throw IDTokenFailure(
      .contextMismatch,
      claim: "acr",
      "the user was authenticated by \(shown(context)), but \(asked) was asked for"
    )
  }
}
