import JSON
import LegacyState
import POSIX
import Secrets

/// The deletions in one folder: searched for residue together, then rewritten a batch of files at a time.
struct FolderDeletion {
  /// How many files are rewritten at once: so many old contents lie beside the new ones for a moment.
  private static let batchCount = 32
  /// How much new content is kept between judging and writing; beyond it a file is judged a second time.
  private static let memory = 64 << 20

  private let deleter: Deleter
  private let judgements: [FileJudgement]

  init(_ deleter: Deleter, _ judgements: [FileJudgement]) {
    var judgements = judgements
    var kept = 0
    for index in judgements.indices {
      kept += judgements[index].content?.count ?? 0
      if kept > Self.memory { judgements[index].content = nil }
    }
    self.deleter = deleter
    self.judgements = judgements
  }

  func run(
    shouldStop: () -> Bool,
    observe: DeletionObserver,
    report: (DeletionResult) -> Void
  ) throws(DeletionInterruption) {
    for judgement in judgements { try settle(judgement, report) }
    let ready = judgements.filter { !$0.removable.isEmpty }
    guard !ready.isEmpty else { return }
    let residue = residue(of: ready)
    try append(ready.flatMap(\.removable).map { deleter.draft($0, .pending) })
    for start in stride(from: 0, to: ready.count, by: Self.batchCount) {
      if shouldStop() { return }
      let batch = ready[start..<min(start + Self.batchCount, ready.count)]
      try rewrite(batch, residue, observe, report)
    }
  }

  /// Reports and records what is clear without touching the file.
  private func settle(
    _ judgement: FileJudgement,
    _ report: (DeletionResult) -> Void
  ) throws(DeletionInterruption) {
    for (target, outcome) in judgement.settledInOrder {
      if outcome == .alreadyGone, let earlier = try earlierOutcome(of: target) {
        report(DeletionResult(target, earlier))
        continue
      }
      let status: LedgerStatus = outcome.isGone ? .done : .refused
      try append([deleter.draft(target, status, outcome)])
      report(DeletionResult(target, outcome))
    }
  }

  /// What the ledger says of a state that is gone: a killed run may have been this one's beginning.
  private func earlierOutcome(
    of target: DeletionTarget
  ) throws(DeletionInterruption) -> DeletionOutcome? {
    do throws(LedgerFailure) {
      guard let entry = try deleter.ledger.latest(.delete, .state(target.id)),
        entry.status == .done
      else { return nil }
      if entry.outcome == DeletionOutcome.alreadyGone.word { return .alreadyGone }
      return DeletionRecord.outcome(done: entry.detail)
    } catch {
      throw .ledger(error)
    }
  }

  private func residue(of ready: [FileJudgement]) -> FolderResidue {
    var held: [Path: [LegacyAuthState]] = [:]
    for judgement in judgements { held[judgement.path.lastComponent] = judgement.held }
    let roots = deleter.roots
    return FolderResidue(
      of: ready.first.flatMap { try? FilePlace($0.path, below: roots).folder },
      for: ready.flatMap(\.removable).map(\.state),
      in: ready.map { judgement in
        FolderResidue.Rewritten(path: judgement.path, held: judgement.held) {
          judgement.content(below: roots)
        }
      },
      names: deleter.names,
      within: deleter.bounds,
      besides: held
    )
  }

  private func append(_ drafts: [LedgerDraft]) throws(DeletionInterruption) {
    do throws(LedgerFailure) {
      try deleter.ledger.append(drafts)
    } catch {
      throw .ledger(error)
    }
  }
}

extension FolderDeletion {
  /// Rewrites some files; each step is done for all of them before the next.
  private func rewrite(
    _ batch: ArraySlice<FileJudgement>,
    _ residue: FolderResidue,
    _ observe: DeletionObserver,
    _ report: (DeletionResult) -> Void
  ) throws(DeletionInterruption) {
    var files: [FileRewrite] = []
    for judgement in batch {
      do throws(FileJudgement.ReadFailure) {
        files.append(try open(judgement, residue))
      } catch {
        for target in judgement.removable {
          try append([deleter.draft(target, .refused, error.outcome)])
          report(DeletionResult(target, error.outcome))
        }
      }
    }
    guard !files.isEmpty else { return }
    try append(
      files.flatMap { file in
        file.removals.map { deleter.draft($0.target, .started, detail: $0.record.started) }
      }
    )
    do throws(DeletionStopped) {
      try observe(.announced)
      for file in files { try file.write(observe) }
      for file in files { try file.swap(observe) }
      FileRewrite.syncFolder(of: files)
      try observe(.folderSynced)
      for file in files { try file.wipe(observe) }
      for file in files { file.removeOld() }
      FileRewrite.syncFolder(of: files)
      try observe(.oldRemoved)
      for file in files { try file.check(observe) }
    } catch {
      throw .stopped
    }
    try append(files.flatMap { file in file.removals.map { deleter.ending(of: $0, in: file) } })
    do throws(DeletionStopped) {
      try observe(.recorded)
    } catch {
      throw .stopped
    }
    for file in files {
      for removal in file.removals {
        report(
          DeletionResult(
            removal.target,
            file.outcome(of: removal),
            searched: residue.searched,
            unsearched: residue.unsearched
          )
        )
      }
    }
  }

  private func open(
    _ judgement: FileJudgement,
    _ residue: FolderResidue
  ) throws(FileJudgement.ReadFailure) -> FileRewrite {
    guard let content = judgement.content(below: deleter.roots), let old = judgement.old,
      let new = judgement.new
    else {
      throw FileJudgement.ReadFailure(outcome: .changedSinceAudit(judgement.path))
    }
    var record = DeletionRecord(
      path: judgement.path,
      ids: judgement.removable.map(\.id),
      old: old,
      new: new,
      searched: residue.searched,
      notSearched: residue.unsearched.list,
      unproven: residue.unsearched.words
    )
    let removals = judgement.removable.map { target in
      record.residue = residue.places(of: target.state)
      return FileRewrite.Removal(target: target, record: record)
    }
    return try FileRewrite(removals, record, content, for: deleter)
  }
}
