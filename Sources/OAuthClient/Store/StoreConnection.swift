internal import Database
internal import POSIX

/// The database of a store: rows of sealed sessions, those in use and those that lie aside.
final class StoreConnection {
  private let connection: Connection
  /// Whether the folder or the file cannot be written to, so that there is only what is there.
  let isReadOnly: Bool

  /// The arrangement of the tables; a larger number is refused and left alone.
  private static let layout: Int64 = 1

  static func file(in folder: Path) -> Path { folder.appending("sessions.sqlite") }

  /// Whether there is a file, as far as can be told: what keeps us from it is told when it is opened.
  static func isThere(in folder: Path) -> Bool {
    do throws(FileFailure) {
      _ = try Directory.status(of: file(in: folder))
      return true
    } catch {
      return !error.isNotFound
    }
  }

  /// Opens the store, and makes one that is not there.
  init(in folder: Path) throws(StoreFailure) {
    let file = Self.file(in: folder)
    let writable = Result { () throws(DatabaseFailure) in try Self.writable(file) }
    do throws(DatabaseFailure) {
      switch writable {
      case .success(let made): (connection, isReadOnly) = (made, false)
      case .failure(let failure):
        guard [.cannotOpen, .readOnly].contains(failure.code.primary) else { throw failure }
        guard let made = Self.readable(file) else { throw failure }
        (connection, isReadOnly) = (made, true)
      }
      let version = try connection.userVersion
      guard version <= Self.layout else {
        throw DatabaseFailure(code: .schema, message: "layout \(version)", path: file)
      }
      // A damaged index would have a session that is there look like none, and be replaced in silence.
      let verdict = try connection.first("PRAGMA integrity_check(1)", []) {
        row throws(DatabaseFailure) in try row.text(0)
      }
      guard verdict == "ok" else {
        throw DatabaseFailure(
          code: .corrupt,
          message: "what it holds contradicts itself",
          path: file
        )
      }
    } catch {
      guard error.code != .schema else {
        throw StoreFailure(
          .newerVersion,
          "the session store was made by a newer version (\(error.message)): update this program; nothing was changed"
        )
      }
      throw Self.failure(error)
    }
  }

  private static func writable(_ file: Path) throws(DatabaseFailure) -> Connection {
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
      try made.setUserVersion(Int32(layout))
    }
    return made
  }

  /// A store that cannot be written to; without a log beside it, it can only be read as one that nobody else writes to.
  private static func readable(_ file: Path) -> Connection? {
    if let made = try? Connection(path: file, mode: .readOnly), isMade(made) { return made }
    let log = Path(bytes: file.bytes + Array("-wal".utf8))
    let size = (try? Directory.status(of: log).size) ?? 0
    guard size == 0 else { return nil }
    var options = Connection.Options()
    options.isImmutable = true
    let made = try? Connection(path: file, mode: .readOnly, options: options)
    return made.flatMap { isMade($0) ? $0 : nil }
  }

  private static func isMade(_ connection: Connection) -> Bool {
    ((try? connection.userVersion) ?? 0) > 0
  }

  static func failure(_ failure: DatabaseFailure) -> StoreFailure {
    StoreFailure(
      failure.code.primary == .busy ? .busy : .failed,
      "the session store: \(failure)"
    )
  }
}

extension StoreConnection {
  /// The session under one of its names, the first by preference.
  func row(_ names: [SlotName]) throws(StoreFailure) -> SealedRow? {
    do throws(DatabaseFailure) {
      for name in names {
        let row = try connection.first(
          "SELECT format, key_id, nonce, length, sealed FROM session WHERE slot = ?",
          [.text(name.slot)]
        ) { row throws(DatabaseFailure) in
          SealedRow(
            name: name,
            format: try row.int(0),
            keyID: try row.blob(1),
            nonce: try row.blob(2),
            length: Int(try row.int(3)),
            sealed: try row.blob(4)
          )
        }
        if let row { return row }
      }
      return nil
    } catch {
      throw Self.failure(error)
    }
  }

  /// Keeps a row, and keeps what was set aside from coming back over it.
  func write(_ row: SealedRow, superseding names: [SlotName]) throws(StoreFailure) {
    try change { () throws(DatabaseFailure) in
      _ = try connection.execute(
        """
        INSERT INTO session (slot, format, key_id, nonce, length, sealed)
        VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (slot) DO UPDATE SET format = excluded.format, key_id = excluded.key_id,
          nonce = excluded.nonce, length = excluded.length, sealed = excluded.sealed
        """,
        [
          .text(row.name.slot), .int(row.format), .blob(row.keyID), .blob(row.nonce),
          .int(Int64(row.length)), .blob(row.sealed),
        ]
      )
      try supersede(names)
    }
  }

