import JSON
import LegacyState
import Migration
import OAuthClient
import POSIX
import Secrets
import Terminal

/// Removes old state exactly; with --revoke only what was revoked.
enum DeleteCommand: Command {
  static func run(_ context: Context) async throws(Stop) -> ExitCode {
    guard !context.paths.contains(where: { $0.bytes == [UInt8(ascii: "-")] }) else {
      throw Stop(.usage, "nothing can be deleted in standard input: name a file or a folder")
    }
    try refuseWithoutRevoke(context.command)
    try context.checkPaths()
    let ledger = try context.openLedger()
    let isDry = context.command.has(.dryRun)
    // Two at once would each find changed what the other one deletes.
    let turn = isDry ? nil : try context.turn(at: ledger)
    defer { turn?.end() }
    do throws(LedgerFailure) {
      if !isDry { try Deleter(roots: context.paths, ledger: ledger).recover() }
    } catch {
      throw Stop(.partial, error.description)
    }
    let result = try context.audit(AuditInputs.inputs(context, limit: 0))
    let names = TokenNames(result.states.flatMap { $0.state.tokens.map(\.secret) })
    let deleter = Deleter(roots: context.paths, ledger: ledger, names: names)
    let place = DataPlace(of: context.paths.map { (try? $0.absolute) ?? $0 })
    let revocation =
      try context.command.has(.revoke) ? await Revocation(context, result.states) : nil
    if isDry {
      let holds =
        context.command.has(.evenIfNotRevoked) ? [:] : try foreseenHolds(revocation, ledger)
      let preview = DeletionPreview(result.states, place, revocation, holds)
      try context.show(preview.rendering)
      // As the deletion itself would end.
      return result.report.isComplete && preview.isWhole ? .done : .partial
    }
    for line in revocation?.outlook ?? [] { context.printer.remark(line) }
    try revocation?.confirm(context)
    guard !result.states.isEmpty else {
      context.printer.remark("nothing to delete: no AppAuth state was found here")
      if context.results.isForPrograms {
        let nothing = Outcome(revocation: nil, deletions: [])
        try context.show(rendering(nothing, [], place), stoppedBy: nil)
      }
      return result.report.isComplete ? .done : .partial
    }
    let removable = result.states.filter { DeletionRefusal.foreseen(for: $0.state) == nil }
    let alive = try aliveCount(removable, ledger)
    if revocation == nil, alive > 0 {
      context.printer.warning(
        "\(Quantity.count(alive, "state")) with a refresh token: deleting does not end it, and afterwards nobody can",
        hints: ["--revoke --issuer ISSUER revokes first, and deletes what was revoked"]
      )
    }
    // Where nothing would change, nobody is asked, and each state still gets its reason.
    if !removable.isEmpty {
      let count = Quantity.count(removable.count, "state")
      try context.confirm("delete \(count) \(place.rawValue)?")
    }
    let states = result.states
    let printer = context.printer
    let force = context.command.has(.evenIfNotRevoked)
    let (outcome, isInterrupted) = await context.interruptible { () -> Outcome in
      let report = await revocation?.run(ledger, on: printer)
      var holds: [String: String] = [:]
      if !force, let revocation, let report {
        holds = Self.holds(revocation, report.results, waiting: report.waiting)
      }
      let targets = states.map { DeletionTarget($0.state, hold: holds[$0.state.id]) }
      do throws(DeletionInterruption) {
        return Outcome(
          revocation: report,
          deletions: try deleter.delete(targets, shouldStop: { Task.isCancelled })
        )
      } catch {
        return Outcome(revocation: report, deletions: [], interruption: error)
      }
    }
    context.printer.remark(place.words)
    var stop: Stop? = isInterrupted ? .interrupted : nil
    if case .ledger(let failure)? = outcome.interruption {
      stop = Stop(.partial, failure.description)
    }
    let told = outcome.revocation.flatMap { revocation?.lines($0) } ?? []
    try context.show(rendering(outcome, told, place), stoppedBy: stop)
    let isDone = outcome.deletions.allSatisfy(\.outcome.isComplete) && result.report.isComplete
    var codes: [ExitCode] = [isDone ? .done : .partial]
    if let revocation, let report = outcome.revocation {
      let areGone = outcome.deletions.contains(where: \.outcome.isComplete)
      codes.append(revocation.exitCode(report, on: context.printer, areGone: areGone))
    }
    return .combining(codes)
  }

