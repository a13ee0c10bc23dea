internal import Crypto
internal import Database
internal import POSIX
public import Secrets

/// A session in a SQLite file, sealed with AES-256-GCM.
///
/// One row a session, named by the SHA-256 of issuer and client id. The seal covers issuer, client id and format, so
/// that a row cannot be passed off as another's; every write takes a new random nonce. Write-ahead log with full sync:
/// a write that returned survives a crash, a reader sees the old bytes or the new ones. The key never lies in the
/// store's folder.
public actor SealedSessionStore: OIDCSessionStore {
  /// The format of the rows; a larger number is refused and left alone.
  private static let format: Int64 = 1

  private let folder: Path
  private let slot: String
  private let binding: [UInt8]
  private let keySource: any SealingKeySource
  private var connection: Connection?

  /// Names a store; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - folder: The store's folder, made 0700 on first write.
  ///   - issuer: The session's issuer.
  ///   - clientID: The session's client.
  ///   - key: Where the key comes from.
  public init(folder: String, issuer: String, clientID: String, key: any SealingKeySource) {
    let identity = Array("\(issuer)\u{0}\(clientID)".utf8)
    self.folder = Path(folder)
    self.slot = SecretBytes(copying: identity).fingerprint.hex
    self.binding = identity + Array("\u{0}session/\(Self.format)".utf8)
    self.keySource = key
  }

  /// Opens the seal of the session.
  ///
  /// - Returns: Nil if there is no session.
  /// - Throws: `noKey`, `wrongKey`, `tampered`, `truncated`, `newerVersion`, `unavailable`, `unsafePlace`, `failed`.
  public func read() async throws(StoreFailure) -> SecretBytes? {
    var found = try row()
    if found == nil { found = try takeBack() }
    guard let row = found else { return nil }
    guard row.format <= Self.format else {
      throw StoreFailure(
        .newerVersion,
        "the session store has format \(row.format), this version knows up to \(Self.format): update this program; nothing was changed"
      )
    }
    guard let key = try keySource.key(storeFolder: folder.text, isCreating: false) else {
      throw StoreFailure(
        .noKey,
        "there is a stored session, but its key is missing (\(keySource.description)): restore the key, or sign in again"
      )
    }
    guard try row.keyID == Self.identifier(of: key) else {
      throw StoreFailure(
        .wrongKey,
        "the stored session is sealed with another key than \(keySource.description): restore that key, or sign in again"
      )
    }
    guard row.sealed.count - AESGCM.tagByteCount == row.length else {
      throw StoreFailure(.truncated, "the stored session ends too early: sign in again")
    }
    let (sealed, nonce, binding) = (row.sealed, row.nonce, binding)
    do {
      return try AESGCM.open(
        sealed.span,
        key: key,
        nonce: nonce.span,
        associatedData: binding.span
      )
    } catch {
      throw StoreFailure(
        .tampered,
        "the seal of the stored session is broken, so its bytes are not what was written: sign in again"
      )
    }
  }

  /// Seals and keeps a session.
  ///
  /// - Parameter record: What to keep.
  /// - Throws: `unavailable`, `unsafePlace`, `newerVersion`, `failed`; what was there before is still there then.
  public func write(_ record: SecretBytes) async throws(StoreFailure) {
    let connection = try open()
    if let row = try row(), row.format > Self.format {
      throw StoreFailure(
        .newerVersion,
        "the session store was written by a newer version: update this program; nothing was changed"
      )
    }
    guard let key = try keySource.key(storeFolder: folder.text, isCreating: true) else {
      throw StoreFailure(.noKey, "there is no key to seal the session with")
    }
    let nonce = Random.bytes(AESGCM.nonceByteCount)
    let keyID = try Self.identifier(of: key)
    let binding = binding
    let sealed: [UInt8]
    do throws(CryptoFailure) {
      sealed = try AESGCM.seal(
        record,
        key: key,
        nonce: nonce.span,
        associatedData: binding.span
      )
    } catch {
      throw StoreFailure(.failed, "the session could not be sealed: \(error)")
    }
    do throws(DatabaseFailure) {
      try connection.transaction { () throws(DatabaseFailure) in
        _ = try connection.execute(
          """
          INSERT INTO session (slot, format, key_id, nonce, length, sealed)
          VALUES (?, ?, ?, ?, ?, ?)
          ON CONFLICT (slot) DO UPDATE SET format = excluded.format, key_id = excluded.key_id,
            nonce = excluded.nonce, length = excluded.length, sealed = excluded.sealed
          """,
          [
            .text(slot), .int(Self.format), .blob(keyID), .blob(nonce),
            .int(Int64(record.count)), .blob(sealed),
          ]
        )
        try supersede(in: connection)
      }
    } catch {
      throw Self.failure(error)
    }
  }

  /// Forgets the session; that of nobody succeeds.
  ///
  /// - Throws: Why it is still there.
  public func clear() async throws(StoreFailure) {
    guard exists else { return }
    do throws(DatabaseFailure) {
      let connection = try opened()
      try connection.transaction { () throws(DatabaseFailure) in
        _ = try connection.execute("DELETE FROM session WHERE slot = ?", [.text(slot)])
        try supersede(in: connection)
      }
      try connection.checkpoint()
    } catch {
      throw Self.failure(error)
    }
  }

  /// Moves the sealed bytes out of the way, as they are.
  ///
  /// - Parameter reason: Why, as a stable word.
  /// - Throws: Why they are still in the way.
  public func setAside(reason: String) async throws(StoreFailure) {
    guard exists else { return }
    do throws(DatabaseFailure) {
      let connection = try opened()
      try connection.transaction { () throws(DatabaseFailure) in
        _ = try connection.execute(
          """
          INSERT INTO aside (slot, format, key_id, nonce, length, sealed, reason)
          SELECT slot, format, key_id, nonce, length, sealed, ? FROM session WHERE slot = ?
          """,
          [.text(reason), .text(slot)]
        )
        _ = try connection.execute("DELETE FROM session WHERE slot = ?", [.text(slot)])
      }
    } catch {
      throw Self.failure(error)
    }
  }

  /// Takes the lock beside the store.
  ///
  /// - Parameter waiting: How long to wait for another process.
  /// - Returns: The lock; it is released with its process, whatever ends that.
  /// - Throws: `busy`, `failed`.
  public func lock(waiting: Duration) async throws(StoreFailure) -> any SessionLock {
    do throws(FileFailure) {
      let folder = try Directory.make(folder)
      let file = try folder.openFile(Path("\(slot.prefix(16)).lock"), .create(permissions: 0o600))
      try await file.lock(timeout: waiting)
      return FileLock(file: file)
    } catch {
      guard error.reason == .locked else {
        throw StoreFailure(.failed, "the session's lock: \(error)")
      }
      throw StoreFailure(
        .busy,
        "another process has used the session for \(waiting): wait for it, or end it"
      )
    }
  }
}

