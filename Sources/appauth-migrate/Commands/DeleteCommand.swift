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
    guard context.command.has(.revoke) || !context.command.has(.map) else {
      throw Stop(
        .usage,
        "--map does nothing without --revoke",
        hints: ["it says whose a token is; what is deleted does not depend on that"]
      )
    }
    try context.checkPaths()
    let ledger = try context.openLedger()
    let deleter = Deleter(roots: context.paths, ledger: ledger)
    let isDry = context.command.has(.dryRun)
    // Two at once would each find changed what the other one deletes.
    let turn = isDry ? nil : try context.turn(at: ledger)
    defer { turn?.end() }
    do throws(LedgerFailure) {
      if !isDry { try deleter.recover() }
    } catch {
      throw Stop(.partial, error.description)
    }
    let result = try context.audit(AuditInputs.inputs(context, limit: 0))
    let place = DataPlace(of: context.paths.map { (try? $0.absolute) ?? $0 })
    let revocation =
      try context.command.has(.revoke) ? await Revocation(context, result.states) : nil
    if isDry {
      try context.show(preview(result.states, place))
      return .done
    }
    for line in revocation?.outlook ?? [] { context.printer.remark(line) }
    try revocation?.confirm(context)
    guard result.states.contains(where: { $0.state.confidence != .low }) else {
      context.printer.remark("nothing to delete: no AppAuth state was proven here")
      if context.results.isForPrograms {
        try context.show(rendering(Outcome(revocation: nil, deletions: []), place), stoppedBy: nil)
      }
      return result.report.isComplete ? .done : .partial
    }
    let alive = result.states.count { $0.state.tokens.contains { $0.role == .refresh } }
    if revocation == nil, alive > 0 {
      context.printer.warning(
        "\(Quantity.count(alive, "state")) with a refresh token: deleting does not end it, and afterwards nobody can",
        hints: ["--revoke --issuer ISSUER revokes first, and deletes what was revoked"]
      )
    }
    let removable = result.states.count { DeletionRefusal.foreseen(for: $0.state) == nil }
    // Where nothing would change, nobody is asked, and each state still gets its reason.
    if removable > 0 {
      try context.confirm("delete \(Quantity.count(removable, "state")) \(place.rawValue)?")
    }
    let states = result.states
    let printer = context.printer
    let force = context.command.has(.evenIfNotRevoked)
    let (outcome, isInterrupted) = await context.interruptible { () -> Outcome in
      let report = await revocation?.run(ledger, on: printer)
      let holds = force ? [:] : Self.holds(states, revocation, report)
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
    try context.show(rendering(outcome, place), stoppedBy: stop)
    let isDone = outcome.deletions.allSatisfy(\.outcome.isComplete) && result.report.isComplete
    var codes: [ExitCode] = [isDone ? .done : .partial]
    if let revocation, let report = outcome.revocation {
      codes.append(revocation.exitCode(report, on: context.printer))
    }
    return .combining(codes)
  }

  private struct Outcome: Sendable {
    let revocation: RevocationReport?
    let deletions: [DeletionResult]
    var interruption: DeletionInterruption?
  }

  /// With --revoke: why a state stays, by its id.
  private static func holds(
    _ states: [AuditedState],
    _ revocation: Revocation?,
    _ report: RevocationReport?
  ) -> [String: String] {
    guard let revocation, let report else { return [:] }
    var holds: [String: String] = [:]
    for unsent in revocation.selection.notSent where unsent.reason.keepsState {
      for id in unsent.states { holds[id] = unsent.reason.description }
    }
    for result in report.results where !revocation.isEnough(result.outcome) {
      for id in result.target.states { holds[id] = "its token \(result)" }
    }
    for target in report.waiting {
      for id in target.states {
        holds[id] = "its token \(target.fingerprint.short) is not revoked yet"
      }
    }
    return holds
  }

  private static func preview(_ states: [AuditedState], _ place: DataPlace) -> Rendering {
    Rendering(
      text: { style in
        let lines = states.map { audited in
          let place = DeletionTarget(audited.state).shownPlace
          return DeletionRefusal.foreseen(for: audited.state).map { refusal in
            "\(place): \(DeletionOutcome.refused(refusal))"
          } ?? "\(place): would go, exactly"
        }
        return (lines + ["nothing was changed \(place.rawValue): --dry-run"])
          .map { Wrap.paragraph($0, width: style.width, hanging: "  ") }.joined()
      },
      json: {
        .object([
          ("schema", "appauth-migrate/deletion/1"),
          ("data", .string(place.rawValue)),
          ("dry_run", true),
          (
            "states",
            .array(
              states.map { audited in
                let refusal = DeletionRefusal.foreseen(for: audited.state)
                return .object([
                  ("state", .string(audited.state.id)),
                  ("place", .string(DeletionTarget(audited.state).shownPlace)),
                  ("would_delete", .bool(refusal == nil)),
                  ("words", refusal.map { .string($0.description) } ?? .null),
                ])
              }
            )
          ),
        ])
      }
    )
  }

  private static func rendering(_ outcome: Outcome, _ place: DataPlace) -> Rendering {
    Rendering(
      text: { style in
        var lines = outcome.deletions.map { "\($0.place): \($0.outcome)" }
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
