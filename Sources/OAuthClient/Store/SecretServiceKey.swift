package import Keyring
internal import POSIX
public import Secrets

/// A sealing key in the system keyring, by way of the Secret Service: GNOME Keyring, KWallet, KeePassXC.
///
/// An item of its own for each store, found by the application and the store's install marker. libsecret is loaded on
/// first use; without it, or without a bus, there is no key to be had, and nothing changes. A service that does not
/// answer is given up after five seconds.
public struct SecretServiceKey: SealingKeySource {
  private let application: String
  private let mayAsk: Bool
  private let client: any SecretServiceClient

  /// Names an application's keys.
  ///
  /// - Parameters:
  ///   - application: Told from others by this word, such as a reversed domain.
  ///   - mayAsk: Whether the user may be asked to unlock the keyring; for two minutes at most.
  public init(application: String, mayAsk: Bool = true) {
    self.init(application: application, mayAsk: mayAsk, client: SecretService())
  }

  package init(application: String, mayAsk: Bool, client: any SecretServiceClient) {
    self.application = application
    self.mayAsk = mayAsk
    self.client = client
  }

  /// What `status` says of it.
  public var description: String { "system keyring (Secret Service)" }

  /// Noted as `keyring`.
  public var kind: SealingKeyKind? { .keyring }

  /// Whether there is a session bus, as far as the environment tells: without one there is no keyring to be asked.
  public static var hasBus: Bool { SecretService.hasBus }

  /// Whether a store that is begun now could keep its key there.
  ///
  /// - Throws: Why not, as ``key(storeFolder:isCreating:)`` would.
  public func probe() throws(StoreFailure) {
    do throws(KeyringFailure) { try client.probe() } catch { throw Self.failure(error) }
  }

  /// Reads the key, or makes one.
  ///
  /// - Parameters:
  ///   - storeFolder: Where the store's install marker stands.
  ///   - isCreating: Whether a missing key is made.
  /// - Returns: The key; nil if the keyring was read and has none.
  /// - Throws: `keyringMissing`, `noBus`, `noKeyring`, `locked`, `dismissed`, `silent`, `severalKeys`, `invalidKey`,
  ///   `unavailable`: none of them means that the key is gone.
  public func key(storeFolder: String, isCreating: Bool) throws(StoreFailure) -> SecretBytes? {
    let folder = Path(storeFolder)
    guard let note = try StoreNote.read(in: folder), note.kind == .keyring else { return nil }
    if let key = try find(note) { return key }
    guard isCreating else { return nil }
    let (key, text) = KeyText.make()
    do throws(KeyringFailure) {
      try client.store(
        text,
        attributes(note, place: StorePlace.digest(of: folder)),
        label: "\(application): key of a session store"
      )
    } catch {
      throw Self.failure(error)
    }
    // What was not kept would be missed only when it is too late.
    guard let kept = try find(note), kept.equals(key) else {
      throw StoreFailure(
        .unavailable,
        "the system keyring took the store's key and does not give it back: look at it, or keep the key elsewhere (--key-source file)"
      )
    }
    return key
  }

  private func find(_ note: StoreNote) throws(StoreFailure) -> SecretBytes? {
    let items: [KeyringItem]
    do throws(KeyringFailure) {
      items = try client.items(attributes(note, place: nil), isAsking: mayAsk)
    } catch {
      throw Self.failure(error)
    }
    guard let item = items.first else { return nil }
    guard items.count == 1 else {
      throw StoreFailure(
        .severalKeys,
        "the system keyring holds \(items.count) keys of this store, and nobody can tell which is right: remove the others there (store \(note.installation)); nothing was changed"
      )
    }
    guard let text = item.secret else { throw Self.failure(.locked) }
    guard let key = KeyText.decode(text) else {
      throw StoreFailure(
        .invalidKey,
        "what the system keyring holds for this store is no key of ours: restore the item there (store \(note.installation)); nothing was changed"
      )
    }
    return key
  }

  /// How many keys earlier stores in the same place left in the keyring.
  ///
  /// - Parameter storeFolder: The place.
  /// - Returns: Their number; the key of the store that is there does not count.
  /// - Throws: As ``key(storeFolder:isCreating:)``.
  public func leftovers(storeFolder: String) throws(StoreFailure) -> Int {
    try left(in: Path(storeFolder)).count
  }

  private func left(in folder: Path) throws(StoreFailure) -> [String] {
    let own = try StoreNote.read(in: folder)?.installation
    do throws(KeyringFailure) {
      let items = try client.items(
        ["application": application, "place": StorePlace.digest(of: folder)],
        isAsking: false
      )
      return items.compactMap { $0.attributes["store"] }.filter { $0 != own }
    } catch {
      throw Self.failure(error)
    }
  }

  /// Removes the store's key, and those that earlier stores in the same place left.
  ///
  /// - Parameter storeFolder: The place.
  /// - Returns: Whether there were any.
  /// - Throws: As ``key(storeFolder:isCreating:)``.
  public func remove(storeFolder: String) throws(StoreFailure) -> Bool {
    let folder = Path(storeFolder)
    var count = 0
    let own = try StoreNote.read(in: folder)
    let stores =
      try left(in: folder) + (own?.kind == .keyring ? [own?.installation].compactMap { $0 } : [])
    for store in stores {
      do throws(KeyringFailure) {
        count += try client.remove(["application": application, "store": store])
      } catch {
        throw Self.failure(error)
      }
    }
    return count > 0
  }

  private func attributes(_ note: StoreNote, place: String?) -> [String: String] {
    var attributes = ["application": application, "store": note.installation]
    attributes["place"] = place
    return attributes
  }
}

extension SecretServiceKey {
  private static let elsewhere = "or begin a store with its key elsewhere (--key-source file)"

  private static func failure(_ failure: KeyringFailure) -> StoreFailure {
    switch failure {
    case .libraryMissing:
      StoreFailure(
        .keyringMissing,
        "libsecret is not on this machine, through which the system keyring is reached: install it (apt-get install libsecret-1-0), \(elsewhere)"
      )
    case .noBus(let reason):
      StoreFailure(
        .noBus,
        "the system keyring cannot be reached, as there is no session bus (\(reason.neutralised)): run this inside the desktop's session, \(elsewhere)"
      )
    case .noService(let reason):
      StoreFailure(
        .noKeyring,
        "no program on the session bus is a keyring (\(reason.neutralised)): start one, such as gnome-keyring-daemon, \(elsewhere)"
      )
    case .noCollection:
      StoreFailure(
        .noKeyring,
        "the system keyring has no default collection, or shows none while it is locked: unlock it or make one, and run this again, \(elsewhere); nothing was changed"
      )
    case .locked:
      StoreFailure(
        .locked,
        "the system keyring is locked: unlock it, and run this again; nothing was changed"
      )
    case .dismissed:
      StoreFailure(
        .dismissed,
        "the system keyring was not unlocked, as the question was dismissed; nothing was changed"
      )
    case .silent:
      StoreFailure(
        .silent,
        "the system keyring does not answer: look whether its program hangs, and run this again; nothing was changed"
      )
    case .refused(let reason):
      StoreFailure(.unavailable, "the system keyring refused: \(reason.neutralised)")
    }
  }
}
