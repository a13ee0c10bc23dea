/// `azp` must be there when a token has several audiences, and must be our client whenever it is there.
///
/// OpenID Connect Core section 3.1.3.7, items 4 and 5, taken as demands.
struct AuthorizedPartyRule: IDTokenRule {
  let clientID: String

  func check(_ claims: IDTokenClaims, clock: IDTokenClock) throws(IDTokenFailure) {
    guard let party = claims.authorizedParty else {
      guard claims.audience.count > 1 else { return }
      throw IDTokenFailure(
        .authorizedPartyMismatch,
        claim: "azp",
        "the token has \(claims.audience.count) audiences, but no azp to say who it was issued to"
      )
    }
    guard !party.utf8.elementsEqual(clientID.utf8) else { return }
    throw IDTokenFailure(
      .authorizedPartyMismatch,
      claim: "azp",
      "the token was issued to another client than this one, \(shown(clientID))"
    )
  }
}
