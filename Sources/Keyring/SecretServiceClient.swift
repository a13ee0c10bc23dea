package import Secrets

/// An item of the system keyring.
package struct KeyringItem: Sendable {
  /// What it is found by.
  package let attributes: [String: String]
  /// What it holds; nil while it is locked.
  package let secret: SecretBytes?

  /// Joins the two.
  ///
  /// - Parameters:
  ///   - attributes: What it is found by.
  ///   - secret: What it holds; nil while it is locked.
  package init(attributes: [String: String], secret: SecretBytes?) {
    self.attributes = attributes
    self.secret = secret
  }
}

/// The system keyring, as far as it is used here; another one stands in its place in tests.
package protocol SecretServiceClient: Sendable {
  /// Looks whether a new item could be kept.
  ///
  /// - Throws: Why it could not.
  func probe() throws(KeyringFailure)

  /// All items that have these attributes, maybe among others.
  ///
  /// - Parameters:
  ///   - attributes: What to look for.
  ///   - isAsking: Whether the user may be asked to unlock the keyring.
  /// - Returns: The items; locked ones without their secret.
  /// - Throws: Why that cannot be told; `dismissed` if the user was asked in vain.
  func items(
    _ attributes: [String: String],
    isAsking: Bool
  ) throws(KeyringFailure) -> [KeyringItem]

  /// Keeps a secret in the default collection; it takes the place of one with the same attributes.
  ///
  /// - Parameters:
  ///   - secret: Text, as the keyring's own programs show it.
  ///   - attributes: What to find it by.
  ///   - label: What the keyring's own programs call it.
  /// - Throws: Why it was not kept.
  func store(
    _ secret: SecretBytes,
    _ attributes: [String: String],
    label: String
  ) throws(KeyringFailure)

  /// Removes all items that have these attributes.
  ///
  /// - Parameter attributes: What to look for.
  /// - Returns: How many there were.
  /// - Throws: Why there may be some still.
  func remove(_ attributes: [String: String]) throws(KeyringFailure) -> Int
}
