import Database
import LegacyState
import POSIX
import Secrets
import TestSupport
import Testing

private struct Shape: CustomStringConvertible, Sendable {
  let pageSize: Int
  let encoding: String
  let vacuum: String
  var description: String { "\(pageSize) \(encoding) \(vacuum)" }

  static let all: [Shape] =
    [512, 1024, 4096, 65536].flatMap { size in
      ["UTF-8", "UTF-16le", "UTF-16be"].map { Shape(pageSize: size, encoding: $0, vacuum: "NONE") }
    } + [
      Shape(pageSize: 512, encoding: "UTF-8", vacuum: "FULL"),
      Shape(pageSize: 1024, encoding: "UTF-16le", vacuum: "INCREMENTAL"),
    ]
}

@Suite struct `A database of any shape` {
  @Test(arguments: Shape.all)
  fileprivate func `gives the states of its rows and nothing twice`(_ shape: Shape) throws {
    let made = try MadeDatabase(
      "PRAGMA page_size = \(shape.pageSize); PRAGMA encoding = '\(shape.encoding)'; "
        + "PRAGMA auto_vacuum = \(shape.vacuum)"
    )
    try made.connection.runScript(
      """
      CREATE TABLE plain(id INTEGER PRIMARY KEY, key TEXT, value TEXT);
      CREATE TABLE keyed(a TEXT, b INT, value BLOB, c TEXT, PRIMARY KEY(b, a)) WITHOUT ROWID;
      CREATE INDEX by_value ON plain(value);
      CREATE VIEW again AS SELECT value FROM plain;
      """
    )
    // Enough rows for inner pages, some larger than a page.
    try made.connection.transaction { () throws(DatabaseFailure) in
      for number in 0..<300 {
        let filler = String(repeating: "x", count: number % 40 * 10)
        try made.connection.execute(
          "INSERT INTO plain(key, value) VALUES(?, ?)",
          [.text("k\(number)"), .text(filler)]
        )
        try made.connection.execute(
          "INSERT INTO keyed VALUES(?, ?, ?, 'c')",
          [.text("a\(number)"), .int(Int64(number)), .blob(Array(filler.utf8))]
        )
      }
      for (token, padding) in [("small", 0), ("long", 3000), ("huge", 200_000)] {
        try made.connection.execute(
          "INSERT INTO plain(key, value) VALUES(?, ?)",
          [.text("key.\(token)"), .text(MadeDatabase.state("p-\(token)", padding: padding))]
        )
        try made.connection.execute(
          "INSERT INTO keyed VALUES(?, -7, ?, 'c')",
          [
            .text("row-\(token)"),
            .blob(Array(MadeDatabase.state("k-\(token)", padding: padding).utf8)),
          ]
        )
      }
    }
    let scanned = made.scan()
    #expect(scanned.failures.isEmpty)
    #expect(scanned.residue.isEmpty)
    let tokens = ["p-small", "p-long", "p-huge", "k-small", "k-long", "k-huge"]
    #expect(Set(scanned.refreshTokens) == Set(tokens.map(MadeDatabase.refresh)))
    #expect(scanned.states.count == tokens.count)
    let plain = scanned.states.filter { $0.source.locator.cell?.table == "plain" }
    #expect(
      plain.map(\.source.locator.path)
        == ["small", "long", "huge"].map {
          [.key("key.\($0)")]
        }
    )
    #expect(plain.map(\.source.locator.cell?.column) == ["value", "value", "value"])
    #expect(plain.map(\.source.locator.cell?.rowID) == [301, 302, 303])
    let keyed = scanned.states.filter { $0.source.locator.cell?.table == "keyed" }
    #expect(
      Set(keyed.compactMap(\.source.locator.cell?.primaryKey))
        == ["-7,row-small", "-7,row-long", "-7,row-huge"]
    )
    #expect(keyed.allSatisfy { $0.source.locator.cell?.column == "value" })
    #expect(scanned.states.allSatisfy { $0.removal == .exact })
    #expect(scanned.notes.map(\.kind) == [.sqlite])
    #expect(scanned.notes.map(\.status) == [.read])
    #expect(made.scan().states.map(\.id) == scanned.states.map(\.id))
  }

  @Test func `has its columns named as its statement names them`() throws {
    let made = try MadeDatabase()
    let state = MadeDatabase.state("x")
    try made.connection.runScript(
      """
      CREATE TABLE "quoted ""table"" (1)"(
        [in brackets] INTEGER, `back``tick` TEXT DEFAULT ('a,b' || (1)), -- a comment, with (
        'single' DECIMAL(10, 2) NOT NULL, /* another ) */ "the key" TEXT CHECK(length("the key") > 0),
        shown TEXT GENERATED ALWAYS AS (state || '!') VIRTUAL,
        kept TEXT AS (substr(state, 1, 3)) STORED,
        state TEXT COLLATE NOCASE REFERENCES other(x) ON DELETE CASCADE,
        CONSTRAINT pk PRIMARY KEY ("the key"), UNIQUE (single), FOREIGN KEY(single) REFERENCES o(x)
      );
      CREATE TABLE other(x PRIMARY KEY);
      PRAGMA foreign_keys = OFF;
      """
    )
    try made.connection.execute(
      """
      INSERT INTO "quoted ""table"" (1)"([in brackets], single, "the key", state)
      VALUES(1, 2, 'k', ?)
      """,
      [.text(state)]
    )
    let scanned = made.scan()
    let locator = try #require(scanned.states.first?.source.locator)
    #expect(locator.cell?.table == "quoted \"table\" (1)")
    #expect(locator.cell?.column == "state")
    #expect(locator.path == [.key("k")])
    #expect(scanned.states.count == 1)
    try made.connection.runScript("ALTER TABLE other ADD COLUMN later TEXT")
    #expect(made.scan().failures.isEmpty)
  }

  @Test func `is named by nothing that is a token`() throws {
    let made = try MadeDatabase()
    let token = "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJodHRwczovL2V4YW1wbGUuY29tIn0.c2lnbmF0dXJl"
    try made.connection.runScript("CREATE TABLE t(key TEXT PRIMARY KEY, \"\(token)\" TEXT)")
    try made.connection.execute(
      "INSERT INTO t VALUES(?, ?)",
      [.text(token), .text(MadeDatabase.state("x"))]
    )
    let locator = try #require(made.scan().states.first?.source.locator)
    #expect(!locator.description.contains("eyJ"))
  }
}
