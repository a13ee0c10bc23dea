internal import Crypto
internal import Database
internal import POSIX
public import Secrets

/// A session in a SQLite file, sealed with AES-256-GCM.
///
/// One row a session, named by the SHA-256 of issuer and client id; a slash at the issuer's end makes no other session.
/// The seal covers issuer, client id and format, so that a row cannot be passed off as another's; every write takes a
/// new random nonce. Write-ahead log with full sync: a write that returned survives a crash, a reader sees the old bytes
/// or the new ones. The key never lies in the store's folder; a note there says where it comes from, and a key from
/// elsewhere is refused.
public actor SealedSessionStore: OIDCSessionStore {
  /// The format of the rows; a larger number is refused and left alone.
  static let format: Int64 = 1

  nonisolated let folder: Path
  /// As the issuer was spelled, and with its last slash the other way; what is stored under either is the session.
  nonisolated let names: [SlotName]
  nonisolated let keySource: any SealingKeySource
  private let machine: String?
  private var opening: StoreConnection?

  /// Names a store; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - folder: The store's folder, made 0700 on first write.
  ///   - issuer: The session's issuer.
  ///   - clientID: The session's client.
  ///   - key: Where the key comes from.
  public init(folder: String, issuer: String, clientID: String, key: any SealingKeySource) {
    self.init(
      folder: folder,
      issuer: issuer,
      clientID: clientID,
      key: key,
      machine: MachineName.digest
    )
  }

  package init(
    folder: String,
    issuer: String,
    clientID: String,
    key: any SealingKeySource,
    machine: String?
  ) {
    self.folder = Path(folder)
    let other = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer + "/"
    self.names = [issuer, other].map { SlotName(issuer: $0, clientID: clientID) }
    self.keySource = key
    self.machine = machine
  }

  /// Opens the seal of the session.
  ///
  /// - Returns: Nil if there is no session.
  /// - Throws: `noKey`, `wrongKey`, `wrongPassphrase`, `otherSource`, `tampered`, `truncated`, `newerVersion`, `locked`,
  ///   `unavailable`, `unsafePlace`, `failed`, and what else the key's source throws.
  public func read() async throws(StoreFailure) -> SecretBytes? {
    try requireSource()
    var found = try row()
    if found == nil { found = try takeBack() }
    guard let row = found else { return nil }
    try requireKnown(row)
    guard let key = try key() else {
      throw StoreFailure(
        .noKey,
        "there is a stored session, but its key is missing (\(keySource.description)), as on another machine or after another installation: restore the key, or sign in again"
      )
    }
    return try row.open(with: key, from: keySource)
  }

  /// Seals and keeps a session.
  ///
  /// - Parameter record: What to keep.
  /// - Throws: `unavailable`, `unsafePlace`, `newerVersion`, `otherSource`, `failed`, and what the key's source throws;
  ///   what was there before is still there then.
  public func write(_ record: SecretBytes) async throws(StoreFailure) {
    try requireOwnFolder()
    try requireSource()
    try requireKnown(row())
    let key = try await keyOrNew()
    let connection = try opened()
    let row = try row()
    try requireKnown(row)
    let sealed = try SealedRow(sealing: record, as: row?.name ?? names[0], key: key)
    try connection.write(sealed, superseding: names)
  }

  /// Forgets the session; that of nobody succeeds.
  ///
  /// - Throws: Why it is still there.
  public func clear() async throws(StoreFailure) {
    guard exists else { return }
    try opened().clear(try row()?.name, superseding: names)
  }

  /// Moves the sealed bytes out of the way, as they are.
  ///
  /// - Parameter reason: Why, as a stable word.
  /// - Throws: Why they are still in the way.
  public func setAside(reason: String) async throws(StoreFailure) {
    guard exists, let name = try row()?.name else { return }
    try opened().setAside(name, reason: reason)
  }

  /// Takes the lock beside the store.
  ///
  /// - Parameter waiting: How long to wait for another process.
  /// - Returns: The lock; it is released with its process, whatever ends that.
  /// - Throws: `busy`, `failed`.
  public func lock(waiting: Duration) async throws(StoreFailure) -> any SessionLock {
    // One for both spellings of the issuer.
    let slot = names.map(\.slot).min() ?? ""
    return try await StoreLock.take("\(slot.prefix(16)).lock", in: folder, waiting: waiting)
  }

  /// Whether a session lies aside for want of its key, and would come back with it.
  ///
  /// - Returns: False, too, where there is no store.
  /// - Throws: `unavailable`, `unsafePlace`, `failed`.
  public func awaitsKey() async throws(StoreFailure) -> Bool {
    guard exists else { return false }
    return try opened().waiting(for: names).count > 0
  }

  /// Why sessions lie aside, a stable word for each: as ``setAside(reason:)`` was told, or `superseded` once a later
  /// session took the place of one that waited for its key.
  ///
  /// - Returns: The oldest first; none where there is no store.
  /// - Throws: `unavailable`, `unsafePlace`, `failed`.
  public func setAsideReasons() async throws(StoreFailure) -> [String] {
    guard exists else { return [] }
    return try opened().setAsideReasons(of: names)
  }

  /// What of an earlier installation is worth telling: that the session was begun on another machine, or that keys
  /// were left behind which this store does not use.
  ///
  /// - Returns: A sentence for each.
  public func remarks() async -> [String] {
    guard let note = try? StoreNote.read(in: folder) else {
      guard !exists, let count = try? keySource.leftovers(storeFolder: folder.text), count > 0
      else { return [] }
      return [
        "\(keySource.description) still holds \(count == 1 ? "a key" : "\(count) keys") of a session store that an earlier installation had in \(folder.shown): it is not used; purge removes it"
      ]
    }
    guard let machine, let begun = note.machine, begun != machine, (try? row()) != nil else {
      return []
    }
    return [
      "the stored session was begun on another machine or by an earlier installation, as after a restored backup: if it is in use there too, the provider can take the second use of a refresh token for theft and end it; to have one of its own here, sign out there or here, and sign in again"
    ]
  }
}

