internal import HTTP
internal import JSON
internal import OAuthClient
internal import Secrets

extension Revoker {
  /// Redeems what was accepted, which must fail.
  ///
  /// Nothing is redeemed before all revocations are through: redeeming rotates.
  func prove(_ results: inout [RevocationResult?], in run: RevocationRun) async {
    // That a provider says it knows no such token is its word as well.
    let places = results.indices.filter {
      [.accepted, .alreadyInactive].contains(results[$0]?.outcome)
    }
    guard !places.isEmpty else { return }
    run.tell(.proving(total: places.count))
    var done = 0
    var clients: [(id: String, places: [Int])] = []
    for place in places {
      guard let id = results[place]?.target.clientID else { continue }
      if let known = clients.firstIndex(where: { $0.id == id }) {
        clients[known].places.append(place)
      } else {
        clients.append((id, [place]))
      }
    }
    for client in clients where run.stop == nil {
      let targets = client.places.compactMap { results[$0]?.target }
      let open: (targets: [RevocationTarget], wait: Double?)
      do throws(LedgerFailure) {
        open = try unproven(targets)
      } catch {
        return run.stop(.ledger(error))
      }
      guard let sample = open.targets.first else { continue }
      guard await outlive(open.wait, at: provider.tokenEndpoint, in: run) else { return }
      let control = await control(like: sample, in: run)
      if case .failure(let failure) = control, failure.isWait {
        do throws(LedgerFailure) {
          let earlier = try journal.last(.verifyRevocation, of: sample)
          try journal.ended(
            .verifyRevocation,
            sample,
            .inDoubt,
            RevocationReason(.wait),
            also: RevocationJournal.wait(until: run.wait)
              + RevocationJournal.after(interruption: Self.mayHaveWorked(earlier))
          )
        } catch {
          return run.stop(.ledger(error))
        }
      }
      let proven = await each(targets, in: run) { target throws(LedgerFailure) in
        try await prove(target, by: control, in: run)
      } told: { result in
        done += 1
        run.tell(.proven(result, done: done, total: places.count))
      }
      for (place, result) in zip(client.places, proven) {
        if let result { results[place] = result }
      }
    }
  }

  /// Those that have no proof yet, and until when an earlier run was asked to wait with one.
  private func unproven(
    _ targets: [RevocationTarget]
  ) throws(LedgerFailure) -> (targets: [RevocationTarget], wait: Double?) {
    var open: [RevocationTarget] = []
    var wait: Double?
    for target in targets {
      let record = try journal.last(.verifyRevocation, of: target)
      guard record?.isFinished != true else { continue }
      open.append(target)
      if let until = record?.wait { wait = max(wait ?? until, until) }
    }
    return (open, wait)
  }

  private func prove(
    _ target: RevocationTarget,
    by control: Result<ProofControl, NoControl>,
    in run: RevocationRun
  ) async throws(LedgerFailure) -> RevocationResult? {
    let earlier = try journal.last(.verifyRevocation, of: target)
    if let earlier, earlier.isFinished, let outcome = earlier.outcome {
      return RevocationResult(target, outcome, earlier.reason, fromLedger: true)
    }
    switch control {
    case .failure(let failure):
      guard Self.mayHaveWorked(earlier), !failure.isWait else {
        return RevocationResult(target, .accepted, failure.reason)
      }
      // Its state may go now, and nobody would ask again: what it may have given is to be told.
      let reason = RevocationReason(.interruptedProof, detail: failure.reason.detail)
      try journal.ended(.verifyRevocation, target, .accepted, reason)
      return RevocationResult(target, .accepted, reason)
    case .success(let control):
      if let objection = control.objection, Self.mayHaveWorked(earlier) {
        return try endProof(
          target,
          .accepted,
          RevocationReason(.interruptedProof, detail: objection),
          control
        )
      }
      if let objection = control.objection {
        // The token stays unsent: its answer would say nothing.
        return try endProof(
          target,
          .accepted,
          RevocationReason(.cannotVerify, detail: objection),
          control
        )
      }
      guard await run.waitTurn() else { return nil }
      try journal.started(.verifyRevocation, target)
      return try await redeem(
        target,
        by: control,
        wasInterrupted: Self.mayHaveWorked(earlier),
        in: run
      )
    }
  }

  /// Whether an earlier proof may have had new tokens for an answer that nobody got.
  private static func mayHaveWorked(_ earlier: RevocationJournal.Record?) -> Bool {
    if earlier?.followsInterruption == true { return true }
    return switch earlier?.status {
    case .started: true
    case .inDoubt: earlier?.reason.kind == .cannotVerify
    default: false
    }
  }

