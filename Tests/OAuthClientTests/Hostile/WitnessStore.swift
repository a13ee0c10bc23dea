import Locks
import OAuthClient
import Secrets

/// A store in memory that remembers all that was ever written.
final class WitnessStore: OIDCSessionStore {
  private let records = Mutex<[SecretBytes?]>([nil])

  /// Every record, in order.
  var all: [SecretBytes] { records.withLock { $0.compactMap(\.self) } }

  func read() async -> SecretBytes? { records.withLock { $0.last.flatMap(\.self) } }

  func write(_ record: SecretBytes) async { records.withLock { $0.append(record) } }

  func clear() async { records.withLock { $0.append(nil) } }

  func setAside(reason: String) async { records.withLock { $0.append(nil) } }

  func lock(waiting: Duration) async -> any SessionLock { Nothing() }

  private struct Nothing: SessionLock {
    func release() {}
  }
}
