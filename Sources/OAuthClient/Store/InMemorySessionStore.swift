internal import Locks
public import Secrets

/// A store that ends with the process.
public final class InMemorySessionStore: OIDCSessionStore {
  private let record = Mutex<SecretBytes?>(nil)

  /// Begins empty.
  public init() {}

  /// The bytes that were written last.
  ///
  /// - Returns: Nil if there are none.
  public func read() async -> SecretBytes? { record.withLock { $0 } }

  /// Replaces the bytes.
  ///
  /// - Parameter record: What to keep.
  public func write(_ record: SecretBytes) async { self.record.withLock { $0 = record } }

  /// Forgets the bytes.
  public func clear() async { record.withLock { $0 = nil } }

  /// Forgets the bytes; there is no aside in memory.
  ///
  /// - Parameter reason: Not kept.
  public func setAside(reason: String) async { record.withLock { $0 = nil } }

  /// Nobody else can use this store.
  ///
  /// - Parameter waiting: Not needed.
  /// - Returns: A lock of nothing.
  public func lock(waiting: Duration) async -> any SessionLock { NoLock() }
}

private struct NoLock: SessionLock {
  func release() {}
}