  /// Forgets a row, and keeps what was set aside from coming back over a sign-out.
  func clear(_ name: SlotName?, superseding names: [SlotName]) throws(StoreFailure) {
    try change { () throws(DatabaseFailure) in
      if let name {
        _ = try connection.execute("DELETE FROM session WHERE slot = ?", [.text(name.slot)])
      }
      try supersede(names)
    }
    do throws(DatabaseFailure) { try connection.checkpoint() } catch { throw Self.failure(error) }
  }

  /// Moves a row out of the way, as it is.
  func setAside(_ name: SlotName, reason: String) throws(StoreFailure) {
    try change { () throws(DatabaseFailure) in
      _ = try connection.execute(
        """
        INSERT INTO aside (slot, format, key_id, nonce, length, sealed, reason)
        SELECT slot, format, key_id, nonce, length, sealed, ? FROM session WHERE slot = ?
        """,
        [.text(reason), .text(name.slot)]
      )
      _ = try connection.execute("DELETE FROM session WHERE slot = ?", [.text(name.slot)])
    }
  }

  /// Puts a row back, unless another process has signed in meanwhile, or was faster.
  func takeBack(_ number: Int64) throws(StoreFailure) {
    try change { () throws(DatabaseFailure) in
      let moved = try connection.execute(
        """
        INSERT INTO session (slot, format, key_id, nonce, length, sealed)
        SELECT slot, format, key_id, nonce, length, sealed FROM aside WHERE rowid = ?
        ON CONFLICT (slot) DO NOTHING
        """,
        [.int(number)]
      )
      guard moved > 0 else { return }
      _ = try connection.execute("DELETE FROM aside WHERE rowid = ?", [.int(number)])
    }
  }

  /// What lies aside for want of its key, the oldest first.
  func waiting(for names: [SlotName]) throws(StoreFailure) -> [(number: Int64, keyID: [UInt8])] {
    try query(
      """
      SELECT rowid, key_id FROM aside WHERE slot IN (?, ?) AND reason IN (?, ?) ORDER BY rowid
      """,
      names.map { .text($0.slot) } + Self.wantOfKey
    ) { row throws(DatabaseFailure) in (try row.int(0), try row.blob(1)) }
  }

  func setAsideReasons(of names: [SlotName]) throws(StoreFailure) -> [String] {
    try query(
      "SELECT reason FROM aside WHERE slot IN (?, ?) ORDER BY rowid",
      names.map { .text($0.slot) }
    ) { row throws(DatabaseFailure) in try row.text(0) }
  }

  /// Whether no session is in it, be it of another client.
  var isEmpty: Bool {
    get throws(StoreFailure) {
      try query("SELECT 1 FROM session LIMIT 1", []) { row throws(DatabaseFailure) in
        try row.int(0)
      }.isEmpty
    }
  }

  /// Sessions of other clients, those that wait for their key too, and all that lie aside.
  func counts(without names: [SlotName]) throws(StoreFailure) -> (others: Int, aside: Int) {
    let found = try query(
      """
      SELECT (SELECT count(DISTINCT slot) FROM (
          SELECT slot FROM session UNION ALL SELECT slot FROM aside WHERE reason IN (?, ?)
        ) WHERE slot NOT IN (?, ?)), (SELECT count(*) FROM aside)
      """,
      Self.wantOfKey + names.map { .text($0.slot) }
    ) { row throws(DatabaseFailure) in (Int(try row.int(0)), Int(try row.int(1))) }
    return found.first ?? (0, 0)
  }

  /// Forgets everything, and leaves no byte of it in the file or the log.
  func clearAll() throws(StoreFailure) {
    try change { () throws(DatabaseFailure) in
      _ = try connection.execute("DELETE FROM session")
      _ = try connection.execute("DELETE FROM aside")
    }
    do throws(DatabaseFailure) { try connection.checkpoint() } catch { throw Self.failure(error) }
  }

  /// The reasons that end with the key's return.
  private static let wantOfKey: [DatabaseValue] = [
    .text(StoreFailure.Code.noKey.rawValue), .text(StoreFailure.Code.wrongKey.rawValue),
  ]

  private func supersede(_ names: [SlotName]) throws(DatabaseFailure) {
    _ = try connection.execute(
      "UPDATE aside SET reason = 'superseded' WHERE slot IN (?, ?) AND reason IN (?, ?)",
      names.map { .text($0.slot) } + Self.wantOfKey
    )
  }

  private func change(_ body: () throws(DatabaseFailure) -> Void) throws(StoreFailure) {
    do throws(DatabaseFailure) {
      try connection.transaction(.immediate) { () throws(DatabaseFailure) in try body() }
    } catch {
      throw Self.failure(error)
    }
  }

  private func query<T>(
    _ sql: String,
    _ values: [DatabaseValue],
    _ read: (borrowing Row) throws(DatabaseFailure) -> T
  ) throws(StoreFailure) -> [T] {
    do throws(DatabaseFailure) {
      return try connection.query(sql, values, read)
    } catch {
      throw Self.failure(error)
    }
  }
}
