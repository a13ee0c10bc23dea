/// `aud` must contain our client (OpenID Connect Core section 3.1.3.7, item 3).
struct AudienceRule: IDTokenRule {
  let clientID: String

  func check(_ claims: IDTokenClaims, clock: IDTokenClock) throws(IDTokenFailure) {
    guard !claims.audience.contains(where: { $0.utf8.elementsEqual(clientID.utf8) }) else { return }
    throw IDTokenFailure(
      .audienceMismatch,
      claim: "aud",
      "the token is not meant for this client, \(shown(clientID))"
    )
  }
}
