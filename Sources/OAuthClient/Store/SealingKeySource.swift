public import Secrets

/// Where the key of a sealed store comes from.
public protocol SealingKeySource: Sendable {
  /// What `status` says of it.
  var description: String { get }

  /// What the store notes of it, so that it is never opened with a key from elsewhere; nil for a source of an app's own,
  /// of which nothing is noted.
  var kind: SealingKeyKind? { get }

  /// The key, 32 bytes.
  ///
  /// - Parameters:
  ///   - storeFolder: The folder of the store, which must not hold the key too.
  ///   - isCreating: Whether a missing key is made.
  /// - Returns: Nil if there is no key and none was to be made.
  /// - Throws: Why there is a key that cannot be used; `unavailable` or `locked` if it is out of reach for now.
  func key(storeFolder: String, isCreating: Bool) throws(StoreFailure) -> SecretBytes?

  /// How many keys an earlier installation left for a store in the same place; they are never used.
  ///
  /// - Parameter storeFolder: The folder of the store.
  /// - Returns: None, for a source that cannot leave any.
  /// - Throws: Why that cannot be told.
  func leftovers(storeFolder: String) throws(StoreFailure) -> Int

  /// Destroys the key of the store, and what earlier installations left for it.
  ///
  /// - Parameter storeFolder: The folder of the store.
  /// - Returns: Whether there was anything.
  /// - Throws: Why it is still there.
  func remove(storeFolder: String) throws(StoreFailure) -> Bool
}

extension SealingKeySource {
  /// Nothing is noted.
  public var kind: SealingKeyKind? { nil }

  /// None.
  ///
  /// - Parameter storeFolder: Not needed.
  /// - Returns: Zero.
  /// - Throws: Never.
  public func leftovers(storeFolder: String) throws(StoreFailure) -> Int { 0 }

  /// Leaves a key that is the app's own to the app.
  ///
  /// - Parameter storeFolder: Not needed.
  /// - Returns: False.
  /// - Throws: Never.
  public func remove(storeFolder: String) throws(StoreFailure) -> Bool { false }
}
