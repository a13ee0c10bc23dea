import Locks
import OAuthClient
import Secrets

/// A store in memory that fails when it is told to.
final class FailingStore: OIDCSessionStore {
  private struct Content {
    var record: SecretBytes?
    var writesLeft: Int?
    var failuresLeft = Int.max
  }

  private let content = Mutex(Content())

  func failsAfter(writes: Int?) { content.withLock { $0.writesLeft = writes } }

  /// Fails so many times, after so many writes, and then never again.
  func fails(from writes: Int, times: Int) {
    content.withLock { ($0.writesLeft, $0.failuresLeft) = (writes, times) }
  }

  func read() async -> SecretBytes? { content.withLock { $0.record } }

  func write(_ record: SecretBytes) async throws(StoreFailure) {
    let isTaken = content.withLock { content in
      if let left = content.writesLeft {
        if left > 0 {
          content.writesLeft = left - 1
        } else if content.failuresLeft > 0 {
          content.failuresLeft -= 1
          return false
        }
      }
      content.record = record
      return true
    }
    guard isTaken else { throw StoreFailure(.failed, "the disk is full") }
  }

  func clear() async { content.withLock { $0.record = nil } }

  func setAside(reason: String) async { content.withLock { $0.record = nil } }

  func lock(waiting: Duration) async -> any SessionLock { Nothing() }

  private struct Nothing: SessionLock {
    func release() {}
  }
}
