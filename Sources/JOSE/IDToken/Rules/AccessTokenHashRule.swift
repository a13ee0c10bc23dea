import Crypto
import Secrets

/// `at_hash`, where there is one, must be the left half of the access token's hash (OpenID Connect Core 3.1.3.8).
struct AccessTokenHashRule: IDTokenRule {
  let accessToken: SecretBytes

  func check(_ claims: IDTokenClaims, clock: IDTokenClock) throws(IDTokenFailure) {
    guard let claimed = claims.accessTokenHash else { return }
    // The hash is that of the signature's algorithm.
    let digest = claims.header.algorithm.hash.digest(accessToken)
    let half = Array(digest.prefix(digest.count / 2))
    guard let found = Base64URL.decode(claimed), ConstantTime.equal(found.span, half.span) else {
      throw IDTokenFailure(
        .accessTokenMismatch,
        claim: "at_hash",
        "the token's at_hash does not belong to the access token that came with it"
      )
    }
  }
}
