internal import JSON
internal import LegacyState
internal import OAuthClient
internal import Secrets

extension Migrator {
  /// Preflight: nothing begins at a provider where the new sign-in cannot work.
  func check(_ result: inout MigrationResult) async throws(MigrationResult.Stop) {
    let isDone = try status(.preflight, planSubject)?.status == .done
    if !isDone { try write(.preflight, planSubject, .started) }
    let report = await Preflight(subject).run(over: transport)
    result.preflight = report
    onEvent(.checked(report))
    switch report.ending {
    case .done:
      if !isDone { try write(.preflight, planSubject, .done, outcome: "pass") }
    case .findings:
      try write(.preflight, planSubject, .refused, outcome: "fail", detail: Self.failures(report))
      throw .preflight
    case .unavailable:
      let failure =
        report.unavailability
        ?? RecoverableFailure(.network, "the provider could not be checked: try again later")
      throw .client(.recoverable(failure))
    }
  }

  private static func failures(_ report: PreflightReport) -> JSONNode {
    let ids = report.checks.filter { $0.result == .fail }.map { JSONNode.string($0.id) }
    return .object([("failed", .array(ids))])
  }

  /// The live metadata, which must be what the plan was made for.
  func provider() async throws(MigrationResult.Stop) -> ProviderMetadata {
    let provider: ProviderMetadata
    do throws(OAuthError) {
      if let endpoints = configuration.endpoints {
        provider = try ProviderMetadata(endpoints: endpoints)
      } else {
        provider = try await ProviderDiscovery(transport: transport)
          .metadata(of: configuration.sessionIssuer)
      }
    } catch {
      throw .client(error)
    }
    let builder = PlanBuilder(
      version: version,
      inputs: [],
      provider: provider,
      configuration: configuration,
      now: transport.clock.now()
    )
    guard let planned = plan.provider else {
      throw .otherProvider("the plan names no provider: make it again")
    }
    if let difference = planned.difference(from: builder.plannedProvider) {
      throw .otherProvider(difference)
    }
    pinned.pin(provider)
    return provider
  }

  /// Revokes what the plan lists and is still there; a token of a state that is deleted already was dealt with before.
  func revoke(
    _ comparison: PlanComparison,
    at provider: ProviderMetadata,
    _ result: inout MigrationResult
  ) async throws(MigrationResult.Stop) {
    var builder = PlanBuilder(
      version: version,
      inputs: plan.inputs,
      provider: provider,
      configuration: configuration,
      now: transport.clock.now()
    )
    builder.options = plan.options
    let planned = Set(plan.revocations.map(\.fingerprint))
    let targets = builder.selection(of: plan.candidates(comparison)).targets
      .filter { planned.contains($0.fingerprint) }
    var options = RevocationOptions()
    options.verification = plan.options.verification == .redeem ? .redeem : .none
    options.requiresVerified = plan.options.requiresVerified
    options.jobs = 1
    let tell = onEvent
    let revoker = Revoker(
      transport: transport,
      provider: provider,
      ledger: ledger,
      plan: digest,
      options: options,
      onEvent: { tell(.revocation($0)) }
    )
    if try mayReopenSignIn {
      let known = try remember { () throws(LedgerFailure) in try revoker.known(targets) }
      if known.count < targets.count { try reopenSignIn() }
    }
    let report = await revoker.run(targets)
    result.revocation = report
    onEvent(.revoked(report))
    switch report.stop {
    case .cancelled?: throw .interrupted
    case .ledger(let failure)?: throw .ledger(failure)
    case let stop?: throw .revocation(stop)
    case nil: break
    }
  }

  /// Deletes the planned states, but for those whose token may still be alive.
  func delete(
    _ comparison: PlanComparison,
    _ result: inout MigrationResult
  ) throws(MigrationResult.Stop) {
    let alive = plan.options.deletesEvenIfNotRevoked ? [:] : alive(result.revocation)
    let targets = plan.deletions.compactMap { planned -> DeletionTarget? in
      guard let state = comparison.states[planned.id] else { return nil }
      let holds = planned.tokens.compactMap { $0.fingerprint.flatMap { alive[$0] } }
      return DeletionTarget(state, id: planned.id, hold: holds.first)
    }
    let tell = onEvent
    do throws(DeletionInterruption) {
      result.deletions = try deleter(comparison.names).delete(
        targets,
        shouldStop: { Task.isCancelled },
        report: { tell(.deleted($0)) }
      )
    } catch {
      switch error {
      case .ledger(let failure): throw .ledger(failure)
      case .stopped: throw .interrupted
      }
    }
    if Task.isCancelled { throw .interrupted }
  }

