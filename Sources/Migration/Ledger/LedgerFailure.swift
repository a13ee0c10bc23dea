import Database
import POSIX

/// Why the ledger was not opened, read or written; nothing was appended.
public struct LedgerFailure: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// The name stands for a link.
    case symbolicLink
    /// The name stands for a folder, a pipe or the like.
    case notAFile(String)
    /// The file has other names, under which SQLite would not find its log.
    case linkedElsewhere
    /// Someone else owns it.
    case foreignOwner
    /// Someone else may write to it.
    case writableByOthers
    /// Anybody may put another file in its place.
    case folderWritableByOthers
    /// A newer version of this program wrote it.
    case newerVersion(Int)
    /// It is a database of something else, or no database.
    case foreignDatabase
    /// What is in it was not written by this program, or is damaged.
    case damaged(String)
    /// Another process kept it locked for longer than was waited.
    case busy
    /// The system or SQLite refused, in its own words.
    case storage(String)
  }

  /// What is wrong.
  public let reason: Reason
  /// The file as it may be shown.
  public let path: String

  init(_ reason: Reason, _ path: Path) {
    self.reason = reason
    self.path = path.shown
  }

  init(_ failure: DatabaseFailure) {
    let reason: Reason =
      switch failure.code {
      case .busy, .locked: .busy
      case .cannotOpenSymlink: .symbolicLink
      case .notADatabase: .foreignDatabase
      case .corrupt, .mismatch: .damaged(failure.message.neutralised)
      default: .storage(failure.description)
      }
    self.init(reason, failure.path)
  }

  init(_ failure: FileFailure) {
    self.init(.storage(failure.description), failure.path)
  }
}

extension LedgerFailure: CustomStringConvertible {
  /// What is wrong and what to do, in one line.
  public var description: String {
    switch reason {
    case .symbolicLink:
      "the ledger \(path) is a symbolic link; name the real file with --ledger"
    case .notAFile(let kind):
      "the ledger \(path) is a \(kind), not a file; name another one with --ledger"
    case .linkedElsewhere:
      "the ledger \(path) has a second name (hard link); remove that, or name another file with --ledger"
    case .foreignOwner:
      "the ledger \(path) belongs to another user; run as that user, or name your own with --ledger"
    case .writableByOthers:
      "the ledger \(path) can be written by others, so it proves nothing; "
        + "chmod go-w it if you trust what is in it, or name another one with --ledger"
    case .folderWritableByOthers:
      "anybody may replace files in the folder of the ledger \(path); "
        + "chmod o-w the folder, or name a file elsewhere with --ledger"
    case .newerVersion(let version):
      "the ledger \(path) has format \(version), and this program knows format \(Ledger.version) at most; "
        + "use the newer program, or name another file with --ledger"
    case .foreignDatabase:
      "\(path) is no ledger of appauth-migrate; name another file with --ledger"
    case .damaged(let words):
      "the ledger \(path) is damaged (\(words)); keep it as evidence, and name a new file with --ledger"
    case .busy:
      "another process kept the ledger \(path) locked; wait until it ends, then run again"
    case .storage(let words):
      "the ledger cannot be used: \(words)"
    }
  }
}
