import Secrets

/// `nonce` must be there and be the one that we sent (OpenID Connect Core section 3.1.3.7, item 11).
struct NonceRule: IDTokenRule {
  let nonce: SecretBytes

  func check(_ claims: IDTokenClaims, clock: IDTokenClock) throws(IDTokenFailure) {
    guard let found = claims.nonce else {
      throw IDTokenFailure(
        .missingClaim,
        claim: "nonce",
        "the token has no nonce, but one was sent"
      )
    }
    guard !found.equals(nonce) else { return }
    throw IDTokenFailure(
      .nonceMismatch,
      claim: "nonce",
      "the token's nonce is not the one that was sent: it answers another sign-in"
    )
  }
}