  /// The tokens that were to be revoked and were not, or not proven to be where the plan wants that, with the reason.
  private func alive(_ report: RevocationReport?) -> [Fingerprint: String] {
    var reasons: [Fingerprint: String] = [:]
    for result in report?.results ?? []
    where !result.outcome.isRevoked
      || plan.options.requiresVerified && !result.outcome.isProven
    {
      reasons[result.target.fingerprint] = "its token \(result)"
    }
    for target in report?.waiting ?? [] {
      reasons[target.fingerprint] = "its token \(target.fingerprint.short) is not revoked yet"
    }
    return reasons
  }

  /// Looks at everything once more: no planned state may be left but those that were kept on purpose.
  func verify(_ result: inout MigrationResult) async throws(MigrationResult.Stop) {
    let isDone = try isPlannedDone
    if !isDone { try write(.verify, planSubject, .started) }
    let last = audited()
    let found = last.states.map { PlannedState($0.state) }
    result.unread = last.report.errors
    let kept = Set(result.deletions.filter { !$0.outcome.isGone }.map(\.id))
    let there = Set(found.map(\.holding))
    result.remaining = plan.deletions
      .filter { !kept.contains($0.id) && there.contains($0.holding) }
      .map(\.id)
    let isNameable = last.states.map { !$0.state.isInFileNamedLikeToken }
    result.appeared = plan.unknown(
      among: zip(found, isNameable).filter(\.1).map(\.0),
      besides: Set(result.deletions.filter(\.outcome.isChanged).map(\.id))
    )
    // The plan cannot name them either: where it tells of one, these are told.
    let isTold = plan.leftAlone.contains { if case .place = $0.subject { true } else { false } }
    result.appearedUnnamed = isTold ? 0 : isNameable.count { !$0 }
    result.isVerified = true
    onEvent(
      .verified(
        remaining: result.remaining.count,
        kept: kept.count,
        appeared: result.countOfAppeared
      )
    )
    if isDone, result.isComplete { return }
    let isComplete = result.isComplete && plan.leftWork.isEmpty
    try write(
      .verify,
      planSubject,
      isComplete ? .done : .refused,
      outcome: isComplete ? "complete" : "incomplete",
      detail: .object([
        ("states_left", .int(Int64(result.remaining.count))),
        ("states_kept", .int(Int64(kept.count))),
        ("states_appeared", .int(Int64(result.countOfAppeared))),
        ("left_alone", .int(Int64(plan.leftWork.count))),
        ("files_unread", .int(Int64(result.unread.count))),
        (Self.plannedDone, .bool(isDone || result.isPlanDone)),
      ])
    )
  }

  /// Marks a run that did all that its plan has, though the plan leaves something alone.
  static let plannedDone = "planned_done"

  /// Whether an earlier run did all that the plan has.
  var isPlannedDone: Bool {
    get throws(MigrationResult.Stop) {
      let entry = try status(.verify, planSubject)
      return entry?.status == .done || entry?.detail[Self.plannedDone] == true
    }
  }
}

extension MigrationPlan {
  /// What an audit found and the plan does not know.
  ///
  /// - Parameters:
  ///   - found: What stands there now.
  ///   - changed: Planned states that were kept since they had changed, by id: what stands in their place was told.
  /// - Returns: In the order in which it was found.
  fileprivate func unknown(
    among found: [PlannedState],
    besides changed: Set<String>
  ) -> [PlannedState] {
    let known = Set(states.map(\.holding))
    let places = Set(deletions.filter { changed.contains($0.id) }.map(\.placeKey))
    return found.filter { !places.contains($0.placeKey) && !known.contains($0.holding) }
  }
}

extension MigrationPlan {
  /// The states that were found now, in the order of their places: the same every time.
  ///
  /// One that names neither issuer nor client is whose the plan says; a map said so when the plan was made.
  fileprivate func candidates(_ comparison: PlanComparison) -> [RevocationCandidate] {
    var owners: [String: IssuerMap.Match] = [:]
    for planned in revocations {
      let owner = IssuerMap.Match(issuer: planned.issuer, clientID: planned.clientID)
      for id in planned.states where owners[id] == nil { owners[id] = owner }
    }
    return comparison.states.map { (id: $0, state: $1, place: PlannedState($1)) }
      .sorted { ($0.place.path, $0.place.offset) < ($1.place.path, $1.place.offset) }
      .map { RevocationCandidate($0.state, belongingTo: owners[$0.id]) }
  }
}
