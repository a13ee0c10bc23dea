package import Crypto
internal import Locks
internal import POSIX
public import Secrets

/// A sealing key out of a passphrase, by scrypt with N = 2^17, r = 8, p = 1.
///
/// Salt, costs and a check value stand beside the store. A passphrase that is not the right one changes nothing: the
/// check value tells it from a damaged session. Derived once a process, as that takes some tenths of a second and
/// 128 MiB.
public final class PassphraseKey: SealingKeySource {
  /// What a passphrase is asked for.
  public enum Purpose: Sendable {
    /// To open what was sealed with it.
    case opening
    /// To begin a store: whoever types it should type it twice.
    case choosing
  }

  private struct Derived {
    let salt: [UInt8]
    let key: SecretBytes
  }

  private let passphrase: @Sendable (Purpose) throws(StoreFailure) -> SecretBytes
  private let costs: Scrypt.Parameters
  private let derived = Mutex<Derived?>(nil)

  /// Names where the passphrase comes from.
  ///
  /// - Parameter passphrase: Asks for it; called only when it is needed, and at most once if it is right.
  public convenience init(
    passphrase: @escaping @Sendable (Purpose) throws(StoreFailure) -> SecretBytes
  ) {
    self.init(costs: .standard, passphrase: passphrase)
  }

  package init(
    costs: Scrypt.Parameters,
    passphrase: @escaping @Sendable (Purpose) throws(StoreFailure) -> SecretBytes
  ) {
    self.costs = costs
    self.passphrase = passphrase
  }

  /// What `status` says of it.
  public var description: String { "passphrase (scrypt)" }

  /// Noted as `passphrase`.
  public var kind: SealingKeyKind? { .passphrase }

  /// Derives the key, or begins with a new passphrase.
  ///
  /// - Parameters:
  ///   - storeFolder: Where salt and costs stand.
  ///   - isCreating: Whether a store without a passphrase gets one.
  /// - Returns: The key; nil if the store has none.
  /// - Throws: `wrongPassphrase`; `unsafePlace` for costs out of bounds; what the app's own closure throws.
  public func key(storeFolder: String, isCreating: Bool) throws(StoreFailure) -> SecretBytes? {
    let folder = Path(storeFolder)
    guard var note = try StoreNote.read(in: folder), note.kind == .passphrase else { return nil }
    guard let parameters = note.passphrase else {
      guard isCreating else { return nil }
      let salt = Random.bytes(32)
      let (key, check) = try PassphraseParameters.derive(
        from: entered(.choosing),
        salt: salt,
        costs: costs
      )
      note.passphrase = PassphraseParameters(costs: costs, salt: salt, check: check)
      try note.replace(in: folder)
      derived.withLock { $0 = Derived(salt: salt, key: key) }
      return key
    }
    let known = derived.withLock { $0 }
    if let known, known.salt == parameters.salt { return known.key }
    let (key, check) = try PassphraseParameters.derive(
      from: entered(.opening),
      salt: parameters.salt,
      costs: parameters.costs
    )
    guard ConstantTime.equal(check.span, parameters.check.span) else {
      throw StoreFailure(
        .wrongPassphrase,
        "that is not the passphrase of the session store: try again; nothing was changed"
      )
    }
    derived.withLock { $0 = Derived(salt: parameters.salt, key: key) }
    return key
  }

  private func entered(_ purpose: Purpose) throws(StoreFailure) -> SecretBytes {
    let entered = try passphrase(purpose)
    guard !entered.isEmpty else {
      throw StoreFailure(.wrongPassphrase, "the passphrase is empty; nothing was changed")
    }
    return entered
  }

  /// Forgets salt and check value, without which the passphrase opens nothing.
  ///
  /// - Parameter storeFolder: Where they stand.
  /// - Returns: Whether there were any.
  /// - Throws: `failed`.
  public func remove(storeFolder: String) throws(StoreFailure) -> Bool {
    let folder = Path(storeFolder)
    derived.withLock { $0 = nil }
    guard var note = try StoreNote.read(in: folder), note.passphrase != nil else { return false }
    note.passphrase = nil
    try note.replace(in: folder)
    return true
  }
}
