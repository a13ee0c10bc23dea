internal import HTTP
internal import OAuthClient
internal import Providers
internal import Secrets

extension Revoker {
  /// One token, from the ledger's word to the ledger's word; nil if its turn never came.
  func revoke(
    _ target: RevocationTarget,
    in run: RevocationRun
  ) async throws(LedgerFailure) -> RevocationResult? {
    if let known = try finished(target) { return known }
    guard let endpoint = provider.revocationEndpoint else {
      return try endUnsent(target, .noEndpoint, .noEndpoint)
    }
    guard reach.profile.revocation.publicClient != .refused else {
      return try endUnsent(target, .needsConfidentialClient, .profile)
    }
    guard await run.waitTurn() else { return nil }
    guard await outlive(try journal.wait(for: target), at: endpoint, in: run) else { return nil }
    guard !run.isRefused(client: target.clientID) else {
      return try endUnsent(target, .needsConfidentialClient, .clientRefusedBefore)
    }
    try journal.started(.revoke, target)
    let (outcome, reason) = await send(
      target.token,
      hint: "refresh_token",
      clientID: target.clientID,
      to: endpoint,
      in: run
    )
    if reason.kind == .clientRefused { run.refuse(client: target.clientID) }
    run.note(outcome)
    return try end(target, outcome, reason, wait: run.wait)
  }

  /// Waits out what an earlier run was asked for, which may have ended long before that was over.
  ///
  /// - Returns: False if that is more than this run may wait, or it was stopped meanwhile.
  func outlive(_ until: Double?, at endpoint: HTTPURL, in run: RevocationRun) async -> Bool {
    guard let until else { return true }
    let left = until - run.clock.now()
    // Nobody may ask for more, so a clock that went back locks nobody out.
    guard left > 0, left <= Self.longestWait else { return true }
    return await run.sitOut(left, origin: "\(endpoint.origin)")
  }

  /// The longest wait that is obeyed, in seconds.
  private static let longestWait: Double = 7 * 86_400

  /// What the ledger says of a token that needs no request any more.
  private func finished(_ target: RevocationTarget) throws(LedgerFailure) -> RevocationResult? {
    if let proof = try journal.last(.verifyRevocation, of: target), let outcome = proof.outcome {
      // Once alive, the token's successors were revoked by the same provider: another try would prove nothing. What a
      // proof that was cut off may have given is in nobody's hands: that is to be told each time.
      let wasCutOff = proof.isFinished && proof.reason.kind == .interruptedProof
      if outcome == .alive || outcome == .verified || wasCutOff {
        return RevocationResult(target, outcome, proof.reason, fromLedger: true)
      }
    }
    guard let record = try journal.last(.revoke, of: target), record.isFinished,
      let outcome = record.outcome
    else { return nil }
    return RevocationResult(target, outcome, record.reason, fromLedger: true)
  }

  /// What the ledger says of tokens, before anything is sent.
  ///
  /// - Parameter targets: The tokens.
  /// - Returns: A result for each that needs no request any more.
  /// - Throws: If the ledger cannot be read.
  package func known(
    _ targets: [RevocationTarget]
  ) throws(LedgerFailure) -> [RevocationResult] {
    var results: [RevocationResult] = []
    for target in targets {
      if let result = try finished(target) { results.append(result) }
    }
    return results
  }

  private func end(
    _ target: RevocationTarget,
    _ outcome: RevocationOutcome,
    _ reason: RevocationReason,
    wait: Double? = nil
  ) throws(LedgerFailure) -> RevocationResult {
    let until = reason.kind == .wait ? wait : nil
    try journal.ended(.revoke, target, outcome, reason, also: RevocationJournal.wait(until: until))
    return RevocationResult(target, outcome, reason)
  }

  /// Nothing was sent; a row that says the same already is not written again.
  private func endUnsent(
    _ target: RevocationTarget,
    _ outcome: RevocationOutcome,
    _ kind: RevocationReason.Kind
  ) throws(LedgerFailure) -> RevocationResult {
    let reason = RevocationReason(kind)
    let last = try journal.last(.revoke, of: target)
    if last?.status == .refused, last?.outcome == outcome, last?.reason == reason {
      return RevocationResult(target, outcome, reason, fromLedger: true)
    }
    return try end(target, outcome, reason)
  }

  /// Sends a token until the provider decides, or leaves it in doubt for good.
  func send(
    _ token: SecretBytes,
    hint: String,
    clientID: String,
    to endpoint: HTTPURL,
    in run: RevocationRun
  ) async -> (RevocationOutcome, RevocationReason) {
    var hint: String? = hint
    var attempt = 1
    while true {
      let request = Request.post(
        endpoint,
        form: RevocationRequest.form(token: token, hint: hint, clientID: clientID),
        // To revoke twice is to revoke once (RFC 7009 section 2.2).
        isRepeatable: true
      )
      let doubt: RevocationReason
      switch await exchange(request, "revoking a token", in: run) {
      case .answered(let response):
        switch RevocationAnswer(response, hinted: hint != nil) {
        case .ended(let outcome, let reason): return (outcome, reason)
        case .tryWithoutHint:
          hint = nil
          continue
        case .doubt(let reason): doubt = reason
        }
      case .unanswered(let reason, _):
        if reason.kind == .configuration { return (.refused, reason) }
        doubt = reason
      }
      let pause = 0.5 * Double(1 << min(attempt - 1, 6)) * (1 + run.clock.jitter())
      guard attempt < options.attempts, run.stop == nil, await run.rest(pause) else {
        return (.inDoubt, doubt)
      }
      attempt += 1
    }
  }
}