extension SealedSessionStore {
  /// The file that sessions lie in, those set aside too, as it may be shown.
  public nonisolated var shownPath: String { StoreConnection.file(in: folder).shown }

  /// A file that may be there is opened, so that what keeps us from it is told.
  nonisolated var exists: Bool {
    StoreConnection.isThere(in: folder)
  }

  func closeConnection() { opening = nil }

  func opened() throws(StoreFailure) -> StoreConnection {
    if let opening { return opening }
    let made = try StoreConnection(in: folder)
    opening = made
    return made
  }

  private func row() throws(StoreFailure) -> SealedRow? {
    guard exists else { return nil }
    return try opened().row(names)
  }

  /// Whether no session is in the store, be it of another client.
  private var isEmpty: Bool {
    get throws(StoreFailure) {
      guard exists else { return true }
      return try opened().isEmpty
    }
  }

  private func key() throws(StoreFailure) -> SecretBytes? {
    try keySource.key(storeFolder: folder.text, isCreating: false)
  }

  /// The session that was set aside for want of the key that is there again; back in its place.
  ///
  /// Nobody is asked for a key where none waits for it, and nothing is written: a store that is empty may be one that
  /// cannot be written to.
  private func takeBack() throws(StoreFailure) -> SealedRow? {
    guard exists else { return nil }
    let connection = try opened()
    let waiting = try connection.waiting(for: names)
    guard !connection.isReadOnly, !waiting.isEmpty, let key = try key() else { return nil }
    let keyID = try SealedRow.identifier(of: key)
    guard let found = waiting.last(where: { $0.keyID == keyID }) else { return nil }
    try connection.takeBack(found.number)
    return try connection.row(names)
  }

  private func requireKnown(_ row: SealedRow?) throws(StoreFailure) {
    guard let row, row.format > Self.format else { return }
    throw StoreFailure(
      .newerVersion,
      "the session store has format \(row.format), this version knows up to \(Self.format): update this program; nothing was changed"
    )
  }

  /// Refuses a key from elsewhere, before anybody is asked for it.
  package func requireSource() throws(StoreFailure) {
    guard let kind = keySource.kind else { return }
    let noted = try StoreNote.read(in: folder)?.kind
    // What has no note is from before there were any, and its key is in a file.
    guard let noted = noted ?? (exists ? .file : nil), noted != kind else { return }
    throw StoreFailure(
      .otherSource,
      "the session store in \(folder.shown) has its key in \(noted.words), not in \(kind.words): say --key-source \(noted.rawValue), or begin another store with --store; nothing was changed"
    )
  }

  private func requireOwnFolder() throws(StoreFailure) {
    let status: FileStatus
    do throws(FileFailure) {
      status = try Directory.make(folder).status()
    } catch {
      throw StoreFailure(.failed, "the store's folder cannot be used: \(error)")
    }
    guard status.isOwnedByUs, !status.isWritableByOthers else {
      throw StoreFailure(
        .unsafePlace,
        "the store's folder \(folder.shown) belongs to another user, or others can write to it: chmod 700 it, or choose another with --store"
      )
    }
  }

  /// The key; a new one is made by one process at a time, or the second would take the place of the first.
  private func keyOrNew() async throws(StoreFailure) -> SecretBytes {
    var isNoteNew = false
    if let kind = keySource.kind {
      if var note = try StoreNote.read(in: folder) {
        // A store without any session is begun anew.
        if let machine, note.machine != machine, try isEmpty {
          note.machine = machine
          try note.replace(in: folder)
        }
      } else {
        let isBegun = try !isEmpty
        try StoreNote(kind: kind, machine: isBegun ? nil : machine).create(in: folder)
        isNoteNew = !isBegun
        try requireSource()
      }
    }
    do throws(StoreFailure) {
      if let key = try key() { return key }
      return try await newKey()
    } catch {
      if isNoteNew { await forgetNote() }
      throw error
    }
  }

  private func newKey() async throws(StoreFailure) -> SecretBytes {
    let lock = try await StoreLock.take("key.lock", in: folder, waiting: .seconds(30))
    defer { lock.release() }
    guard let key = try keySource.key(storeFolder: folder.text, isCreating: true) else {
      throw StoreFailure(.noKey, "there is no key to seal the session with")
    }
    return key
  }

  /// A source that has no key for it would be the store's for good otherwise.
  ///
  /// Not where another process had more luck with the same note.
  private func forgetNote() async {
    guard let lock = try? await StoreLock.take("key.lock", in: folder, waiting: .seconds(5)) else {
      return
    }
    defer { lock.release() }
    guard (try? isEmpty) == true, (try? key()) == nil else { return }
    try? Directory.open(folder).unlink(StoreNote.name)
  }
}
