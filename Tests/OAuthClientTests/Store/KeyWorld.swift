import Crypto
import Keyring
import OAuthClient
import POSIX
import Secrets
import TestSupport
import Testing

/// A store whose key comes from one of the sources, each with what can befall it.
final class KeyWorld: Sendable {
  enum Source: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case file, passphrase, keyring, keychain
    var testDescription: String { rawValue }
  }

  let source: Source
  let temporary: TemporaryFolder
  let keyring = FakeKeyring()
  let keychain = FakeKeychain()

  init(_ source: Source) throws {
    self.source = source
    temporary = try TemporaryFolder()
  }

  var folder: Path { temporary.path.appending("store") }
  var database: Path { folder.appending("sessions.sqlite") }
  private var keyFile: Path { temporary.path.appending("keys/store.key") }

  func key(passphrase: String = "correct horse") -> any SealingKeySource {
    switch source {
    case .file: KeyFile(path: keyFile.text)
    case .passphrase: PassphraseKey(costs: .cheapest) { _ in secret(passphrase) }
    case .keyring: SecretServiceKey(application: "tests", mayAsk: false, client: keyring)
    case .keychain: KeychainKey(service: "tests", client: keychain)
    }
  }

  /// Another call is as good as another start of the program.
  func store(
    issuer: String = "https://id.example",
    clientID: String = "app",
    key: (any SealingKeySource)? = nil,
    machine: String? = "this machine"
  ) -> SealedSessionStore {
    SealedSessionStore(
      folder: folder.text,
      issuer: issuer,
      clientID: clientID,
      key: key ?? self.key(),
      machine: machine
    )
  }

  /// Takes the key away, and gives back what puts it there again.
  func hideKey() throws -> @Sendable () throws -> Void {
    switch source {
    case .file:
      let keyFile = keyFile
      let folder = try Directory.open(keyFile.parent)
      try folder.rename(keyFile.lastComponent, to: "hidden")
      return { try folder.rename("hidden", to: keyFile.lastComponent) }
    case .passphrase:
      let note = folder.appending("store.json")
      let bytes = try File.open(note).readAll(limit: 65536)
      _ = try key().remove(storeFolder: folder.text)
      return { try DurableWrite.create(note, contents: bytes, exclusive: false) }
    case .keyring:
      let (keyring, items) = (keyring, keyring.items)
      keyring.removeAll()
      return { for item in items { keyring.add(item.secret, item.attributes) } }
    case .keychain:
      let query = KeychainQuery(service: "tests", account: nil)
      let items = try keychain.memory.copy(query)
      try keychain.memory.delete(query)
      let memory = keychain.memory
      return {
        for item in items {
          let query = KeychainQuery(service: "tests", account: item.account)
          try memory.add(
            query,
            value: item.value,
            accessibility: .afterFirstUnlockThisDeviceOnly
          )
        }
      }
    }
  }

  /// Puts another key in the key's place, as long as that can be.
  func changeKey() throws {
    let other = secret("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
    switch source {
    case .file:
      try DurableWrite.create(
        keyFile,
        contents: [UInt8](repeating: 7, count: 32),
        exclusive: false
      )
    case .passphrase: break
    case .keyring:
      let items = keyring.items
      keyring.removeAll()
      for item in items { keyring.add(other, item.attributes) }
    case .keychain:
      for item in try keychain.memory.copy(KeychainQuery(service: "tests", account: nil)) {
        let query = KeychainQuery(service: "tests", account: item.account)
        try keychain.memory.update(query, value: other)
      }
    }
  }

  /// Keeps the key out of reach for a while, where there is such a thing.
  func lock(_ isLocked: Bool) {
    keyring.lock(isLocked)
    keychain.fails(isLocked ? .interactionNotAllowed : nil)
  }
}

extension Scrypt.Parameters {
  /// The least that a store's note may ask for; some tests open many stores.
  static var cheapest: Scrypt.Parameters {
    Scrypt.Parameters(checking: 15, blockSize: 8, parallelism: 1) ?? .standard
  }
}
