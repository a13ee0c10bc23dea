import CSQLite
import Locks
package import POSIX

/// One connection to one database file.
///
/// Not Sendable: SQLite is told to take no locks of its own, so one task at a time may use it. Keep it in an actor.
@safe package final class Connection {
  /// The file, from the root.
  package let path: Path

  let handle: Handle
  private var statements: [String: Statement] = [:]

  /// What the connection may do.
  package enum Mode: Hashable, Sendable {
    /// Read, write and make the file.
    case readWriteCreate
    /// Read and write what exists.
    case readWrite
    /// Read only.
    case readOnly
  }

  /// How safe and how patient a connection is.
  package struct Options: Hashable, Sendable {
    /// Whether to use a write-ahead log, in which a commit is one sync and readers don't wait.
    package var writeAheadLog = true
    /// How long to wait for another process.
    package var busyTimeout = Duration.seconds(10)
    /// The largest value and row, in bytes: what a stranger's file may make us hold.
    package var maximumValueBytes: Int32 = 64 * 1024 * 1024
    /// Whether nobody can write to the file meanwhile, so that it is read without locks and without any file beside it.
    package var isImmutable = false

    /// A write-ahead log, every commit on disk before it returns, ten seconds of patience.
    package init() {}
  }

  /// Opens a database.
  ///
  /// Every commit is on disk before it returns; what is deleted is overwritten; foreign keys hold; a schema that
  /// someone else wrote runs no functions of his choice; temporary tables stay in memory.
  ///
  /// - Parameters:
  ///   - path: The file; made 0600 if it is to be made, as are the files beside it. No link.
  ///   - mode: What the connection may do.
  ///   - options: How safe and how patient it is.
  /// - Throws: `cannotOpen`, `cannotOpenSymlink`, `notADatabase`, `corrupt`, `busy`.
  package init(
    path: Path,
    mode: Mode = .readWriteCreate,
    options: Options = Options()
  ) throws(DatabaseFailure) {
    let path = try Self.absolute(path)
    try Self.prepareFile(path, mode)
    let flags =
      switch mode {
      case .readWriteCreate, .readWrite: SQLITE_OPEN_READWRITE
      case .readOnly: SQLITE_OPEN_READONLY
      }
    self.path = path
    self.handle = try Handle(path: path, flags: flags, isImmutable: options.isImmutable)
    try configure(mode, options)
  }

  /// A statement, compiled once and kept.
  ///
  /// - Parameter sql: One statement; values only as `?` placeholders.
  /// - Returns: The statement, not running.
  /// - Throws: If the SQL is wrong, or holds more than one statement.
  package func prepare(_ sql: String) throws(DatabaseFailure) -> Statement {
    if let kept = statements[sql], !kept.isRunning { return kept }
    let statement = try Statement(sql, on: handle)
    // A program has a fixed set of statements; the bound is for one that builds them.
    if statements.count >= 128 { statements.removeAll() }
    if statements[sql] == nil { statements[sql] = statement }
    return statement
  }

  private static func absolute(_ path: Path) throws(DatabaseFailure) -> Path {
    guard !path.bytes.contains(0) else {
      throw DatabaseFailure(code: .cannotOpen, message: "there is a zero in its path", path: path)
    }
    do {
      return try path.absolute
    } catch {
      throw DatabaseFailure(code: .cannotOpen, message: error.description, path: path)
    }
  }

  /// Makes a new file private before SQLite sees it; it gives its companions the same rights.
  ///
  /// Never opens a file that exists: closing it again would drop the locks that this process holds on it elsewhere
  /// (<https://www.sqlite.org/howtocorrupt.html>, section 2.2). For the same reason one at a time.
  private static func prepareFile(_ path: Path, _ mode: Mode) throws(DatabaseFailure) {
    let failure = creation.withLock { _ -> DatabaseFailure? in
      do throws(FileFailure) {
        let status = try Directory.status(of: path)
        guard status.kind != .symlink else {
          return DatabaseFailure(
            code: .cannotOpenSymlink,
            message: "it is a symbolic link",
            path: path
          )
        }
        return nil
      } catch {
        guard mode == .readWriteCreate, error.isNotFound else { return nil }
      }
      do throws(FileFailure) {
        _ = try File.open(path, .createExclusive(permissions: 0o600))
        return nil
      } catch {
        if error.isExisting { return nil }
        return DatabaseFailure(code: .cannotOpen, message: error.description, path: path)
      }
    }
    if let failure { throw failure }
  }

  private static let creation = Mutex(())
}

@available(*, unavailable, message: "one task at a time may use it: keep it in an actor")
extension Connection: Sendable {}
