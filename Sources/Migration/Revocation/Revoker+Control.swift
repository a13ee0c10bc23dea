internal import HTTP
internal import OAuthClient
internal import Secrets

/// The controls could not be asked for, so nothing is redeemed.
struct NoControl: Error {
  let reason: RevocationReason
  /// Whether the provider asked to wait.
  var isWait = false
}

extension Revoker {
  /// Two requests with tokens that never existed: see ``ProofControl``.
  func control(
    like sample: RevocationTarget,
    in run: RevocationRun
  ) async -> Result<ProofControl, NoControl> {
    guard let token = MadeUpToken.like(sample.token) else {
      return .failure(NoControl(reason: RevocationReason(.cannotVerify)))
    }
    var answers: [RedemptionAnswer] = []
    for clientID in [sample.clientID, MadeUpToken.clientID()] {
      switch await redeem(token, clientID: clientID, in: run) {
      case .answered(let response):
        let answer = RedemptionAnswer(response)
        // A provider that is out of order is asked again by a later run.
        guard answer.status < 500 else {
          return .failure(
            NoControl(
              reason: RevocationReason(
                .cannotVerify,
                detail: "a made-up token was answered \(answer.status)"
              )
            )
          )
        }
        answers.append(answer)
      case .unanswered(let reason, _):
        return .failure(
          NoControl(
            reason: RevocationReason(.cannotVerify, detail: reason.description),
            isWait: reason.kind == .wait
          )
        )
      }
    }
    return .success(ProofControl(madeUpToken: answers[0], madeUpClient: answers[1]))
  }

  /// A refresh request of a public client (RFC 6749 section 6), sent once.
  func redeem(
    _ token: SecretBytes,
    clientID: String,
    in run: RevocationRun
  ) async -> RevocationExchange {
    var form = FormBody()
    form.append("grant_type", "refresh_token")
    form.append("client_id", clientID)
    form.append("refresh_token", token)
    return await exchange(
      .post(provider.tokenEndpoint, form: form),
      "proving a revocation",
      in: run
    )
  }
}
