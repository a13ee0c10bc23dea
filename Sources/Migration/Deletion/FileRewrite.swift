import POSIX
import Secrets

/// One file on its way from the old content to the new one; each step is one method, done for a whole batch before the
/// next, so that a batch needs only one sync of its folder.
///
/// The old content never loses its last name before it is overwritten: it changes names with the new one, and a run
/// that comes after a kill finds it under the temporary name. The modification time is not kept: the file did change,
/// and whoever copies by times must notice.
final class FileRewrite {
  /// A state that goes, and what the ledger says of it.
  struct Removal {
    let target: DeletionTarget
    let record: DeletionRecord
  }

  let removals: [Removal]
  /// What went wrong.
  private(set) var problem: DeletionOutcome?
  /// Whether the new content has the name, so that nobody may say that nothing happened.
  private(set) var isSwapped = false

  private let place: FilePlace
  private let canSwap: Bool
  private let roots: [Path]
  private let original: File
  private let status: FileStatus
  /// What all removals from one file share: names and digests.
  private let record: DeletionRecord
  /// Nil once it is written.
  private var content: SecretBytes?
  /// The new file: its lock tells other runs that this one lives.
  private var fresh: File?
  /// Whether the old content has the temporary name now.
  private var isExchanged = false
  /// The old file, open to be overwritten, where the system can't give two files each other's name; nil if it may not
  /// be written to, and then only the file system's free space has its bytes.
  private var nameless: File?
  private var hasOtherName = false

  /// Opens the file as it was judged, and keeps other runs of this program away from it.
  init(
    _ removals: [Removal],
    _ record: DeletionRecord,
    _ content: SecretBytes,
    for deleter: Deleter
  ) throws(FileJudgement.ReadFailure) {
    self.removals = removals
    self.record = record
    self.content = content
    self.place = try FilePlace.find(record.path, below: deleter.roots)
    self.canSwap = deleter.canSwap
    self.roots = deleter.roots
    (self.original, self.status) = try place.open()
    do throws(FileFailure) {
      // A file system without locks has no other runs to be told apart.
      guard original.isFree() else {
        throw FileFailure(.lock, place.path, .locked)
      }
      let now = try original.readAll(limit: FileJudgement.limit)
      guard now.fingerprint == record.old else {
        throw FileFailure(.read, place.path, .changing)
      }
    } catch {
      throw FileJudgement.ReadFailure(error)
    }
  }

  /// Whether it still goes on.
  var isAlive: Bool { problem == nil }

  /// What became of a state.
  func outcome(of removal: Removal) -> DeletionOutcome {
    if let problem {
      guard isSwapped else { return problem }
      return .failed(
        "it is out of \(place.path.shown), but not all that follows was done (\(problem)); "
          + "the same command goes on from here"
      )
    }
    guard hasOtherName else { return removal.record.outcome }
    let twin = "another name (hard link) of what was \(place.path.shown)"
    return .residue(files: removal.record.residue + [twin])
  }

  /// Writes the new content under the temporary name, with the old file's owner, rights and attributes.
  func write(_ observe: DeletionObserver) throws(DeletionStopped) {
    guard let content else { return }
    self.content = nil
    try attempt(undoing: true) { () throws(Step) in
      let file = try system { () throws(FileFailure) in
        let file = try place.folder.claimTemporary(record.temporary)
        fresh = file
        try file.write(content)
        return file
      }
      try tell(.written, observe)
      try system { () throws(FileFailure) in
        // Before the sync, so that the swap never shows a file with the wrong rights.
        try file.copyAttributes(of: original)
        try file.sync()
      }
      try tell(.synced, observe)
    }
  }

  /// Gives the new content the name, and the old one the temporary name.
  func swap(_ observe: DeletionObserver) throws(DeletionStopped) {
    try attempt(undoing: true) { () throws(Step) in
      try system { () throws(FileFailure) in
        guard try place.folder.status(of: place.name).isUnchanged(since: status) else {
          throw FileFailure(.write, place.path, .changing)
        }
        if canSwap { isExchanged = try place.folder.swap(record.temporary, with: place.name) }
        if !isExchanged {
          nameless = try? place.folder.openFile(place.name, .readWrite)
          try place.folder.rename(record.temporary, to: place.name)
        }
        isSwapped = true
      }
      try tell(.swapped, observe)
    }
  }

