internal import Crypto
internal import JOSE
internal import JSON
internal import POSIX
internal import Secrets

/// What a store's folder says of the store: which installation made it, and where its key comes from.
///
/// No secret is in it. It is made before the first session and removed after the last, so that no key is ever left that
/// nothing points to.
struct StoreNote: Sendable {
  /// The format that this version writes; a larger number is refused and left alone.
  static let version: Int64 = 1
  static let name = Path("store.json")
  private static let limit = 64 * 1024

  /// 32 hex digits, new with every store: the install marker, under which a keyring holds the key.
  let installation: String
  let kind: SealingKeyKind
  /// A digest of the machine that the sessions were begun on; nil where a machine has no name of its own.
  var machine: String?
  /// How the key comes out of the passphrase, once there is one.
  var passphrase: PassphraseParameters?
  private var unknown: [JSONNode.Member] = []

  /// Begins a store.
  init(kind: SealingKeyKind, machine: String?) {
    self.installation = hexadecimal(Random.bytes(16)[...])
    self.kind = kind
    self.machine = machine
  }

  /// Reads what the folder says.
  ///
  /// - Returns: Nil if it says nothing.
  /// - Throws: `newerVersion`; `failed` for a note that cannot be read.
  static func read(in folder: Path) throws(StoreFailure) -> StoreNote? {
    let bytes: SecretBytes
    do throws(FileFailure) {
      bytes = try File.open(folder.appending(name)).readAll(limit: limit)
    } catch {
      if error.isNotFound { return nil }
      throw StoreFailure(.failed, "what the store says of its key: \(error)")
    }
    return try StoreNote(decoding: bytes, in: folder)
  }

  /// Writes a first note; one that is there already stays.
  func create(in folder: Path) throws(StoreFailure) {
    do throws(FileFailure) {
      try DurableWrite.create(folder.appending(Self.name), contents: encoded)
    } catch {
      guard !error.isExisting else { return }
      throw StoreFailure(.failed, "the store's note of its key cannot be written: \(error)")
    }
  }

  /// Writes the note anew.
  func replace(in folder: Path) throws(StoreFailure) {
    do throws(FileFailure) {
      try DurableWrite.create(
        folder.appending(Self.name),
        contents: encoded,
        exclusive: false
      )
    } catch {
      throw StoreFailure(.failed, "the store's note of its key cannot be written: \(error)")
    }
  }
}

extension StoreNote {
  private var encoded: [UInt8] {
    var members: [JSONNode.Member] = [
      .init("version", .int(Self.version)),
      .init("installation", .string(installation)),
      .init("key", .string(kind.rawValue)),
    ]
    if let machine { members.append(.init("machine", .string(machine))) }
    if let passphrase { members.append(.init("passphrase", passphrase.encoded)) }
    return JSONNode.object(members + unknown).encoded(pretty: true) + [UInt8(ascii: "\n")]
  }

  private init(decoding bytes: SecretBytes, in folder: Path) throws(StoreFailure) {
    let path = folder.appending(Self.name).shown
    var dialect = JSONDialect.strict
    dialect.maximumDepth = 16
    guard let document = try? JSONDocument(parsing: bytes, dialect: dialect),
      let version = document.root["version"]?.int()
    else {
      throw StoreFailure(
        .failed,
        "\(path) is damaged, which says where the store's key comes from: restore it; nothing was changed"
      )
    }
    guard version <= Self.version else {
      throw StoreFailure(
        .newerVersion,
        "the session store was made by a newer version (its note has format \(version)): update this program; nothing was changed"
      )
    }
    let root = document.root
    guard let installation = root["installation"]?.string(), installation.utf8.count == 32,
      installation.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
      let kind = root["key"]?.string(), kind.utf8.count <= 64
    else {
      throw StoreFailure(
        .failed,
        "\(path) is damaged, which says where the store's key comes from: restore it; nothing was changed"
      )
    }
    self.installation = installation
    self.kind = SealingKeyKind(rawValue: kind)
    self.machine = root["machine"]?.string()
    if let value = root["passphrase"] {
      passphrase = try PassphraseParameters(decoding: value, path: path)
    }
    let known = ["version", "installation", "key", "machine", "passphrase"]
    self.unknown = root.members.filter { !known.contains($0.name) }
      .map { JSONNode.Member($0.name, JSONNode(reading: $0.value)) }
  }
}
