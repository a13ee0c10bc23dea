import CSystem

/// An open file, closed with its last owner and never handed to a child process unasked.
///
/// Reading and writing at an offset is safe from several tasks at once.
package final class File: Sendable {
  /// The name under which it was opened: for messages, it may be another file's by now.
  package let path: Path
  let descriptor: Descriptor

  init(owning number: Int32, path: Path) {
    self.descriptor = Descriptor(owning: number)
    self.path = path
  }

  /// How a file is opened.
  package enum Mode: Hashable, Sendable {
    /// To read.
    case read
    /// To read and write what exists.
    case readWrite
    /// To read and write; made with these rights if it does not exist.
    case create(permissions: UInt16)
    /// To read and write a new file with exactly these rights; fails if the name exists, link or not.
    case createExclusive(permissions: UInt16)
  }

  /// Opens a file; a pipe without a writer does not hold it up.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - mode: What for.
  ///   - followLinks: Whether the last component may be a symbolic link; the folders before it always may.
  /// - Returns: The open file, whatever its kind: look at ``status()``.
  /// - Throws: If the system refuses; ELOOP for a link that is not followed.
  package static func open(
    _ path: Path,
    _ mode: Mode = .read,
    followLinks: Bool = true
  ) throws(FileFailure) -> File {
    try open(path, at: AT_FDCWD, name: path, mode, followLinks: followLinks)
  }

  /// Makes a file without a name, gone with its last owner.
  ///
  /// - Returns: An empty file in memory, or an unlinked one where the system has none in memory.
  /// - Throws: If the system refuses.
  package static func anonymous() throws(FileFailure) -> File {
    let path: Path = "(anonymous file)"
    return File(
      owning: try systemCall(.create, path) { appauth_anonymous_file() },
      path: path
    )
  }

  static func open(
    _ path: Path,
    at folder: Int32,
    name: Path,
    _ mode: Mode,
    followLinks: Bool
  ) throws(FileFailure) -> File {
    // Without O_NONBLOCK the open of a pipe waits for its other end. On regular files it changes nothing.
    var flags = O_NONBLOCK | (followLinks ? 0 : O_NOFOLLOW)
    var permissions: UInt16 = 0
    switch mode {
    case .read: flags |= O_RDONLY
    case .readWrite: flags |= O_RDWR
    case .create(let wanted):
      flags |= O_RDWR | O_CREAT
      permissions = wanted
    case .createExclusive(let wanted):
      flags |= O_RDWR | O_CREAT | O_EXCL
      permissions = wanted
    }
    let operation: FileFailure.Operation = permissions == 0 ? .open : .create
    let number = try unsafe systemCall(operation, path, named: name) { start in
      unsafe appauth_openat(folder, start, flags, mode_t(permissions))
    }
    let file = File(owning: number, path: path)
    // The umask may have taken bits away.
    if case .createExclusive = mode { try file.setPermissions(permissions) }
    return file
  }

  /// What the system knows of the open file.
  ///
  /// - Returns: A fresh look.
  /// - Throws: If the system refuses.
  package func status() throws(FileFailure) -> FileStatus {
    var status = stat()
    try systemCall(.inspect, path) { unsafe fstat(descriptor.number, &status) }
    return FileStatus(status)
  }

  /// Makes what was written survive a power cut.
  ///
  /// - Throws: If the device reports a failure; what was written is then in doubt.
  package func sync() throws(FileFailure) {
    try systemCall(.sync, path) { appauth_sync(descriptor.number) }
  }

  /// Cuts or extends the file.
  ///
  /// - Parameter size: Its new length in bytes.
  /// - Throws: If the system refuses.
  package func truncate(to size: Int) throws(FileFailure) {
    try systemCall(.truncate, path) { ftruncate(descriptor.number, off_t(size)) }
  }

  /// Sets the permission bits to exactly these.
  ///
  /// - Parameter permissions: The bits, whatever the umask.
  /// - Throws: If the file is someone else's.
  package func setPermissions(_ permissions: UInt16) throws(FileFailure) {
    try systemCall(.attribute, path) { fchmod(descriptor.number, mode_t(permissions)) }
  }
}
