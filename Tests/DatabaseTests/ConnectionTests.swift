import Database
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `A database` {
  private let folder: TemporaryFolder
  private var path: Path { folder.path.appending("store.db") }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func open(_ mode: Connection.Mode = .readWriteCreate) throws -> Connection {
    var options = Connection.Options()
    options.busyTimeout = .milliseconds(50)
    return try Connection(path: path, mode: mode, options: options)
  }

  @Test func `keeps every kind of value over a reopening`() throws {
    do {
      let database = try open()
      try database.execute("CREATE TABLE t (a, b, c, d, e, f)")
      let changes = try database.execute(
        "INSERT INTO t VALUES (?, ?, ?, ?, ?, ?)",
        [.int(.min), .double(1.5), "tëxt\0x", .blob([0, 255]), nil, .blob([])]
      )
      #expect(changes == 1)
      #expect(database.lastInsertedRowID == 1)
    }
    let database = try open(.readOnly)
    let rows = try database.query("SELECT * FROM t") { row throws(DatabaseFailure) in
      #expect(row.columnNames == ["a", "b", "c", "d", "e", "f"])
      #expect(try row.int("a") == .min)
      #expect(try row.double(1) == 1.5)
      #expect(try row.text("c") == "tëxt\0x")
      #expect(try row.blob(3) == [0, 255])
      #expect(try row.isNull("e"))
      #expect(try row.text(orNull: "e") == nil)
      #expect(try row.blob("f") == [])
      return true
    }
    #expect(rows.count == 1)
  }

  @Test func `gives a secret back bit by bit, from a blob or a text`() throws {
    let secret = SecretBytes(copying: (0...255).map { UInt8($0) })
    let database = try open()
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, s, n, u)")
    try database.execute(
      "INSERT INTO t VALUES (?, ?, ?, ?)",
      [1, .secret(secret), .optional(nil as SecretBytes?), .secret(SecretBytes(copying: []))]
    )
    let read = try database.first("SELECT s, n, u FROM t WHERE s = ?", [.secret(secret)]) {
      row throws(DatabaseFailure) in
      let none = try row.secret(orNull: "n")
      #expect(none?.count == nil)
      #expect(try row.secret("u").isEmpty)
      return try row.secret("s")
    }
    #expect(read?.equals(secret) == true)
    let text = try database.first("SELECT 'abc'") { row throws(DatabaseFailure) in
      try row.secret(0)
    }
    #expect(text?.equals(SecretBytes(copying: "abc".utf8)) == true)
  }

  @Test func `is private, and so are the files beside it`() throws {
    let database = try open()
    try database.execute("CREATE TABLE t (a)")
    let names = try folder.names()
    #expect(names == ["store.db", "store.db-shm", "store.db-wal"])
    for name in names {
      #expect(try folder.directory.status(of: Path(name)).mode == 0o600)
    }
  }

  @Test func `is set up to be durable and suspicious`() throws {
    let database = try open()
    let pragmas: [String: Int64] = [
      "synchronous": 2, "foreign_keys": 1, "trusted_schema": 0, "secure_delete": 1,
      "temp_store": 2, "cell_size_check": 1, "mmap_size": 0,
    ]
    for (pragma, expected) in pragmas {
      let value = try database.first("PRAGMA \(pragma)") { row throws(DatabaseFailure) in
        try row.int(0)
      }
      #expect(value == expected, "\(pragma)")
    }
    let journal = try database.first("PRAGMA journal_mode") { row throws(DatabaseFailure) in
      try row.text(0)
    }
    #expect(journal == "wal")
    // A double-quoted word is a column, never a text.
    #expect(throws: DatabaseFailure.self) { try database.execute("SELECT \"nothing\"") }
  }

  @Test func `leaves nothing in its log after a checkpoint`() throws {
    let database = try open()
    try database.execute("CREATE TABLE t (a)")
    try database.execute("INSERT INTO t VALUES ('MARKER-OF-A-TOKEN')")
    try database.execute("DELETE FROM t")
    try database.checkpoint()
    #expect(try folder.directory.status(of: "store.db-wal").size == 0)
    #expect(try !folder.text("store.db").contains("MARKER-OF-A-TOKEN"))
    #expect(try database.problems().isEmpty)
  }

  @Test func `keeps its version number`() throws {
    try open().setUserVersion(7)
    #expect(try open().userVersion == 7)
  }

  @Test func `behind a link is refused`() throws {
    try folder.write("real.db", text: "")
    try folder.directory.makeLink("store.db", to: "real.db")
    let failure = #expect(throws: DatabaseFailure.self) { try open() }
    #expect(failure?.code == .cannotOpenSymlink)
    #expect(try folder.read("real.db").isEmpty)
  }

  @Test func `that does not exist is made only if asked`() throws {
    let failure = #expect(throws: DatabaseFailure.self) { try open(.readWrite) }
    #expect(failure?.code.primary == .cannotOpen)
    #expect(throws: DatabaseFailure.self) { try open(.readOnly) }
    #expect(try folder.names().isEmpty)
    let missing = folder.path.appending("no/such/store.db")
    let other = #expect(throws: DatabaseFailure.self) { try Connection(path: missing) }
    #expect(other?.code == .cannotOpen)
  }

  @Test func `opened to read is not written`() throws {
    try open().execute("CREATE TABLE t (a)")
    let failure = #expect(throws: DatabaseFailure.self) {
      try open(.readOnly).execute("INSERT INTO t VALUES (1)")
    }
    #expect(failure?.code.primary == .readOnly)
  }

  @Test func `with a name that means something to SQLite is a file of that name`() throws {
    for name in [":memory:", "file:x?mode=memory"] {
      let path = folder.path.appending(name)
      try Connection(path: path).setUserVersion(3)
      #expect(try Connection(path: path).userVersion == 3)
    }
    #expect(throws: DatabaseFailure.self) { try Connection(path: "a\0b") }
  }

  @Test func `cannot be grown beyond its largest value`() throws {
    var options = Connection.Options()
    options.maximumValueBytes = 1000
    let database = try Connection(path: path, options: options)
    let failure = #expect(throws: DatabaseFailure.self) {
      try database.execute("SELECT zeroblob(1001)")
    }
    #expect(failure?.code == .tooBig)
  }
}
