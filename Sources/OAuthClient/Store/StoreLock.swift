internal import POSIX

/// The advisory lock of a file in the store's folder, until it is dropped.
struct StoreLock: SessionLock {
  private let file: File

  /// Takes it.
  ///
  /// - Throws: `busy` when the wait was in vain; `failed`.
  static func take(
    _ name: String,
    in folder: Path,
    waiting: Duration
  ) async throws(StoreFailure) -> StoreLock {
    do throws(FileFailure) {
      let folder = try Directory.make(folder)
      let file = try folder.openFile(Path(name), .create(permissions: 0o600))
      try await file.lock(timeout: waiting)
      return StoreLock(file: file)
    } catch {
      guard error.reason == .locked else {
        throw StoreFailure(.failed, "the session's lock: \(error)")
      }
      throw StoreFailure(
        .busy,
        "another process has used the session for \(waiting): wait for it, or end it"
      )
    }
  }

  func release() { try? file.unlock() }
}