  /// Overwrites the old content.
  func wipe(_ observe: DeletionObserver) throws(DeletionStopped) {
    try attempt { () throws(Step) in
      try system { () throws(FileFailure) in
        if isExchanged {
          try overwrite(openOld())
        } else if let nameless, case .linkedElsewhere = try DurableWrite.wipe(nameless) {
          hasOtherName = true
        }
      }
      try tell(.oldWiped, observe)
    }
  }

  /// Takes the temporary name away from what was the old content.
  func removeOld() {
    guard isAlive else { return }
    do throws(FileFailure) {
      try place.folder.unlinkIfPresent(record.temporary)
    } catch {
      fail(error)
    }
  }

  /// Reads the file again.
  func check(_ observe: DeletionObserver) throws(DeletionStopped) {
    try attempt { () throws(Step) in
      try system { () throws(FileFailure) in
        let file = try place.folder.openFile(place.name)
        guard try file.readAll(limit: FileJudgement.limit).fingerprint == record.new else {
          throw FileFailure(.read, place.path, .changing)
        }
        guard try isStillThere(file) else { throw FileFailure(.find, place.path, .changing) }
      }
      try tell(.checked, observe)
    }
  }

  /// Whether its path still leads to the file that was written: a folder on the way may have been changed for another.
  private func isStillThere(_ file: File) throws(FileFailure) -> Bool {
    guard let again = try? FilePlace(place.path, below: roots) else { return false }
    return try again.folder.status(of: again.name).isSameFile(as: file.status())
  }

  /// Makes what was renamed and removed survive a power cut, for all of a folder's files at once.
  static func syncFolder(of batch: [FileRewrite]) {
    let alive = batch.filter(\.isAlive)
    do throws(FileFailure) {
      try alive.first?.place.folder.sync()
    } catch {
      for file in alive { file.fail(error) }
    }
  }

  private func fail(_ failure: FileFailure) {
    problem = FileJudgement.ReadFailure(failure).outcome
  }
}

extension FileRewrite {
  private enum Step: Error {
    case failure(FileFailure)
    case stopped
  }

  private func tell(_ point: DeletionPoint, _ observe: DeletionObserver) throws(Step) {
    do throws(DeletionStopped) {
      try observe(point)
    } catch {
      throw .stopped
    }
  }

  private func system<R>(_ body: () throws(FileFailure) -> R) throws(Step) -> R {
    do throws(FileFailure) {
      return try body()
    } catch {
      throw .failure(error)
    }
  }

  /// Does a step unless an earlier one failed; a failure is the outcome.
  private func attempt(
    undoing: Bool = false,
    _ body: () throws(Step) -> Void
  ) throws(DeletionStopped) {
    guard isAlive else { return }
    do throws(Step) {
      try body()
    } catch {
      guard case .failure(let failure) = error else { throw DeletionStopped() }
      fail(failure)
      if undoing, !isSwapped { try? place.folder.unlinkIfPresent(record.temporary) }
    }
  }

  /// The old file under its temporary name; another one is given its name back.
  private func openOld() throws(FileFailure) -> File {
    let now = try place.folder.status(of: record.temporary)
    guard now.isSameFile(as: status) else {
      // Someone replaced the file between the last look and the swap.
      try giveBack()
      throw FileFailure(.write, place.path, .changing)
    }
    // Who had it open may have written into it since the last look.
    let old = try place.folder.openFile(record.temporary)
    guard try old.readAll(limit: FileJudgement.limit).fingerprint == record.old else {
      try giveBack()
      throw FileFailure(.write, place.path, .changing)
    }
    do throws(FileFailure) {
      return try place.folder.openFile(record.temporary, .readWrite)
    } catch {
      guard error.isDenied else { throw error }
      // Its owner may have taken the right to write away from himself.
      try original.setPermissions(0o600)
      return try place.folder.openFile(record.temporary, .readWrite)
    }
  }

  /// Undoes the swap: what lies under the temporary name is somebody else's work.
  private func giveBack() throws(FileFailure) {
    if try place.folder.swap(record.temporary, with: place.name) { isSwapped = false }
    try? place.folder.unlinkIfPresent(record.temporary)
  }

  private func overwrite(_ old: File) throws(FileFailure) {
    let now = try old.status()
    guard now.links == 1 else {
      // Under another name it is someone else's file by now.
      hasOtherName = true
      return
    }
    try old.zero(0..<now.size)
    try old.sync()
  }
}

extension Directory {
  /// Takes a name away, if it is there.
  func unlinkIfPresent(_ name: Path) throws(FileFailure) {
    do throws(FileFailure) {
      try unlink(name)
    } catch {
      guard error.isNotFound else { throw error }
    }
  }
}
