/// `iss` must equal the discovered issuer byte for byte (OpenID Connect Core section 3.1.3.7, item 2).
struct IssuerRule: IDTokenRule {
  let issuer: String

  func check(_ claims: IDTokenClaims, clock: IDTokenClock) throws(IDTokenFailure) {
    // Swift calls strings equal that are written differently; here one byte is a difference.
    guard !claims.issuer.utf8.elementsEqual(issuer.utf8) else { return }
    let slash =
      claims.issuer + "/" == issuer || claims.issuer == issuer + "/"
      ? "; they differ in the last slash only, but must not differ at all" : ""
    throw IDTokenFailure(
      .issuerMismatch,
      claim: "iss",
      // What a claim says is the provider's to choose, a token of ours for example: it is not told.
      "the token is from another issuer than the discovered one, \(shown(issuer))\(slash)"
    )
  }
}