  private func redeem(
    _ target: RevocationTarget,
    by control: ProofControl,
    wasInterrupted: Bool,
    in run: RevocationRun
  ) async throws(LedgerFailure) -> RevocationResult {
    switch await redeem(target.token, clientID: target.clientID, in: run) {
    case .unanswered(let reason, let mayHaveArrived):
      guard mayHaveArrived || wasInterrupted else {
        let wait = RevocationJournal.wait(until: reason.kind == .wait ? run.wait : nil)
        return try endProof(target, .inDoubt, reason, control, shownAs: .accepted, also: wait)
      }
      return try endProof(
        target,
        .accepted,
        RevocationReason(.interruptedProof, detail: reason.detail),
        control
      )
    case .answered(let response):
      let answer = RedemptionAnswer(response)
      if !answer.tokens.isEmpty {
        return try await revokeWhatCameBack(answer, for: target, control, in: run)
      }
      guard answer.isRefusal else {
        // Cut in two on its way, or lost behind a gateway: it may have had new tokens in it.
        if answer.status == 200 || answer.status >= 500 {
          let reason = RevocationReason(.interruptedProof, status: answer.status)
          return try endProof(target, .accepted, reason, control)
        }
        let reason = RevocationReason(.cannotVerify, status: answer.status, error: answer.error)
        return try endProof(target, .inDoubt, reason, control, shownAs: .accepted)
      }
      var (outcome, reason) = control.outcome(of: answer)
      if outcome == .verified, wasInterrupted {
        // It may have been alive then, and be dead only because it was rotated.
        (outcome, reason) = (
          .accepted,
          RevocationReason(.interruptedProof, status: answer.status, error: answer.error)
        )
      }
      return try endProof(target, outcome, reason, control)
    }
  }

  private func endProof(
    _ target: RevocationTarget,
    _ outcome: RevocationOutcome,
    _ reason: RevocationReason,
    _ control: ProofControl,
    shownAs shown: RevocationOutcome? = nil,
    also: [(String, JSONNode)] = []
  ) throws(LedgerFailure) -> RevocationResult {
    let controls = JSONNode.object([
      ("made_up_client", .string(control.madeUpClient.text)),
      ("made_up_token", .string(control.madeUpToken.text)),
    ])
    try journal.ended(
      .verifyRevocation,
      target,
      outcome,
      reason,
      also: [("controls", controls)] + also
    )
    return RevocationResult(target, shown ?? outcome, reason)
  }

  /// The token was alive: what it gave is revoked at once, each with its own rows.
  private func revokeWhatCameBack(
    _ answer: RedemptionAnswer,
    for target: RevocationTarget,
    _ control: ProofControl,
    in run: RevocationRun
  ) async throws(LedgerFailure) -> RevocationResult {
    var left: [JSONNode] = []
    let given = answer.tokens.map { token in
      let given = RevocationTarget(
        token: token.secret,
        issuer: target.issuer,
        clientID: target.clientID,
        states: target.states
      )
      return (given, token.hint)
    }
    let all = given.map { JSONNode.string($0.0.fingerprint.hex) }
    // Before anything is sent: whoever is killed now has not forgotten that the token was alive.
    _ = try endProof(
      target,
      .alive,
      RevocationReason(
        .redeemed,
        status: answer.status,
        detail: "\(given.count) of what it gave may live on, as its revocation was cut off",
        isFinal: true
      ),
      control,
      also: [("given", .array(all)), ("left", .array(all))]
    )
    for (given, _) in given { try journal.started(.revoke, given) }
    for (given, hint) in given {
      guard let endpoint = provider.revocationEndpoint else { continue }
      let (outcome, reason) = await send(
        given.token,
        hint: hint,
        clientID: given.clientID,
        to: endpoint,
        in: run
      )
      try journal.ended(.revoke, given, outcome, reason)
      if !outcome.isRevoked { left.append(.string(given.fingerprint.hex)) }
    }
    return try endProof(
      target,
      .alive,
      RevocationReason(
        .redeemed,
        status: answer.status,
        detail: left.isEmpty
          ? "the provider accepted the revocation of what it gave, too"
          : "\(left.count) of what it gave could not be revoked",
        isFinal: true
      ),
      control,
      also: [("given", .array(all)), ("left", .array(left))]
    )
  }
}
