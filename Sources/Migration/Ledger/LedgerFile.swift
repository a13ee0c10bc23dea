import Database
import POSIX

/// What must be true of the ledger's file before anything in it is believed.
struct LedgerFile {
  /// "AAML": how SQLite's header names the program that a file belongs to.
  private static let applicationID: Int64 = 0x4141_4D4C

  /// What makes it, word for word as SQLite keeps it; the same as long as the version is.
  private static let schema = [
    """
    CREATE TABLE entries (
      sequence INTEGER PRIMARY KEY, time TEXT NOT NULL, run TEXT NOT NULL, plan TEXT,
      step TEXT NOT NULL, subject TEXT NOT NULL, status TEXT NOT NULL, outcome TEXT,
      detail TEXT NOT NULL, operator TEXT NOT NULL, ticket TEXT,
      previous TEXT NOT NULL, hash TEXT NOT NULL
    ) STRICT
    """,
    "CREATE INDEX latest ON entries (step, subject, sequence)",
    """
    CREATE TRIGGER no_update BEFORE UPDATE ON entries
      BEGIN SELECT RAISE(ABORT, 'the ledger is only appended to'); END
    """,
    """
    CREATE TRIGGER no_delete BEFORE DELETE ON entries
      BEGIN SELECT RAISE(ABORT, 'the ledger is only appended to'); END
    """,
  ]

  let path: Path
  let patience: Duration

  /// Opens the ledger, and makes it if there is none.
  func open() throws(LedgerFailure) -> Connection {
    try checkFolder()
    // The files beside it are written to without being asked for.
    for suffix in ["-wal", "-shm", "-journal"] { _ = try checkFile(suffix) }
    // Read-only first: a database of something else must not be changed by a look at it.
    if let status = try checkFile(""), status.size > 0, try !isUnfinishedBeginning() {
      _ = try isNew(connect(.readOnly))
    }
    let database = try connect(.readWriteCreate)
    // Two processes may find no ledger in the same moment: the one that comes second finds that of the first.
    try database.transaction(mapping: LedgerFailure.init) { () throws(LedgerFailure) in
      if try isNew(database) { try make(in: database) }
    }
    return database
  }

  /// Whether a run was killed while it made the file: the journal beside it says that there was nothing before.
  ///
  /// Whoever opens it to write takes that back, and nothing is lost; who only reads it may not, and cannot read it.
  private func isUnfinishedBeginning() throws(LedgerFailure) -> Bool {
    let journal = Path(bytes: path.bytes + Array("-journal".utf8))
    guard let status = try checkFile("-journal"), status.size >= 28 else { return false }
    let head = try files { () throws(FileFailure) in
      try File.open(journal, followLinks: false).read(at: 0, count: 28)
    }
    // The database file format, section 3: a magic of eight bytes, and at 16 the size before, in pages.
    let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    return head.count == 28 && head.starts(with: magic) && head[16..<20].allSatisfy { $0 == 0 }
  }

  private func checkFolder() throws(LedgerFailure) {
    let status = try files { () throws(FileFailure) in try Directory.make(path.parent).status() }
    // In a folder like /tmp everybody may make files, but only remove his own.
    let isSticky = status.mode & 0o1000 != 0
    if status.mode & 0o002 != 0, !isSticky {
      throw LedgerFailure(.folderWritableByOthers, path)
    }
  }

  /// Looks at a file without opening it; nil if there is none.
  private func checkFile(_ suffix: String) throws(LedgerFailure) -> FileStatus? {
    let file = Path(bytes: path.bytes + Array(suffix.utf8))
    let found = try files { () throws(FileFailure) -> FileStatus? in
      do throws(FileFailure) {
        return try Directory.status(of: file)
      } catch {
        guard error.isNotFound else { throw error }
        return nil
      }
    }
    guard let status = found else { return nil }
    switch status.kind {
    case .regular: break
    case .symlink: throw LedgerFailure(.symbolicLink, file)
    case let kind: throw LedgerFailure(.notAFile(kind.rawValue), file)
    }
    guard status.isOwnedByUs else { throw LedgerFailure(.foreignOwner, file) }
    guard !status.isWritableByOthers else { throw LedgerFailure(.writableByOthers, file) }
    guard status.links == 1 else { throw LedgerFailure(.linkedElsewhere, file) }
    return status
  }

  private func connect(_ mode: Connection.Mode) throws(LedgerFailure) -> Connection {
    var options = Connection.Options()
    options.busyTimeout = patience
    return try database { () throws(DatabaseFailure) in
      try Connection(path: path, mode: mode, options: options)
    }
  }

  /// Whether there is nothing in it yet; refuses what this program must not write to.
  private func isNew(_ connection: Connection) throws(LedgerFailure) -> Bool {
    let (application, version, objects) = try database { () throws(DatabaseFailure) in
      (
        try number("PRAGMA application_id", connection), try connection.userVersion,
        try number("SELECT count(*) FROM sqlite_schema", connection)
      )
    }
    if application == 0, version == 0, objects == 0 { return true }
    guard application == Self.applicationID else { throw LedgerFailure(.foreignDatabase, path) }
    // A trigger of somebody's could take away each row that is written, under whatever name.
    let schema = try database { () throws(DatabaseFailure) in
      try connection.query("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL", []) {
        row throws(DatabaseFailure) in try row.text(0)
      }
    }
    guard schema.allSatisfy(Self.schema.contains) || version > Ledger.version else {
      throw LedgerFailure(.damaged("there is something in it that this program did not make"), path)
    }
    guard version <= Ledger.version else {
      throw LedgerFailure(.newerVersion(Int(version)), path)
    }
    return false
  }

  private func number(_ sql: String, _ connection: Connection) throws(DatabaseFailure) -> Int64 {
    try connection.first(sql) { row throws(DatabaseFailure) in try row.int(0) } ?? 0
  }

  private func make(in connection: Connection) throws(LedgerFailure) {
    try database { () throws(DatabaseFailure) in
      for statement in Self.schema { _ = try connection.execute(statement) }
      try connection.runScript("PRAGMA application_id = \(Self.applicationID);")
      try connection.setUserVersion(Int32(Ledger.version))
    }
  }

  private func files<R>(_ body: () throws(FileFailure) -> R) throws(LedgerFailure) -> R {
    do throws(FileFailure) {
      return try body()
    } catch {
      throw LedgerFailure(error)
    }
  }
}

/// Turns what SQLite refuses into the ledger's own error.
func database<R>(_ body: () throws(DatabaseFailure) -> R) throws(LedgerFailure) -> R {
  do throws(DatabaseFailure) {
    return try body()
  } catch {
    throw LedgerFailure(error)
  }
}
