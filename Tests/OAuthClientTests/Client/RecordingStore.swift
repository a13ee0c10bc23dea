import JSON
import Locks
import OAuthClient
import Secrets

/// A store in memory that keeps every record it was given, and may refuse one of them.
final class RecordingStore: OIDCSessionStore {
  private struct Content {
    var records: [SecretBytes] = []
    var current: SecretBytes?
    var refused: Int?
  }

  private let content = Mutex(Content())

  /// A store that holds `record`.
  init(_ record: SecretBytes? = nil) { content.withLock { $0.current = record } }

  /// Every record since the last ``forget()``, in order.
  var records: [SecretBytes] { content.withLock { $0.records } }

  /// Forgets the history, and refuses the write of that number from now on, once.
  func forget(refusing number: Int? = nil) {
    content.withLock { ($0.records, $0.refused) = ([], number) }
  }

  func read() async -> SecretBytes? { content.withLock { $0.current } }

  func write(_ record: SecretBytes) async throws(StoreFailure) {
    let isTaken = content.withLock { content in
      if let refused = content.refused {
        content.refused = refused > 0 ? refused - 1 : nil
        guard refused > 0 else { return false }
      }
      content.records.append(record)
      content.current = record
      return true
    }
    guard isTaken else { throw StoreFailure(.failed, "the disk is full") }
  }

  func clear() async { content.withLock { $0.current = nil } }

  func setAside(reason: String) async { content.withLock { $0.current = nil } }

  func lock(waiting: Duration) async -> any SessionLock { Nothing() }

  private struct Nothing: SessionLock {
    func release() {}
  }
}

/// The members of a stored record.
func members(of record: SecretBytes) throws -> JSONValue { try JSONDocument(parsing: record).root }

/// The text of a stored record, which a test may change.
func text(of record: SecretBytes) -> String {
  record.withBytes { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
}
