import CSystem

/// An open folder: what is reached through it stays in it, whatever is renamed or linked meanwhile.
///
/// Names are single components; one with a slash, `.` or `..` is refused with EINVAL.
package final class Directory: Sendable {
  /// The name under which it was opened: for messages, it may have moved by now.
  package let path: Path
  let descriptor: Descriptor

  private init(owning number: Int32, path: Path) {
    self.descriptor = Descriptor(owning: number)
    self.path = path
  }

  /// Opens a folder.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - followLinks: Whether the last component may be a symbolic link; the folders before it always may.
  /// - Returns: The open folder.
  /// - Throws: ENOTDIR if it is none, ELOOP for a link that is not followed.
  package static func open(
    _ path: Path,
    followLinks: Bool = true
  ) throws(FileFailure) -> Directory {
    try open(path, at: AT_FDCWD, name: path, followLinks: followLinks)
  }

  /// Makes a folder and what is missing above it, and opens it.
  ///
  /// - Parameters:
  ///   - path: Where it shall be; what exists there already is left as it is.
  ///   - permissions: The rights of each folder that is made.
  /// - Returns: The open folder.
  /// - Throws: If the system refuses, or a part of the path exists and is no folder.
  package static func make(
    _ path: Path,
    permissions: UInt16 = 0o700
  ) throws(FileFailure) -> Directory {
    do {
      return try open(path)
    } catch {
      guard error.isNotFound else { throw error }
    }
    let parent = try make(path.parent, permissions: permissions)
    do {
      try parent.makeFolder(path.lastComponent, permissions: permissions)
    } catch {
      // Another process may have been faster.
      guard error.isExisting else { throw error }
    }
    return try open(path)
  }

  private static func open(
    _ path: Path,
    at folder: Int32,
    name: Path,
    followLinks: Bool
  ) throws(FileFailure) -> Directory {
    let flags = O_RDONLY | O_DIRECTORY | (followLinks ? 0 : O_NOFOLLOW)
    do {
      let number = try unsafe systemCall(.open, path, named: name) { start in
        unsafe appauth_openat(folder, start, flags, 0)
      }
      return Directory(owning: number, path: path)
    } catch {
      // Linux says ENOTDIR of a link that it did not follow, which would send the reader looking for a file.
      let isLink =
        !followLinks && error.code == ENOTDIR
        && (try? look(at: path, in: folder, name: name, followLinks: false))?.kind == .symlink
      throw isLink ? FileFailure(.open, path, ELOOP) : error
    }
  }

  private static func look(
    at path: Path,
    in folder: Int32,
    name: Path,
    followLinks: Bool
  ) throws(FileFailure) -> FileStatus {
    var status = stat()
    try unsafe systemCall(.inspect, path, named: name) { start in
      unsafe fstatat(folder, start, &status, followLinks ? 0 : AT_SYMLINK_NOFOLLOW)
    }
    return FileStatus(status)
  }

  /// What the system knows of a path.
  ///
  /// - Parameters:
  ///   - path: Where to look.
  ///   - followLinks: Whether to look at what a link points to instead of at the link.
  /// - Returns: A fresh look.
  /// - Throws: ENOENT if there is nothing.
  package static func status(
    of path: Path,
    followLinks: Bool = false
  ) throws(FileFailure) -> FileStatus {
    try look(at: path, in: AT_FDCWD, name: path, followLinks: followLinks)
  }

  /// What the system knows of the folder itself.
  ///
  /// - Returns: A fresh look.
  /// - Throws: If the system refuses.
  package func status() throws(FileFailure) -> FileStatus {
    var status = stat()
    try systemCall(.inspect, path) { unsafe fstat(descriptor.number, &status) }
    return FileStatus(status)
  }

  /// What the system knows of an entry.
  ///
  /// - Parameters:
  ///   - name: The entry.
  ///   - followLinks: Whether to look at what a link points to instead of at the link.
  /// - Returns: A fresh look.
  /// - Throws: ENOENT if there is nothing.
  package func status(
    of name: Path,
    followLinks: Bool = false
  ) throws(FileFailure) -> FileStatus {
    let name = try name.checkedName(.inspect, in: path)
    return try Self.look(
      at: path.appending(name),
      in: descriptor.number,
      name: name,
      followLinks: followLinks
    )
  }

  /// Opens a folder in this one.
  ///
  /// - Parameters:
  ///   - name: The entry.
  ///   - followLinks: Whether it may be a symbolic link.
  /// - Returns: The open folder.
  /// - Throws: ENOTDIR if it is none, ELOOP for a link that is not followed.
  package func openFolder(
    _ name: Path,
    followLinks: Bool = false
  ) throws(FileFailure) -> Directory {
    let name = try name.checkedName(.open, in: path)
    return try Self.open(
      path.appending(name),
      at: descriptor.number,
      name: name,
      followLinks: followLinks
    )
  }

  /// Opens a file in this folder; a pipe without a writer does not hold it up.
  ///
  /// - Parameters:
  ///   - name: The entry.
  ///   - mode: What for.
  ///   - followLinks: Whether it may be a symbolic link.
  /// - Returns: The open file, whatever its kind: look at its status.
  /// - Throws: If the system refuses; ELOOP for a link that is not followed.
  package func openFile(
    _ name: Path,
    _ mode: File.Mode = .read,
    followLinks: Bool = false
  ) throws(FileFailure) -> File {
    let name = try name.checkedName(.open, in: path)
    return try File.open(
      path.appending(name),
      at: descriptor.number,
      name: name,
      mode,
      followLinks: followLinks
    )
  }
}
