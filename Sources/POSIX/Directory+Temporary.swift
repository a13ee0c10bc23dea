import CSystem

extension Directory {
  /// Makes a new file under a name that only this program uses, and locks it.
  ///
  /// What a killed run left there is removed. What a living process is writing is not: its lock tells them apart, and
  /// without that two writers could rename each other's unfinished file.
  ///
  /// - Parameter name: The name.
  /// - Returns: An empty file, 0600, locked until it is dropped.
  /// - Throws: `locked` if another process is writing it.
  package func claimTemporary(_ name: Path) throws(FileFailure) -> File {
    // More than two rounds take another process in the very same moment.
    for _ in 0..<100 {
      do {
        let file = try openFile(name, .createExclusive(permissions: 0o600))
        // Someone who took it for a leftover may have removed it before it was locked.
        if file.lockIfPossible(), try file.status().links == 1 { return file }
      } catch {
        guard error.isExisting else { throw error }
        try removeLeftover(name)
      }
    }
    throw FileFailure(.lock, path.appending(name), .locked)
  }

  private func removeLeftover(_ name: Path) throws(FileFailure) {
    do throws(FileFailure) {
      // What can't be opened (a link, a file without rights) is not one that a living process writes.
      if let file = try? openFile(name) {
        guard file.lockIfPossible() else {
          throw FileFailure(.lock, path.appending(name), .locked)
        }
        guard try status(of: name).isSameFile(as: file.status()) else { return }
        try unlink(name)
      } else {
        try unlink(name)
      }
    } catch {
      guard error.isNotFound else { throw error }
    }
  }
}

extension File {
  /// Whether the lock is ours, or there are no locks on this file system.
  fileprivate func lockIfPossible() -> Bool { (try? tryLock()) ?? true }
}
