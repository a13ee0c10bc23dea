import POSIX

extension File {
  /// Locks the file unless another run holds it.
  ///
  /// Waits a moment: a child that is just being started holds every lock of its parent until it has become another
  /// program. A file system without locks has no other runs to be told apart.
  ///
  /// - Returns: Whether no other run is at it.
  func isFree() -> Bool {
    do throws(FileFailure) {
      try lockBlocking(timeout: .seconds(1))
      return true
    } catch {
      return error.reason != .locked
    }
  }
}
