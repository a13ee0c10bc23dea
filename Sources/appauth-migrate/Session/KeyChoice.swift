import Locks
import OAuthClient
import POSIX
import Secrets
import Terminal

/// Where the key of the session store comes from: what a flag says, what the store says, or what the system has.
struct KeyChoice {
  private static let name = "io.github.appauth-migrate"
  private let context: Context
  private let places: Places

  init(_ context: Context, _ places: Places) {
    (self.context, self.places) = (context, places)
  }

  /// The source; the store itself refuses one that is not its own.
  var source: any SealingKeySource {
    get throws(Stop) {
      try checkFlags()
      if let named { return try source(of: named) }
      let kept: SealingKeyKind?
      do throws(StoreFailure) {
        kept = try SealedSessionStore.keyKind(in: places.store.text)
      } catch {
        throw Stop(error)
      }
      if let kept { return try source(of: kept) }
      return try fresh
    }
  }

  /// What the flags say by themselves.
  private var named: SealingKeyKind? {
    if let word = context.command.string(.keySource) { return SealingKeyKind(rawValue: word) }
    if context.command.has(.keyFile) { return .file }
    if context.command.has(.passphraseFile) || context.command.has(.passphraseFD) {
      return .passphrase
    }
    return nil
  }

  private func checkFlags() throws(Stop) {
    let given = [Flag.keyFile, .passphraseFile, .passphraseFD].filter(context.command.has)
    guard given.count <= 1 else {
      throw Stop(
        .usage,
        "--\(given[0].rawValue) and --\(given[1].rawValue) name two keys: the store has one",
        hints: ["leave one of them out"]
      )
    }
    guard let flag = given.first, let word = context.command.string(.keySource) else { return }
    let wanted: SealingKeyKind = flag == .keyFile ? .file : .passphrase
    guard word != wanted.rawValue else { return }
    throw Stop(
      .usage,
      "--\(flag.rawValue) belongs to --key-source \(wanted.rawValue), not to \(word)",
      hints: ["leave one of them out"]
    )
  }

  private func source(of kind: SealingKeyKind) throws(Stop) -> any SealingKeySource {
    switch kind {
    case .file: return KeyFile(path: places.keyFile.text)
    case .passphrase: return passphrase
    #if canImport(Security)
    case .keychain: return keychain
    #else
    case .keyring: return keyring
    #endif
    default:
      throw Stop(
        .usage,
        "the store's key source \(Neutral.text(kind.rawValue, limit: 40)) does not exist on this system",
        hints: ["begin another store, with its key elsewhere: --store FOLDER --key-source file"]
      )
    }
  }

  /// The same for all of a process: a pipe gives the passphrase once.
  private var passphrase: PassphraseKey {
    let input = PassphraseInput(context)
    return Self.passphraseKey.withLock { known in
      if let known { return known }
      let made = PassphraseKey { purpose throws(StoreFailure) in try input.read(for: purpose) }
      known = made
      return made
    }
  }

  private static let passphraseKey = Mutex<PassphraseKey?>(nil)

  /// For a store that is not there yet: the key file if there is one, else the system's keyring if it can be used.
  private var fresh: any SealingKeySource {
    get throws(Stop) {
      let file = KeyFile(path: places.keyFile.text)
      guard (try? Directory.status(of: places.keyFile)) == nil else { return file }
      #if canImport(Security)
      guard (try? keychain.leftovers(storeFolder: places.store.text)) != nil else { return file }
      return keychain
      #else
      guard SecretServiceKey.hasBus else { return file }
      do throws(StoreFailure) {
        try keyring.probe()
        return keyring
      } catch {
        context.printer.remark("the store's key will be in a file, as \(error.description)")
        return file
      }
      #endif
    }
  }

  #if canImport(Security)
  /// One service for one store, since the Keychain tells them apart by nothing else.
  private var keychain: KeychainKey {
    let place = places.store.text
    let digest = SecretBytes(copying: Array(place.utf8)).fingerprint.short
    return KeychainKey(service: "\(Self.name).\(digest)", client: SystemKeychain())
  }
  #else
  private var keyring: SecretServiceKey {
    // A question can be answered only where there is something to show it on.
    let mayAsk = ["WAYLAND_DISPLAY", "DISPLAY"].contains { name in
      Environment.value(name)?.isEmpty == false
    }
    return SecretServiceKey(application: Self.name, mayAsk: mayAsk)
  }
  #endif
}

extension Stop {
  /// A store that cannot be used, before any client was made of it.
  init(_ failure: StoreFailure) {
    self.init(failure.code == .failed ? .partial : .usage, failure.description)
    reason = failure.code.rawValue
  }
}
