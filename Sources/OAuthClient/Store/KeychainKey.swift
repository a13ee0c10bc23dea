internal import POSIX
public import Secrets

/// A sealing key in Apple's Keychain, readable after the first unlock and on this device alone.
///
/// An item of its own for each store: its account is the store's install marker, so that a store that is begun anew
/// never takes the key that an earlier installation left.
public struct KeychainKey: SealingKeySource {
  private let service: String
  private let client: any KeychainClient

  /// Names an application's keys.
  ///
  /// - Parameters:
  ///   - service: Told from others by this word, such as a bundle identifier; one service for one store.
  ///   - client: The Keychain.
  public init(service: String, client: any KeychainClient) {
    self.service = service
    self.client = client
  }

  /// What `status` says of it.
  public var description: String { "Keychain (after first unlock, this device only)" }

  /// Noted as `keychain`.
  public var kind: SealingKeyKind? { .keychain }

  /// Reads the key, or makes one.
  ///
  /// - Parameters:
  ///   - storeFolder: Where the store's install marker stands.
  ///   - isCreating: Whether a missing key is made.
  /// - Returns: The key; nil if the Keychain was read and has none.
  /// - Throws: `locked`, `noKeyring`, `invalidKey`, `unavailable`: none of them means that the key is gone.
  public func key(storeFolder: String, isCreating: Bool) throws(StoreFailure) -> SecretBytes? {
    let folder = Path(storeFolder)
    guard let note = try StoreNote.read(in: folder), note.kind == .keychain else { return nil }
    let item = value(of: note)
    let stored: SecretBytes?
    do throws(KeychainFailure) { stored = try item.read() } catch { throw Self.failure(error) }
    if let stored {
      guard let key = KeyText.decode(stored) else {
        throw StoreFailure(
          .invalidKey,
          "what the Keychain holds for this store is no key of ours (account \(note.installation)): restore it; nothing was changed"
        )
      }
      return key
    }
    guard isCreating else { return nil }
    let (key, text) = KeyText.make()
    do throws(KeychainFailure) { try item.write(text) } catch { throw Self.failure(error) }
    return key
  }

  /// How many keys earlier installations left: a Keychain outlives the application that wrote to it.
  ///
  /// - Parameter storeFolder: Where the store's install marker stands.
  /// - Returns: The number of other keys of the service.
  /// - Throws: As ``key(storeFolder:isCreating:)``.
  public func leftovers(storeFolder: String) throws(StoreFailure) -> Int {
    let own = try StoreNote.read(in: Path(storeFolder))?.installation
    do throws(KeychainFailure) {
      return try client.copy(KeychainQuery(service: service, account: nil))
        .count(where: { $0.account != own })
    } catch {
      guard error == .itemNotFound else { throw Self.failure(error) }
      return 0
    }
  }

  /// Removes every key of the service.
  ///
  /// - Parameter storeFolder: Not needed.
  /// - Returns: Whether there were any.
  /// - Throws: As ``key(storeFolder:isCreating:)``.
  public func remove(storeFolder: String) throws(StoreFailure) -> Bool {
    do throws(KeychainFailure) {
      try client.delete(KeychainQuery(service: service, account: nil))
      return true
    } catch {
      guard error == .itemNotFound else { throw Self.failure(error) }
      return false
    }
  }

  private func value(of note: StoreNote) -> KeychainValue {
    KeychainValue(service: service, account: note.installation, client: client)
  }

  private static func failure(_ failure: KeychainFailure) -> StoreFailure {
    switch failure {
    case .interactionNotAllowed:
      StoreFailure(
        .locked,
        "the Keychain is locked: unlock the device, and run this again; nothing was changed"
      )
    case .notAvailable:
      StoreFailure(
        .noKeyring,
        "there is no Keychain for this program (-25291), as for one that is not signed: sign it, or begin a store with its key elsewhere (--key-source file)"
      )
    default:
      StoreFailure(
        .unavailable,
        "the Keychain answered \(failure.status): look it up with security error \(failure.status); nothing was changed"
      )
    }
  }
}
