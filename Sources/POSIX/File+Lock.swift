import CSystem

/// The advisory lock of `flock(2)`: exclusive between all who opened the file, in this process or another.
///
/// It ends with ``unlock()``, with the last owner of the `File`, and with the process however that dies; child
/// processes do not inherit it. One `File` that locks twice holds one lock.
extension File {
  /// Takes the lock if it is free.
  ///
  /// - Returns: Whether it is ours now.
  /// - Throws: If the file system has no locks.
  package func tryLock() throws(FileFailure) -> Bool {
    do {
      try systemCall(.lock, path) { appauth_try_lock(descriptor.number) }
      return true
    } catch {
      guard error.code == EWOULDBLOCK else { throw error }
      return false
    }
  }

  /// Takes the lock, asking again and again without holding up a thread.
  ///
  /// - Parameter timeout: How long to ask; at least once.
  /// - Throws: `locked` when the time is up, `cancelled` with the task.
  package func lock(timeout: Duration) async throws(FileFailure) {
    var pauses = Pauses(until: timeout)
    while try !tryLock() {
      guard let pause = pauses.next() else { throw FileFailure(.lock, path, .locked) }
      do {
        try await Task.sleep(for: pause)
      } catch {
        throw FileFailure(.lock, path, .cancelled)
      }
    }
  }

  /// Takes the lock where there is no task to suspend; the thread sleeps.
  ///
  /// - Parameter timeout: How long to ask; at least once.
  /// - Throws: `locked` when the time is up.
  package func lockBlocking(timeout: Duration) throws(FileFailure) {
    var pauses = Pauses(until: timeout)
    while try !tryLock() {
      guard let pause = pauses.next() else { throw FileFailure(.lock, path, .locked) }
      usleep(UInt32(pause.components.attoseconds / 1_000_000_000_000))
    }
  }

  /// Gives the lock back.
  ///
  /// - Throws: If the system refuses.
  package func unlock() throws(FileFailure) {
    try systemCall(.lock, path) { appauth_unlock(descriptor.number) }
  }
}

/// Pauses that grow from 1 to 50 ms, until a deadline.
struct Pauses {
  private let deadline: ContinuousClock.Instant
  private var pause = Duration.milliseconds(1)

  init(until timeout: Duration) {
    self.deadline = .now.advanced(by: timeout)
  }

  mutating func next() -> Duration? {
    let left = ContinuousClock.now.duration(to: deadline)
    guard left > .zero else { return nil }
    defer { pause = min(pause * 2, .milliseconds(50)) }
    return min(pause, left)
  }
}
