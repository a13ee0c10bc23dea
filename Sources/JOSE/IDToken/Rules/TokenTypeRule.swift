/// `typ`, where a header has one, must not say that this is another kind of token.
///
/// ID tokens are mostly marked `JWT` or not at all. What is marked as an access token (RFC 9068), a logout token, a
/// proof or the like was signed by the same keys but for another purpose (RFC 8725 section 3.11).
struct TokenTypeRule: IDTokenRule {
  func check(_ claims: IDTokenClaims, clock: IDTokenClock) throws(IDTokenFailure) {
    guard var type = claims.header.type?.lowercased() else { return }
    // RFC 7515 section 4.1.9: "application/" may be left out.
    if type.hasPrefix("application/") { type.removeFirst("application/".count) }
    guard type.hasSuffix("+jwt"), !["id_token+jwt", "id+jwt"].contains(type) else { return }
    throw IDTokenFailure(
      .wrongTokenType,
      claim: "typ",
      // What a header says is the provider's to choose, a token of ours for example: it is not told.
      "the token says that it is another kind of token than an ID token"
    )
  }
}