  /// What says whose tokens are revoked does not say which states are deleted: all are that are found.
  private static func refuseWithoutRevoke(_ command: ParsedCommand) throws(Stop) {
    guard !command.has(.revoke) else { return }
    let flags: [Flag] = [
      .map, .issuer, .clientID, .includeHistorical, .verify, .requireVerified, .evenIfNotRevoked,
    ]
    guard let flag = flags.first(where: { command.has($0) }) else { return }
    let name = Table.standard.flag(flag)?.long ?? flag.rawValue
    throw Stop(
      .usage,
      "--\(name) does nothing without --revoke: every state in the paths would be deleted",
      hints: ["add --revoke, or leave the flag out; to delete a part, name its folder"]
    )
  }

  private struct Outcome: Sendable {
    let revocation: RevocationReport?
    let deletions: [DeletionResult]
    var interruption: DeletionInterruption?
  }

  /// With --revoke: why a state stays, by its id.
  private static func holds(
    _ revocation: Revocation,
    _ results: [RevocationResult],
    waiting: [RevocationTarget]
  ) -> [String: String] {
    var holds: [String: String] = [:]
    for unsent in revocation.selection.notSent where unsent.reason.keepsState {
      for id in unsent.states { holds[id] = unsent.reason.description }
    }
    for result in results where !revocation.isEnough(result.outcome) {
      for id in result.target.states { holds[id] = "its token \(result)" }
    }
    for target in waiting {
      for id in target.states {
        holds[id] = "its token \(target.fingerprint.short) is not revoked yet"
      }
    }
    return holds
  }

  /// With --revoke, before anything is sent: why a state would stay, by its id.
  private static func foreseenHolds(
    _ revocation: Revocation?,
    _ ledger: Ledger
  ) throws(Stop) -> [String: String] {
    guard let revocation else { return [:] }
    do throws(LedgerFailure) {
      var holds = holds(revocation, try revocation.known(ledger), waiting: [])
      if revocation.provider.revocationEndpoint == nil {
        for id in revocation.selection.targets.flatMap(\.states) {
          holds[id] = holds[id] ?? "the provider names no revocation endpoint"
        }
      }
      return holds
    } catch {
      throw Stop(.partial, error.description)
    }
  }

  /// How many states hold a refresh token that, by the ledger, nobody has ended.
  private static func aliveCount(
    _ states: [AuditedState],
    _ ledger: Ledger
  ) throws(Stop) -> Int {
    var count = 0
    do throws(LedgerFailure) {
      for audited in states {
        let refresh = audited.state.tokens.filter { $0.role == .refresh }
        for token in refresh {
          if let fingerprint = token.fingerprint, try ledger.hasEnded(fingerprint) { continue }
          count += 1
          break
        }
      }
    } catch {
      throw Stop(.partial, error.description)
    }
    return count
  }

  private static func rendering(
    _ outcome: Outcome,
    _ revoked: [String],
    _ place: DataPlace
  ) -> Rendering {
    Rendering(
      text: { style in
        var lines = revoked + outcome.deletions.map { "\($0.place): \($0.words)" }
        let gone = outcome.deletions.count { $0.outcome.isComplete }
        lines.append(
          "\(gone) of \(Quantity.count(outcome.deletions.count, "state")) deleted \(place.rawValue)"
        )
        return lines.map { Wrap.paragraph($0, width: style.width, hanging: "  ") }.joined()
      },
      json: {
        .object([
          ("schema", "appauth-migrate/deletion/1"),
          ("data", .string(place.rawValue)),
          ("dry_run", false),
          ("revocation", outcome.revocation?.json() ?? .null),
          ("states", .array(outcome.deletions.map(\.json))),
        ])
      }
    )
  }
}

extension NotSent.Reason {
  /// Whether a token of this kind may still be at work where nobody looked.
  fileprivate var keepsState: Bool {
    switch self {
    case .noRefreshToken, .expired, .historical: false
    default: true
    }
  }
}
