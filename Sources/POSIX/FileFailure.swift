import CSystem

/// A file operation that failed: what was tried, on what, why, and what to do about it.
package struct FileFailure: Error, Hashable, Sendable {
  /// What was being done.
  package let operation: Operation
  /// On which file; shown only neutralised.
  package let path: Path
  /// Why it failed.
  package let reason: Reason

  /// Why an operation failed.
  package enum Reason: Hashable, Sendable {
    /// The system refused, with its `errno`.
    case system(Int32)
    /// The file changed while it was being read or replaced.
    case changing
    /// There is more in it than the caller takes.
    case tooLarge(limit: Int)
    /// It is no file of the kind that was expected.
    case unexpectedKind(FileKind)
    /// Another process kept the lock for longer than the caller waits.
    case locked
    /// The task was cancelled while it waited.
    case cancelled
  }

  /// What was being done, as the verb of the message.
  package enum Operation: String, Hashable, Sendable {
    case attribute = "set the owner and rights of"
    case create
    case find
    case inspect = "look at"
    case list
    case lock
    case open
    case read
    case remove
    case rename
    case run
    case sync = "save"
    case truncate = "shorten"
    case write
  }

  /// Names what failed.
  ///
  /// - Parameters:
  ///   - operation: What was being done.
  ///   - path: On which file.
  ///   - reason: Why it failed.
  package init(_ operation: Operation, _ path: Path, _ reason: Reason) {
    self.operation = operation
    self.path = path
    self.reason = reason
  }

  init(_ operation: Operation, _ path: Path, _ code: Int32) {
    self.init(operation, path, .system(code))
  }

  /// The system's `errno`; 0 if the reason is not the system's.
  package var code: Int32 {
    guard case .system(let code) = reason else { return 0 }
    return code
  }

  /// The failure of making a file where there is one.
  ///
  /// - Parameter path: Its name.
  /// - Returns: What the system says then.
  package static func taken(_ path: Path) -> FileFailure {
    FileFailure(.create, path, .system(EEXIST))
  }

  /// Whether the file or a folder on the way to it does not exist.
  package var isNotFound: Bool { code == ENOENT }
  /// Whether something of that name exists already.
  package var isExisting: Bool { code == EEXIST }
  /// Whether rights are missing.
  package var isDenied: Bool { code == EACCES || code == EPERM }
  /// Whether a symbolic link stood where none is followed.
  package var isLink: Bool { code == ELOOP }
  /// Whether the reader of a pipe is gone.
  package var isBrokenPipe: Bool { code == EPIPE }
}
