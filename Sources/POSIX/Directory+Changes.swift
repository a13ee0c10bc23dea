import CSystem

extension Directory {
  /// Makes a folder with exactly these rights.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - permissions: Its rights, whatever the umask.
  /// - Throws: EEXIST if the name is taken.
  package func makeFolder(_ name: Path, permissions: UInt16 = 0o700) throws(FileFailure) {
    let name = try name.checkedName(.create, in: path)
    try unsafe systemCall(.create, path.appending(name), named: name) { start in
      // Private until it has its rights, and open to us even if it is to have none.
      unsafe mkdirat(descriptor.number, start, 0o700)
    }
    let folder = try openFolder(name)
    try systemCall(.attribute, folder.path) {
      fchmod(folder.descriptor.number, mode_t(permissions))
    }
  }

  /// Makes a symbolic link.
  ///
  /// - Parameters:
  ///   - name: The link's name.
  ///   - target: What it points to, as it stands in the link.
  /// - Throws: EEXIST if the name is taken.
  package func makeLink(_ name: Path, to target: Path) throws(FileFailure) {
    let name = try name.checkedName(.create, in: path)
    let targetBytes = target.bytes + [0]
    try unsafe systemCall(.create, path.appending(name), named: name) { start in
      unsafe targetBytes.withUnsafeBytes { buffer in
        unsafe symlinkat(
          buffer.bindMemory(to: CChar.self).baseAddress.unsafelyUnwrapped,
          descriptor.number,
          start
        )
      }
    }
  }

  /// What a symbolic link points to, as it stands in the link.
  ///
  /// - Parameter name: The link's name.
  /// - Returns: Its text, which need not lead anywhere.
  /// - Throws: EINVAL if it is no link.
  package func linkTarget(of name: Path) throws(FileFailure) -> Path {
    let name = try name.checkedName(.inspect, in: path)
    var text = [UInt8](repeating: 0, count: 4096)
    let count = try unsafe systemCall(.inspect, path.appending(name), named: name) { start in
      unsafe text.withUnsafeMutableBytes { bytes in
        unsafe readlinkat(
          descriptor.number,
          start,
          bytes.bindMemory(to: CChar.self).baseAddress.unsafelyUnwrapped,
          bytes.count
        )
      }
    }
    return Path(bytes: text.prefix(count))
  }

  /// Renames within this folder or into another; a file of the new name is replaced at once.
  ///
  /// - Parameters:
  ///   - name: The entry.
  ///   - target: Its new name.
  ///   - folder: Where it goes, this folder by default.
  /// - Throws: EXDEV across file systems.
  package func rename(
    _ name: Path,
    to target: Path,
    in folder: Directory? = nil
  ) throws(FileFailure) {
    try unsafe move(name, to: target, in: folder ?? self) { from, old, to, new in
      unsafe renameat(from, old, to, new)
    }
  }

  /// Renames, and leaves a file of the new name alone.
  ///
  /// - Parameters:
  ///   - name: The entry.
  ///   - target: Its new name.
  /// - Throws: EEXIST if the new name is taken.
  package func renameExclusively(_ name: Path, to target: Path) throws(FileFailure) {
    do {
      try unsafe move(name, to: target, in: self) { from, old, to, new in
        unsafe appauth_rename_exclusive(from, old, to, new)
      }
    } catch {
      // Old kernels and some file systems can't; a second name that is given exclusively does the same.
      guard [EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP].contains(error.code) else { throw error }
      try unsafe move(name, to: target, in: self) { from, old, to, new in
        unsafe linkat(from, old, to, new, 0)
      }
      try unlink(name)
    }
  }

  /// Gives two entries each other's name, at once: whoever is killed leaves both, one way or the other.
  ///
  /// - Parameters:
  ///   - name: The one.
  ///   - other: The other.
  /// - Returns: False where the system or the file system can't; nothing has changed then.
  /// - Throws: ENOENT if one of them is missing.
  package func swap(_ name: Path, with other: Path) throws(FileFailure) -> Bool {
    // A name that is refused has the same code as a system that can't.
    for name in [name, other] { _ = try name.checkedName(.rename, in: path) }
    do {
      try unsafe move(name, to: other, in: self) { from, old, to, new in
        unsafe appauth_rename_swap(from, old, to, new)
      }
      return true
    } catch {
      guard [EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP].contains(error.code) else { throw error }
      return false
    }
  }

  private func move(
    _ name: Path,
    to target: Path,
    in folder: Directory,
    _ call: (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>) -> Int32
  ) throws(FileFailure) {
    let name = try name.checkedName(.rename, in: path)
    let target = try target.checkedName(.rename, in: folder.path)
    guard !target.bytes.contains(0) else {
      throw FileFailure(.rename, folder.path.appending(target), EINVAL)
    }
    let targetBytes = target.bytes + [0]
    try unsafe systemCall(.rename, folder.path.appending(target), named: name) { old in
      unsafe targetBytes.withUnsafeBytes { buffer in
        unsafe call(
          descriptor.number,
          old,
          folder.descriptor.number,
          buffer.bindMemory(to: CChar.self).baseAddress.unsafelyUnwrapped
        )
      }
    }
  }

  /// Takes a name away from a file; the file goes with its last name and last opener.
  ///
  /// - Parameter name: The entry; a link itself, not what it points to.
  /// - Throws: ENOENT if there is none.
  package func unlink(_ name: Path) throws(FileFailure) { try remove(name, flags: 0) }

  /// Removes an empty folder.
  ///
  /// - Parameter name: The entry.
  /// - Throws: ENOTEMPTY if something is in it.
  package func removeFolder(_ name: Path) throws(FileFailure) {
    try remove(name, flags: AT_REMOVEDIR)
  }

  private func remove(_ name: Path, flags: Int32) throws(FileFailure) {
    let name = try name.checkedName(.remove, in: path)
    try unsafe systemCall(.remove, path.appending(name), named: name) { start in
      unsafe unlinkat(descriptor.number, start, flags)
    }
  }

  /// Makes renames and removals in this folder survive a power cut.
  ///
  /// - Throws: If the device reports a failure.
  package func sync() throws(FileFailure) {
    do {
      try systemCall(.sync, path) { fsync(descriptor.number) }
    } catch {
      // Some file systems have nothing to sync for a folder, and say so in this way.
      guard error.code == EINVAL || error.code == ENOTSUP else { throw error }
    }
  }
}
