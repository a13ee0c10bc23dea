import CSecret
import POSIX
package import Secrets

/// The Secret Service of this session (GNOME Keyring, KWallet, KeePassXC), by way of libsecret.
///
/// Each call is made by a thread of its own and given up after some seconds: a bus that accepts and never answers must
/// hold up neither the call nor the end of the process. Once it was given up nothing more is asked in this process.
package struct SecretService: SecretServiceClient {
  private let patience: Duration
  private let userPatience: Duration

  /// Names how long to wait.
  ///
  /// - Parameters:
  ///   - patience: For the service.
  ///   - userPatience: For the user who is asked to unlock it.
  package init(patience: Duration = .seconds(5), userPatience: Duration = .seconds(120)) {
    self.patience = patience
    self.userPatience = userPatience
  }

  /// Whether anything leads to a session bus.
  package static var hasBus: Bool { SessionBus.isKnown }

  /// Looks whether there is a service with a default collection.
  ///
  /// - Throws: Why there is none.
  package func probe() throws(KeyringFailure) {
    try within(patience) { session throws(KeyringFailure) in try session.requireCollection() }
  }

  /// All items that have these attributes.
  ///
  /// - Parameters:
  ///   - attributes: What to look for.
  ///   - isAsking: Whether the user may be asked to unlock the keyring.
  /// - Returns: The items; locked ones without their secret.
  /// - Throws: Why that cannot be told; `dismissed` if the user was asked in vain.
  package func items(
    _ attributes: [String: String],
    isAsking: Bool
  ) throws(KeyringFailure) -> [KeyringItem] {
    let found = try within(patience) { session throws(KeyringFailure) in
      try session.items(attributes, isUnlocking: false)
    }
    if found.isEmpty { return try itemsBehindALock(attributes, isAsking: isAsking) }
    guard isAsking, found.contains(where: { $0.secret == nil }) else { return found }
    return try within(userPatience) { session throws(KeyringFailure) in
      try session.items(attributes, isUnlocking: true)
    }
  }

  /// A keyring that was started locked shows no items at all, and perhaps no collection: what was not found may be there.
  private func itemsBehindALock(
    _ attributes: [String: String],
    isAsking: Bool
  ) throws(KeyringFailure) -> [KeyringItem] {
    let isLocked = try within(patience) { session throws(KeyringFailure) in
      try session.isCollectionLocked(isUnlocking: false)
    }
    guard isLocked else { return [] }
    guard isAsking else { throw .locked }
    return try within(userPatience) { session throws(KeyringFailure) in
      guard try !session.isCollectionLocked(isUnlocking: true) else { throw .locked }
      return try session.items(attributes, isUnlocking: true)
    }
  }

  /// Keeps a secret in the default collection.
  ///
  /// - Parameters:
  ///   - secret: Text.
  ///   - attributes: What to find it by.
  ///   - label: What the keyring's own programs call it.
  /// - Throws: Why it was not kept.
  package func store(
    _ secret: SecretBytes,
    _ attributes: [String: String],
    label: String
  ) throws(KeyringFailure) {
    try within(patience) { session throws(KeyringFailure) in
      try session.requireCollection()
      try session.store(secret, attributes, label: label)
    }
  }

  /// Removes all items that have these attributes.
  ///
  /// - Parameter attributes: What to look for.
  /// - Returns: How many there were.
  /// - Throws: Why there may be some still.
  package func remove(_ attributes: [String: String]) throws(KeyringFailure) -> Int {
    try within(patience) { session throws(KeyringFailure) in
      let count = try session.remove(attributes)
      if count > 0 { return count }
      let isLocked = try session.isCollectionLocked(isUnlocking: false)
      guard !isLocked else { throw .locked }
      return 0
    }
  }

  private func within<R: Sendable>(
    _ patience: Duration,
    _ body: @escaping @Sendable (SecretSession) throws(KeyringFailure) -> R
  ) throws(KeyringFailure) -> R {
    // Without an address GLib would start a bus of its own, which nobody else uses.
    guard SessionBus.isKnown else {
      throw .noBus("neither DBUS_SESSION_BUS_ADDRESS nor $XDG_RUNTIME_DIR/bus leads to one")
    }
    guard let library = SecretLibrary.loaded else { throw .libraryMissing }
    let attempt = Attempt<R>(library)
    guard attempt.start(body) else { throw .refused("the system grants no thread") }
    return try attempt.result(within: patience).get()
  }
}
