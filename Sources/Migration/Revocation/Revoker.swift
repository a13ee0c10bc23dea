internal import HTTP
internal import JSON
package import OAuthClient

/// Revokes tokens at one provider, one public client or several (RFC 7009).
///
/// The ledger is written before and after each request; a run that is stopped or killed goes on from there when it is
/// started again: what is finished is not sent again, what is in doubt is.
package struct Revoker: Sendable {
  let transport: OAuthTransport
  let provider: ProviderMetadata
  let reach: RevocationReach
  let journal: RevocationJournal
  let options: RevocationOptions
  let onEvent: @Sendable (RevocationEvent) -> Void

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - transport: Sends the requests.
  ///   - provider: The live metadata of the issuer that the user named; its endpoints are the only ones used.
  ///   - ledger: Where each step is written down.
  ///   - plan: The digest of the plan that is applied.
  ///   - options: How to go about it.
  ///   - onEvent: Told what happens, on any thread.
  package init(
    transport: OAuthTransport,
    provider: ProviderMetadata,
    ledger: Ledger,
    plan: String? = nil,
    options: RevocationOptions = RevocationOptions(),
    onEvent: @escaping @Sendable (RevocationEvent) -> Void = { _ in }
  ) {
    self.transport = transport
    self.provider = provider
    self.reach = RevocationReach(provider)
    self.journal = RevocationJournal(
      ledger: ledger,
      plan: plan,
      common: [
        ("applies_to", .string(reach.appliesTo)),
        (
          RevocationJournal.endpoint,
          provider.revocationEndpoint.map { .string($0.withoutQuery) } ?? .null
        ),
      ]
    )
    self.options = options
    self.onEvent = onEvent
  }

  /// Revokes the targets and, if asked for, proves it.
  ///
  /// - Parameter targets: As the selection ordered them.
  /// - Returns: What became of each; it never throws, since what was done until then must be told.
  package func run(_ targets: [RevocationTarget]) async -> RevocationReport {
    let run = RevocationRun(options: options, clock: transport.clock, onEvent: onEvent)
    do throws(LedgerFailure) {
      try journal.announce(targets)
    } catch {
      run.stop(.ledger(error))
    }
    run.tell(.began(total: targets.count))
    var results = [RevocationResult?](repeating: nil, count: targets.count)
    var done = 0
    for places in Self.turns(targets) {
      let answers = await each(places.map { targets[$0] }, in: run) {
        target throws(LedgerFailure) in
        try await revoke(target, in: run)
      } told: { result in
        done += 1
        run.tell(.decided(result, done: done, total: targets.count))
      }
      for (place, answer) in zip(places, answers) { results[place] = answer }
    }
    if options.verification == .redeem, run.stop == nil { await prove(&results, in: run) }
    return RevocationReport(
      results: results.compactMap(\.self),
      waiting: zip(targets, results).filter { $0.1 == nil }.map(\.0),
      stop: run.stop,
      requiresVerified: options.requiresVerified
    )
  }

  /// One token of each client before the others: a client that is refused has then sent no more than that.
  private static func turns(_ targets: [RevocationTarget]) -> [[Int]] {
    var seen: Set<String> = []
    let isFirst = targets.map { seen.insert($0.clientID).inserted }
    return [true, false].map { wanted in targets.indices.filter { isFirst[$0] == wanted } }
  }

  /// Some at a time, in their order; nil for those that had no turn.
  func each<Item: Sendable>(
    _ items: [Item],
    in run: RevocationRun,
    work: @escaping @Sendable (Item) async throws(LedgerFailure) -> RevocationResult?,
    told: (RevocationResult) -> Void
  ) async -> [RevocationResult?] {
    var results = [RevocationResult?](repeating: nil, count: items.count)
    await withTaskGroup(of: (Int, RevocationResult?).self) { group in
      var next = 0
      func begin() {
        if Task.isCancelled { run.stop(.cancelled) }
        guard next < items.count, run.stop == nil else { return }
        let place = next
        next += 1
        group.addTask {
          do throws(LedgerFailure) {
            return (place, try await work(items[place]))
          } catch {
            run.stop(.ledger(error))
            return (place, nil)
          }
        }
      }
      for _ in 0..<max(1, options.jobs) { begin() }
      for await (place, result) in group {
        if let result {
          results[place] = result
          told(result)
        }
        begin()
      }
    }
    return results
  }
}
