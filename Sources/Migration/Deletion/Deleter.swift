import JSON
package import LegacyState
package import POSIX
import Secrets

/// Takes old states out of their files, exactly, durably and provably.
///
/// A file is judged before it is touched, announced in the ledger before it is rewritten, and read again afterwards;
/// whatever happens in between, the next run ends it. Folders are walked without following links.
package struct Deleter: Sendable {
  /// What was audited, from the root of the file system: nothing outside is touched.
  let roots: [Path]
  let ledger: Ledger
  let plan: String?
  /// Whether files give each other their names; without, as on some network file systems, the old content has no name
  /// while it is overwritten, and a run that is killed in that moment leaves it to the disk's free space.
  let canSwap: Bool
  /// Tells which file names spell a token of the states that were found.
  let names: TokenNames
  /// How much is searched beside the files that lose states.
  let bounds: ResidueBounds

  /// Sets up a deletion.
  ///
  /// - Parameters:
  ///   - roots: What was audited, as it was given to the audit.
  ///   - ledger: Remembers what is done.
  ///   - plan: The digest of the plan that is applied, in hex.
  ///   - names: Tells which file names spell a token of the states that were found.
  ///   - bounds: How much is searched beside the files that lose states.
  ///   - canSwap: False to do without what some file systems do not have.
  package init(
    roots: [Path],
    ledger: Ledger,
    plan: String? = nil,
    names: TokenNames = TokenNames([]),
    bounds: ResidueBounds = ResidueBounds(),
    canSwap: Bool = true
  ) {
    // Who deletes in a file means its twin too: see ``AuditOptions/includesTwins``.
    self.roots = roots.map { (try? $0.absolute) ?? $0 }.flatMap {
      [$0] + [$0.twin].compactMap(\.self)
    }
    self.ledger = ledger
    self.plan = plan
    self.names = names
    self.bounds = bounds
    self.canSwap = canSwap
  }

  /// Deletes states.
  ///
  /// Begins with ``recover()``, which is to be called before the audit as well: what a killed run left beside a file
  /// holds states, too.
  ///
  /// - Parameters:
  ///   - targets: The states.
  ///   - shouldStop: Asked between batches of files; what is not reached then says so.
  ///   - report: Told each result as soon as it stands.
  ///   - observe: Told after each point; for tests.
  /// - Returns: A result for each target, in their order.
  /// - Throws: If the ledger can't remember any more, or the observer wanted no more.
  @discardableResult
  package func delete(
    _ targets: [DeletionTarget],
    shouldStop: () -> Bool = { false },
    report: (DeletionResult) -> Void = { _ in },
    observe: DeletionObserver = { _ in }
  ) throws(DeletionInterruption) -> [DeletionResult] {
    do throws(LedgerFailure) {
      try recover()
    } catch {
      throw .ledger(error)
    }
    let targets = targets.namedApart
    var results: [String: DeletionResult] = [:]
    let files = Dictionary(grouping: targets, by: \.path)
    let folders = Dictionary(grouping: files.keys.sorted(), by: \.parent)
    for (_, paths) in folders.sorted(by: { $0.key < $1.key }) {
      guard !shouldStop() else { break }
      let judgements = paths.sorted().map { FileJudgement(of: $0, files[$0] ?? [], below: roots) }
      let folder = FolderDeletion(self, judgements)
      try folder.run(shouldStop: shouldStop, observe: observe) { result in
        results[result.id] = result
        report(result)
      }
    }
    return targets.map { target in
      results[target.id] ?? DeletionResult(target, .notReached)
    }
  }
}

/// What the ledger is told.
extension Deleter {
  func draft(
    _ target: DeletionTarget,
    _ status: LedgerStatus,
    _ outcome: DeletionOutcome? = nil,
    detail: JSONNode? = nil
  ) -> LedgerDraft {
    var said: [(String, JSONNode)] = [("path", target.toldPath.json)]
    if let outcome { said.append(("words", .string(outcome.description))) }
    return LedgerDraft(
      .delete,
      .state(target.id),
      status,
      outcome: outcome?.word,
      detail: detail ?? .object(said),
      plan: plan
    )
  }

  /// The row that ends a rewrite.
  func ending(of removal: FileRewrite.Removal, in file: FileRewrite) -> LedgerDraft {
    let outcome = file.outcome(of: removal)
    if outcome.isGone {
      return draft(removal.target, .done, outcome, detail: removal.record.done)
    }
    // With the new content in place the old one may still lie beside it: the next run looks, as after a kill.
    return file.isSwapped
      ? draft(removal.target, .inDoubt, outcome, detail: removal.record.started)
      : draft(removal.target, .refused, outcome)
  }
}

extension DeletionResult {
  init(
    _ target: DeletionTarget,
    _ outcome: DeletionOutcome,
    searched: Int = 0,
    unsearched: UnsearchedFiles = UnsearchedFiles()
  ) {
    self.init(
      id: target.id,
      path: target.toldPath,
      place: target.shownPlace,
      outcome: outcome,
      searched: searched,
      notSearched: unsearched.list,
      unproven: unsearched.words
    )
  }
}
