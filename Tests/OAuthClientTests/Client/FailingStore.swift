import Locks
import OAuthClient
import Secrets

/// A store in memory that fails when it is told to.
final class FailingStore: OIDCSessionStore {
  private struct Content {
    var record: SecretBytes?
    var writesLeft: Int?
  }

  private let content = Mutex(Content())

  func failsAfter(writes: Int?) { content.withLock { $0.writesLeft = writes } }

  func read() async -> SecretBytes? { content.withLock { $0.record } }

  func write(_ record: SecretBytes) async throws(StoreFailure) {
    let isTaken = content.withLock { content in
      if let left = content.writesLeft {
        guard left > 0 else { return false }
        content.writesLeft = left - 1
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
