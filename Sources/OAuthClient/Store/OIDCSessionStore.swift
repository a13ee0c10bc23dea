public import Secrets

/// Where a session lies between two runs: opaque bytes, returned as they were given.
///
/// `read` answers nil only when there is no session; a store that cannot be read just now throws. `clear` of nothing
/// succeeds.
public protocol OIDCSessionStore: Sendable {
  /// The bytes that were written last.
  ///
  /// - Returns: Nil if there are none.
  /// - Throws: Why they cannot be read.
  func read() async throws(StoreFailure) -> SecretBytes?

  /// Replaces the bytes, durably before it returns.
  ///
  /// - Parameter record: What to keep.
  /// - Throws: Why it was not kept; the earlier bytes are still there then.
  func write(_ record: SecretBytes) async throws(StoreFailure)

  /// Forgets the bytes.
  ///
  /// - Throws: Why they are still there.
  func clear() async throws(StoreFailure)

  /// Keeps bytes that cannot be used out of the way, for a person to look at, instead of overwriting them.
  ///
  /// - Parameter reason: Why, as a stable word.
  /// - Throws: Why they are still in the way.
  func setAside(reason: String) async throws(StoreFailure)

  /// Keeps other processes that use the same store out.
  ///
  /// - Parameter waiting: How long to wait for them.
  /// - Returns: The lock, held until it is released or dropped; its process's death releases it too.
  /// - Throws: `busy` when the wait was in vain.
  func lock(waiting: Duration) async throws(StoreFailure) -> any SessionLock

  /// Whether a session lies aside that would come back with its key; by default none does.
  ///
  /// - Returns: While it does, nothing is written that is no session.
  /// - Throws: Why that cannot be told.
  func awaitsKey() async throws(StoreFailure) -> Bool

  /// What of an earlier installation is worth telling; by default nothing.
  ///
  /// - Returns: A sentence for each.
  func remarks() async -> [String]
}

extension OIDCSessionStore {
  /// Nothing lies aside.
  ///
  /// - Returns: False.
  public func awaitsKey() async throws(StoreFailure) -> Bool { false }

  /// Nothing is worth telling.
  ///
  /// - Returns: None.
  public func remarks() async -> [String] { [] }
}

/// A lock that is held.
public protocol SessionLock: Sendable {
  /// Lets others in.
  func release()
}
