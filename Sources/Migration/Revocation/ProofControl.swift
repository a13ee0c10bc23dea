/// What the token endpoint answers where the truth is known, asked once for each client before any real token.
///
/// `invalid_grant` alone proves little: an endpoint may say it to everyone. So two requests with tokens that never
/// existed come first. One with the token's own client shows what a dead token is answered. One with a client that
/// does not exist must be answered otherwise. Then the endpoint looks at the client first, has let this one pass, and
/// `invalid_grant` is its judgement of the token.
///
/// What stays open: a token that belongs to another client than its state says is answered the same, alive or not.
/// And nothing may be redeemed before it is revoked, since redeeming rotates; so that this token would have worked
/// before is never shown.
struct ProofControl {
  let madeUpToken: RedemptionAnswer
  let madeUpClient: RedemptionAnswer

  /// Nil if an `invalid_grant` for a real token says something; else why not.
  var objection: String? {
    guard madeUpToken.isInvalidGrant else {
      return "this client's made-up token was answered \(madeUpToken.text), not invalid_grant"
    }
    guard madeUpClient.isRefusal, madeUpClient.error != "invalid_grant" else {
      return "an unknown client was answered alike (\(madeUpClient.text))"
    }
    return nil
  }

  /// How a real token's answer is judged, by these.
  func outcome(of answer: RedemptionAnswer) -> (RevocationOutcome, RevocationReason) {
    if !answer.tokens.isEmpty {
      return (.alive, RevocationReason(.redeemed, status: answer.status, isFinal: true))
    }
    let reason = RevocationReason(.proven, status: answer.status, error: answer.error)
    if answer.isInvalidGrant, answer.status == madeUpToken.status { return (.verified, reason) }
    return (
      .accepted,
      RevocationReason(
        .cannotVerify,
        status: answer.status,
        error: answer.error,
        detail: "the token endpoint answers a made-up token otherwise (\(madeUpToken.text))"
      )
    )
  }
}
