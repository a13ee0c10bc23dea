import JSON
import Migration
import Terminal

/// The end of a migration, schema `appauth-migrate/migration/1`.
struct MigrationRendering {
  let plan: MigrationPlan
  let digest: String
  let result: MigrationResult
  let followUp: FollowUp
  /// What the commands of the session need to be told of the plan's client.
  let session: [String]

  /// Where the words of a step begin.
  private static let indent = 12

  var rendering: Rendering {
    Rendering(text: { style in text(style.width) }, json: { json })
  }

  private func text(_ width: Int) -> String {
    var lines: [String] = []
    let blanks = String(repeating: " ", count: Self.indent)
    func say(_ step: String, _ words: String) {
      let head = DisplayWidth.pad(step, to: Self.indent)
      lines += Wrap.lines(words, width: width, indent: head, hanging: blanks)
    }
    func offer(_ command: CommandID) {
      let line = followUp.line(command, adding: session)
      lines += Wrap.command(line, width: width, indent: blanks, hanging: blanks + "  ")
    }
    if let revocation = result.revocation {
      let ended = revocation.results.count { $0.outcome.isRevoked }
      let total = revocation.results.count + revocation.waiting.count
      let doubt =
        plan.options.verification == .redeem
        ? ", not all of it proven"
        : result.deletions.isEmpty
          ? ", accepted without proof (plan with --verify redeem to prove it)"
          : ", accepted without proof (--verify redeem, given to plan, would have made one)"
      let isDone = total == 0 && !plan.revocations.isEmpty
      say(
        "revoke",
        isDone
          ? "\(Quantity.count(plan.revocations.count, "token")), done by an earlier run"
          : "\(ended) of \(Quantity.count(total, "token"))" + (revocation.isUnproven ? doubt : "")
      )
    }
    if let login = result.login {
      say("login", words(for: login))
      switch login {
      case .signedIn, .kept, .unproven: offer(.logout)
      case .ended: offer(.login)
      case .alreadySignedIn: offer(.status)
      case .proven, .skipped: break
      }
    }
    if !result.deletions.isEmpty || result.isVerified {
      let gone = result.deletions.count { $0.outcome.isComplete }
      let isDone = result.deletions.isEmpty && !plan.deletions.isEmpty && result.remaining.isEmpty
      say(
        "delete",
        isDone
          ? "\(Quantity.count(plan.deletions.count, "state")) \(plan.place.rawValue), done by an earlier run"
          : "\(gone) of \(Quantity.count(result.deletions.count, "state")) \(plan.place.rawValue)"
      )
    }
    if result.countOfAppeared > 0 {
      let places = result.appeared.distinctPlaces.prefix(5).joined(separator: ", ")
      let more = result.countOfAppeared - min(5, result.appeared.count)
      let rest = places.isEmpty ? "in files named like a token" : " and \(more) more"
      let count = Quantity.count(result.countOfAppeared, "state")
      say(
        "new",
        "\(count) \(plan.place.rawValue), there since the plan: \(places)\(more == 0 ? "" : rest)"
      )
      say("", "plan again for what is there now, and apply that")
    }
    for error in result.unread.prefix(5) {
      say("not read", "\(Neutral.text(error.path)): \(Neutral.text(error.reason, limit: 400))")
    }
    if result.unread.count > 5 { say("", "and \(result.unread.count - 5) more") }
    let staying = plan.immovable
    if !staying.isEmpty {
      let places = staying.distinctPlaces.joined(separator: ", ")
      let count = Quantity.count(staying.count, "state")
      say("left", "\(count) \(plan.place.rawValue), which cannot be taken out yet: \(places)")
    }
    let others = plan.leftWork.filter { $0.reason != PlanLeftAlone.notRemovable }
    if !others.isEmpty {
      say("left", "\(Self.count(others)): \(Self.reasons(others))")
    }
    if plan.leftWork.isEmpty, result.isComplete {
      lines += Wrap.command("Done. Evidence: \(followUp.line(.ledgerShow))", width: width)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// How many states stay, and how many tokens of states that do not.
  private static func count(_ left: [PlanLeftAlone]) -> String {
    var states: Set<String> = []
    for case .state(let state) in left.map(\.subject) { states.insert(state.id) }
    let tokens = left.count { item in
      guard case .token(_, let holders) = item.subject else { return false }
      return states.isDisjoint(with: holders)
    }
    let places = left.count { if case .place = $0.subject { true } else { false } }
    return [
      states.isEmpty ? nil : Quantity.count(states.count, "state"),
      tokens == 0 ? nil : Quantity.count(tokens, "token"),
      places == 0 ? nil : Quantity.count(places, "file"),
    ].compactMap(\.self).joined(separator: ", ")
  }

  /// Each reason once, with what to do.
  private static func reasons(_ left: [PlanLeftAlone]) -> String {
    var seen: Set<String> = []
    return left.map(\.words).filter { seen.insert($0).inserted }
      .map { Neutral.text($0, limit: 300) }.joined(separator: "; ")
  }

  private func words(for login: MigrationResult.Login) -> String {
    switch login {
    case .signedIn: "you are signed in; this ends it:"
    case .unproven: "you are signed in, but the proof of that session failed; this ends it:"
    case .ended: "the new session did not outlive the revocation; this signs in anew:"
    case .kept: "you were signed in before, and that session works; this ends it:"
    case .alreadySignedIn: "done by an earlier run of this plan; this tells how it stands:"
    case .proven: "proven, and signed out again"
    case .skipped: "skipped: nobody signed in"
    }
  }

  /// Planned states that are still there, those too that were kept on purpose; null where no last look was taken.
  private var remaining: JSONNode {
    guard result.isVerified else { return .null }
    let kept = result.deletions.filter { !$0.outcome.isGone }.map(\.id)
    return .array((result.remaining + kept).map { .string($0) })
  }

  private var json: JSONNode {
    let head: [(String, JSONNode)] = [
      ("schema", "appauth-migrate/migration/1"),
      ("plan_sha256", .string(digest)),
      ("complete", .bool(result.isComplete && plan.leftWork.isEmpty)),
      ("preflight", result.preflight?.json(version: Version.current) ?? .null),
      ("revocation", result.revocation?.json() ?? .null),
      ("login", result.login.map { .string($0.rawValue) } ?? .null),
      ("left_behind", .array(result.leftBehind.map { .string($0) })),
      ("deletions", .array(result.deletions.map(\.json))),
    ]
    let unread = result.unread.map { error in
      JSONNode.object([("path", .string(error.path)), ("reason", .string(error.reason))])
    }
    let rest: [(String, JSONNode)] = [
      ("remaining", remaining),
      ("appeared", .array(result.appeared.map { .string($0.id) })),
      ("appeared_unnamed", .int(Int64(result.appearedUnnamed))),
      ("not_removable", .array(plan.immovable.map { .string($0.id) })),
      ("unread", .array(unread)),
      ("left_alone", .int(Int64(plan.leftWork.count))),
      ("data", .string(plan.place.rawValue)),
    ]
    return .object(head + rest)
  }
}