extension SealedSessionStore {
  private struct Row {
    let format: Int64
    let keyID: [UInt8]
    let nonce: [UInt8]
    let length: Int
    let sealed: [UInt8]
  }

  private var file: Path { folder.appending("sessions.sqlite") }

  /// Whether a session lies aside for want of its key, and would come back with it.
  ///
  /// - Returns: False, too, where there is no store.
  /// - Throws: `unavailable`, `unsafePlace`, `failed`.
  public func awaitsKey() async throws(StoreFailure) -> Bool {
    guard exists else { return false }
    do throws(DatabaseFailure) {
      let waiting = try opened().first(
        "SELECT count(*) FROM aside WHERE slot = ? AND reason IN (?, ?)",
        [.text(slot)] + Self.wantOfKey
      ) { row throws(DatabaseFailure) in try row.int(0) }
      return (waiting ?? 0) > 0
    } catch {
      throw Self.failure(error)
    }
  }

  /// Why sessions lie aside, a stable word for each: as ``setAside(reason:)`` was told, or `superseded` once a later
  /// session took the place of one that waited for its key.
  ///
  /// - Returns: The oldest first; none where there is no store.
  /// - Throws: `unavailable`, `unsafePlace`, `failed`.
  public func setAsideReasons() async throws(StoreFailure) -> [String] {
    guard exists else { return [] }
    do throws(DatabaseFailure) {
      return try opened().query(
        "SELECT reason FROM aside WHERE slot = ? ORDER BY rowid",
        [.text(slot)]
      ) {
        row throws(DatabaseFailure) in try row.text(0)
      }
    } catch {
      throw Self.failure(error)
    }
  }

  /// The file that sessions lie in, those set aside too, as it may be shown.
  public nonisolated var shownPath: String { folder.appending("sessions.sqlite").shown }

  /// A file that may be there is opened, so that what keeps us from it is told.
  private var exists: Bool {
    do throws(FileFailure) {
      _ = try Directory.status(of: file)
      return true
    } catch {
      return !error.isNotFound
    }
  }

