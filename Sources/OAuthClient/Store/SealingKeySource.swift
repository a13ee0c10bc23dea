public import Secrets

/// Where the key of a sealed store comes from.
public protocol SealingKeySource: Sendable {
  /// What `status` says of it.
  var description: String { get }

  /// The key, 32 bytes.
  ///
  /// - Parameters:
  ///   - storeFolder: The folder of the store, which must not hold the key too.
  ///   - isCreating: Whether a missing key is made.
  /// - Returns: Nil if there is no key and none was to be made.
  /// - Throws: Why there is a key that cannot be used; `unavailable` if it is locked.
  func key(storeFolder: String, isCreating: Bool) throws(StoreFailure) -> SecretBytes?
}
