import Database
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `A statement` {
  private let folder: TemporaryFolder
  private let database: Connection

  init() throws {
    folder = try TemporaryFolder()
    database = try Connection(path: folder.path.appending("store.db"))
    try database.runScript("CREATE TABLE t (a); INSERT INTO t VALUES (1), (2), (3);")
  }

  @Test func `never shows the values that were bound to it`() throws {
    try database.execute("CREATE UNIQUE INDEX i ON t (a)")
    try database.execute("INSERT INTO t VALUES (?)", ["MARKER"])
    let failure = #expect(throws: DatabaseFailure.self) {
      try database.execute("INSERT INTO t VALUES (?)", ["MARKER"])
    }
    #expect(failure?.code == .constraintUnique)
    #expect(failure?.sql == "INSERT INTO t VALUES (?)")
    #expect(failure?.description.contains("MARKER") == false)
    #expect(failure?.message == "UNIQUE constraint failed: t.a")
  }

  @Test func `is the only one in its text`() {
    for sql in ["SELECT 1; SELECT 2", "", "-- nothing"] {
      let failure = #expect(throws: DatabaseFailure.self) { try database.prepare(sql) }
      #expect(failure?.code == .misuse)
    }
    #expect(throws: Never.self) { try database.prepare("SELECT 1;\n ") }
  }

  @Test func `takes exactly one value for each placeholder`() {
    for values: [DatabaseValue] in [[], [1, 2]] {
      let failure = #expect(throws: DatabaseFailure.self) {
        try database.execute("INSERT INTO t VALUES (?)", values)
      }
      #expect(failure?.code == .range)
    }
  }

  @Test func `takes text as a value, whatever is in it`() throws {
    let hostile = "'); DROP TABLE t; --"
    try database.execute("INSERT INTO t VALUES (?)", [.text(hostile)])
    let found = try database.query("SELECT a FROM t WHERE a = ?", [.text(hostile)]) {
      row throws(DatabaseFailure) in
      try row.text("a")
    }
    #expect(found == [hostile])
  }

  @Test func `can be asked again while its rows are being read`() throws {
    var pairs = 0
    try database.forEach("SELECT a FROM t") { _ throws(DatabaseFailure) in
      try database.forEach("SELECT a FROM t") { _ in
        pairs += 1
        return true
      }
      return true
    }
    #expect(pairs == 9)
  }

  @Test func `stops when its reader has seen enough or fails, and can be run again`() throws {
    var seen = 0
    try database.forEach("SELECT a FROM t") { _ in
      seen += 1
      return false
    }
    #expect(seen == 1)
    let failure = #expect(throws: DatabaseFailure.self) {
      try database.query("SELECT a FROM t") { row throws(DatabaseFailure) in
        try row.int("no such column")
      }
    }
    #expect(failure?.code == .range)
    #expect(try database.query("SELECT a FROM t") { _ in true }.count == 3)
    #expect(try database.prepare("SELECT a FROM t") === database.prepare("SELECT a FROM t"))
  }

  @Test func `outlives the variable of its connection`() throws {
    let statement = try Connection(path: database.path).prepare("SELECT a FROM t")
    var sum: Int64 = 0
    try statement.run { row throws(DatabaseFailure) in
      sum += try row.int(0)
      return true
    }
    #expect(sum == 6)
  }

  @Test func `that is wrong says where, without steering the terminal`() {
    let failure = #expect(throws: DatabaseFailure.self) {
      try database.execute("SELECT \u{1B}[2J FROM t")
    }
    #expect(failure?.code == .error)
    #expect(failure?.description.contains("\u{1B}") == false)
  }

  @Test func `codes match by their primary code`() {
    let snapshot = ResultCode(rawValue: 517)
    #expect(snapshot.primary == .busy)
    #expect(ResultCode.busy ~= snapshot)
    #expect(!(ResultCode.locked ~= snapshot))
    #expect(snapshot.description.hasPrefix("517 ("))
  }
}