  /// The session that was set aside for want of the key that is there again; back in its place.
  ///
  /// Nothing is written where there is none: a store that is empty may be one that cannot be written to.
  private func takeBack() throws(StoreFailure) -> Row? {
    guard exists, let key = try keySource.key(storeFolder: folder.text, isCreating: false) else {
      return nil
    }
    let keyID = try Self.identifier(of: key)
    do throws(DatabaseFailure) {
      let connection = try opened()
      let waiting = try connection.first(
        """
        SELECT rowid FROM aside WHERE slot = ? AND key_id = ? AND reason IN (?, ?)
        ORDER BY rowid DESC LIMIT 1
        """,
        [.text(slot), .blob(keyID)] + Self.wantOfKey
      ) { row throws(DatabaseFailure) in try row.int(0) }
      guard let waiting else { return nil }
      try connection.transaction { () throws(DatabaseFailure) in
        // Another process may have signed in meanwhile, or have been faster.
        let moved = try connection.execute(
          """
          INSERT INTO session (slot, format, key_id, nonce, length, sealed)
          SELECT slot, format, key_id, nonce, length, sealed FROM aside WHERE rowid = ?
          ON CONFLICT (slot) DO NOTHING
          """,
          [.int(waiting)]
        )
        guard moved > 0 else { return }
        _ = try connection.execute("DELETE FROM aside WHERE rowid = ?", [.int(waiting)])
      }
    } catch {
      throw Self.failure(error)
    }
    return try row()
  }

  /// Keeps what was set aside from coming back over a newer session, or over a sign-out.
  private func supersede(in connection: Connection) throws(DatabaseFailure) {
    _ = try connection.execute(
      "UPDATE aside SET reason = 'superseded' WHERE slot = ? AND reason IN (?, ?)",
      [.text(slot)] + Self.wantOfKey
    )
  }

  /// The reasons that end with the key's return.
  private static let wantOfKey: [DatabaseValue] = [
    .text(StoreFailure.Code.noKey.rawValue), .text(StoreFailure.Code.wrongKey.rawValue),
  ]

  private func row() throws(StoreFailure) -> Row? {
    guard exists else { return nil }
    do throws(DatabaseFailure) {
      return try opened().first(
        "SELECT format, key_id, nonce, length, sealed FROM session WHERE slot = ?",
        [.text(slot)]
      ) { row throws(DatabaseFailure) in
        Row(
          format: try row.int(0),
          keyID: try row.blob(1),
          nonce: try row.blob(2),
          length: Int(try row.int(3)),
          sealed: try row.blob(4)
        )
      }
    } catch {
      throw Self.failure(error)
    }
  }

  private func open() throws(StoreFailure) -> Connection {
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
    do throws(DatabaseFailure) { return try opened() } catch { throw Self.failure(error) }
  }

  private func opened() throws(DatabaseFailure) -> Connection {
    if let connection { return connection }
    let made = try Connection(path: file)
    try made.transaction { () throws(DatabaseFailure) in
      let version = try made.userVersion
      guard version == 0 else { return }
      try made.runScript(
        """
        CREATE TABLE session (slot TEXT PRIMARY KEY, format INTEGER NOT NULL, key_id BLOB NOT NULL,
          nonce BLOB NOT NULL, length INTEGER NOT NULL, sealed BLOB NOT NULL) STRICT;
        CREATE TABLE aside (slot TEXT NOT NULL, format INTEGER NOT NULL, key_id BLOB NOT NULL,
          nonce BLOB NOT NULL, length INTEGER NOT NULL, sealed BLOB NOT NULL, reason TEXT NOT NULL) STRICT;
        """
      )
      try made.setUserVersion(1)
    }
    // A damaged index would have a session that is there look like none, and be replaced in silence.
    let verdict = try made.first("PRAGMA integrity_check(1)", []) { row throws(DatabaseFailure) in
      try row.text(0)
    }
    guard verdict == "ok" else {
      throw DatabaseFailure(code: .corrupt, message: "what it holds contradicts itself", path: file)
    }
    connection = made
    return made
  }

  /// Tells two keys apart without telling anything of either.
  private static func identifier(of key: SecretBytes) throws(StoreFailure) -> [UInt8] {
    do throws(CryptoFailure) {
      return try Array(
        HMAC.tag(of: Array("session store: key identifier".utf8).span, key: key).prefix(8)
      )
    } catch {
      throw StoreFailure(.failed, "the session's key cannot be used: \(error)")
    }
  }

  private static func failure(_ failure: DatabaseFailure) -> StoreFailure {
    StoreFailure(
      failure.code.primary == .busy ? .busy : .failed,
      "the session store: \(failure)"
    )
  }
}

/// The advisory lock of a file, until it is dropped.
private struct FileLock: SessionLock {
  let file: File

  func release() { try? file.unlock() }
}
