package import LegacyState
import POSIX

/// Why a state is not even tried to be deleted.
package enum DeletionRefusal: Hashable, Sendable {
  /// The file, or a folder on the way to it, is a symbolic link: it was none when it was audited.
  case symbolicLink
  /// The file has other names, under which it would keep the state.
  case hardLinked(names: Int)
  /// The name stands for a folder, a pipe or the like.
  case notAFile(String)
  /// It is inside an archive or backup.
  case insideArchive
  /// It stands in a kind of document that is not rewritten.
  case notRewritten
  /// It lies in none of the paths that were given.
  case outsideInputs
  /// It is not sure that this is AppAuth's.
  case uncertain
  /// It holds more refresh tokens than are named, so that some would go without anybody knowing.
  case unnamedTokens
  /// Its path tells one of its tokens, or looks as if it told one, which neither report nor ledger may hold.
  case namedAfterToken
  /// Taking it out would not leave exactly the rest.
  case notExact(String)

  /// What is known before the file is opened; deletion, its dry run and the plan all go by this.
  ///
  /// - Parameter state: A state as the audit found it.
  /// - Returns: Why it cannot be deleted; nil if it is to be tried.
  package static func foreseen(for state: LegacyAuthState) -> DeletionRefusal? {
    if state.isInFileNamedLikeToken { return .namedAfterToken }
    if state.confidence == .low { return .uncertain }
    if state.hasUnnamedTokens { return .unnamedTokens }
    if !state.source.inner.isEmpty { return .insideArchive }
    guard state.removal == .exact, StateRemoval.isPossible(at: state.source) else {
      return .notRewritten
    }
    if state.source.fileNames > 1 { return .hardLinked(names: state.source.fileNames) }
    return nil
  }
}

/// What became of a state.
package enum DeletionOutcome: Hashable, Sendable {
  /// It is gone, and no byte of its tokens is left in the file and those beside it.
  case deleted
  /// It was not there any more.
  case alreadyGone
  /// It was kept, since its token could not be revoked: why.
  case keptNotRevoked(String)
  /// It was kept: its file, or the state in it, is not what the audit found.
  case changed(String)
  /// It is gone, but a token of it is still in these files, or in the name of one.
  case residue(files: [String])
  /// It is gone, but not all files beside it were searched for its tokens: why.
  case unproven(String)
  /// It was kept, and trying again would not help: why.
  case refused(DeletionRefusal)
  /// The system refused: what it said, and what to do.
  case failed(String)
  /// The run was stopped before.
  case notReached

  /// Whether the state is no longer in its file.
  package var isGone: Bool {
    switch self {
    case .deleted, .alreadyGone, .residue, .unproven: true
    case .keptNotRevoked, .changed, .refused, .failed, .notReached: false
    }
  }

  /// Whether it was kept since it, or its file, is not what the audit found.
  var isChanged: Bool {
    guard case .changed = self else { return false }
    return true
  }

  /// Whether nothing is left to do.
  package var isComplete: Bool { self == .deleted || self == .alreadyGone }

  /// The stable word for reports and the ledger.
  package var word: String {
    switch self {
    case .deleted: "deleted"
    case .alreadyGone: "already_gone"
    case .keptNotRevoked: "kept_not_revoked"
    case .changed: "changed"
    case .residue: "residue"
    case .unproven: "unproven"
    case .refused: "refused"
    case .failed: "failed"
    case .notReached: "not_reached"
    }
  }
}

extension DeletionOutcome {
  /// The file is not the one that was audited.
  static func changedSinceAudit(_ path: Path) -> DeletionOutcome {
    .changed("\(path.shown) changed since it was audited; audit it again, then delete")
  }
}

extension DeletionRefusal: CustomStringConvertible {
  /// Why, and what to do.
  package var description: String {
    switch self {
    case .symbolicLink:
      "the file or a folder above it is a symbolic link now; name the real place and audit it again"
    case .hardLinked(let names):
      "the file has \(names) names (hard links), and would keep the state under the others; "
        + "delete them or copy the file, then audit again"
    case .notAFile(let kind):
      "it is a \(kind) now, not a file; audit again"
    case .insideArchive:
      "it is inside an archive, which stays as it is; delete the archive, or unpack it and delete there"
    case .notRewritten:
      "this version does not take a state out of such a file; delete it in the app, or the whole file"
    case .namedAfterToken:
      "its path tells a token, or looks so, and neither report nor ledger may hold one: rename it, then audit again"
    case .outsideInputs:
      "it lies outside of the paths that were given"
    case .unnamedTokens:
      "it holds more refresh tokens than are named, and some may live; look at it and delete it by hand"
    case .uncertain:
      "it is not certain that AppAuth wrote it; look at it and delete it by hand"
    case .notExact(let words):
      words
    }
  }
}

extension DeletionOutcome: CustomStringConvertible {
  /// What happened, why, and what to do.
  package var description: String {
    switch self {
    case .deleted: "deleted; no byte of a token is left (raw, escaped, base64, UTF-16)"
    case .alreadyGone: "already gone"
    case .keptNotRevoked(let why): "kept: its token is not revoked (\(why))"
    case .changed(let why): "left alone: \(why)"
    case .residue(let files): "deleted, but \(ResiduePlaces.words(for: files))"
    case .unproven(let why):
      "deleted, but it is not proven that no token of it is left: \(why); look for it there"
    case .refused(let why): "left alone: \(why)"
    case .failed(let why): "not deleted: \(why)"
    case .notReached: "not reached; the same command goes on from here"
    }
  }
}
