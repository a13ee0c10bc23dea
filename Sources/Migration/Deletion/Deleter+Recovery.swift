import JSON
package import POSIX
import Secrets

/// A rewrite that a killed run had begun.
package struct DeletionRecovery: Hashable, Sendable {
  /// The states that it takes out.
  package let states: [String]
  /// The file.
  package let path: Path
  /// Whether it is ended now; else it had not come far enough, and was undone.
  package let isFinished: Bool
}

extension Deleter {
  /// Ends what a killed run left below the roots: what had been swapped is finished, what had not is undone.
  ///
  /// To be called before an audit: beside a file may lie its old content, with the states in it.
  ///
  /// - Returns: What was ended.
  /// - Throws: If the ledger cannot be read or written.
  @discardableResult
  package func recover() throws(LedgerFailure) -> [DeletionRecovery] {
    var filter = LedgerFilter()
    filter.steps = [.delete]
    filter.statuses = [.started, .inDoubt]
    filter.latestOnly = true
    var groups: [(record: DeletionRecord, entries: [LedgerEntry])] = []
    for entry in try ledger.entries(filter) {
      guard let record = DeletionRecord(started: entry.detail) else { continue }
      let known = groups.firstIndex {
        $0.record.path == record.path && $0.record.temporary == record.temporary
      }
      if let known {
        groups[known].entries.append(entry)
      } else {
        groups.append((record, [entry]))
      }
    }
    var recovered: [DeletionRecovery] = []
    for (record, entries) in groups {
      guard let place = try? FilePlace(record.path, below: roots),
        let isFinished = try? Leftover(record, at: place).end()
      else { continue }
      if isFinished { try ledger.append(entries.compactMap(Self.ending)) }
      let states = entries.compactMap { entry -> String? in
        guard case .state(let id) = entry.subject else { return nil }
        return id
      }
      recovered.append(DeletionRecovery(states: states, path: record.path, isFinished: isFinished))
    }
    return recovered
  }

  /// The row that the killed run would have written.
  private static func ending(_ entry: LedgerEntry) -> LedgerDraft? {
    guard let record = DeletionRecord(started: entry.detail) else { return nil }
    return LedgerDraft(
      .delete,
      entry.subject,
      .done,
      outcome: record.outcome.word,
      detail: record.done,
      plan: entry.plan
    )
  }
}

/// What lies beside a file under the name that the ledger remembers.
private struct Leftover {
  let record: DeletionRecord
  let place: FilePlace

  init(_ record: DeletionRecord, at place: FilePlace) {
    self.record = record
    self.place = place
  }

  /// Ends the rewrite; nil if there is nothing to do, or another run is at it.
  ///
  /// - Returns: Whether the new content is in place and the old one gone.
  func end() throws(FileFailure) -> Bool? {
    let current = try content(of: place.name)
    guard let left = try place.folder.statusIfPresent(of: record.temporary) else {
      // Without a leftover the file was swapped and all but recorded, or never touched.
      guard current == record.new else { return nil }
      return (try? place.folder.openFile(place.name).isFree()) == false ? nil : true
    }
    // Where the file itself is missing the leftover may be all that there is of it.
    guard left.kind == .regular, current != nil else { return nil }
    let file = try open()
    guard file.isFree() else { return nil }
    let isSwapped = current == record.new
    let beside = isSwapped ? record.old : try content(of: record.temporary)
    if beside == record.old, left.links == 1 {
      try file.zero(0..<left.size)
      try file.sync()
    }
    try place.folder.unlink(record.temporary)
    try place.folder.sync()
    return isSwapped
  }

  private func open() throws(FileFailure) -> File {
    do throws(FileFailure) {
      return try place.folder.openFile(record.temporary, .readWrite)
    } catch {
      guard error.isDenied else { throw error }
      try place.folder.openFile(record.temporary).setPermissions(0o600)
      return try place.folder.openFile(record.temporary, .readWrite)
    }
  }

  private func content(of name: Path) throws(FileFailure) -> Fingerprint? {
    do throws(FileFailure) {
      return try place.folder.openFile(name).readAll(limit: FileJudgement.limit).fingerprint
    } catch {
      guard error.isNotFound else { throw error }
      return nil
    }
  }
}

extension Directory {
  /// What the system knows of an entry; nil if there is none.
  func statusIfPresent(of name: Path) throws(FileFailure) -> FileStatus? {
    do throws(FileFailure) {
      return try status(of: name)
    } catch {
      guard error.isNotFound else { throw error }
      return nil
    }
  }
}
