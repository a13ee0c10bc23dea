/// `sub` must not be empty nor longer than 255 bytes (OpenID Connect Core section 2).
struct SubjectRule: IDTokenRule {
  func check(_ claims: IDTokenClaims, clock: IDTokenClock) throws(IDTokenFailure) {
    let count = claims.subject.utf8.count
    guard !(1...255).contains(count) else { return }
    throw IDTokenFailure(
      .subjectInvalid,
      claim: "sub",
      "the token's sub has \(count) bytes; it must have 1 to 255"
    )
  }
}
