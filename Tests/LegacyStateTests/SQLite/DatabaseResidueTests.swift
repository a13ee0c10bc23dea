import Database
import Foundation
import LegacyState
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `What is left of deleted rows` {
  private static let table = "CREATE TABLE t(key TEXT PRIMARY KEY, value TEXT)"

  private func insert(_ made: MadeDatabase, _ token: String, padding: Int = 0) throws {
    try made.connection.execute(
      "INSERT OR REPLACE INTO t VALUES(?, ?)",
      [.text(token), .text(MadeDatabase.state(token, padding: padding))]
    )
  }

  @Test(arguments: [0, 600, 9000], ["UTF-8", "UTF-16le", "UTF-16be"])
  func `is found in free bytes and free pages`(_ padding: Int, _ encoding: String) throws {
    let made = try MadeDatabase("PRAGMA page_size = 1024; PRAGMA encoding = '\(encoding)'")
    try made.connection.runScript(Self.table)
    for token in ["kept", "gone", "late"] { try insert(made, token, padding: padding) }
    #expect(made.scan().residue.isEmpty)
    try made.connection.execute("DELETE FROM t WHERE key = 'gone'")
    let scanned = made.scan()
    #expect(scanned.failures.isEmpty)
    #expect(scanned.live.count == 2)
    // SQLite may have written another row over it, or over a part of it.
    let file = try SecretBytes(copying: made.read("a.db"))
    func isLeft(_ token: String) -> Bool {
      !ResidueSearch(tokens: [SecretBytes(copying: token.utf8)]).occurrences(in: file).isEmpty
    }
    let access = "at-gone-0123456789"
    guard isLeft(access) else { return #expect(scanned.residue.isEmpty) }
    let residue = try #require(scanned.residue.first)
    #expect(scanned.residue.count == 1)
    #expect(
      residue.tokens.map(\.secret.fingerprint).contains(
        SecretBytes(copying: access.utf8).fingerprint
      )
    )
    if padding == 0 {
      #expect(residue.refreshToken?.secret.fingerprint.hex == MadeDatabase.refresh("gone"))
    }
    #expect(residue.removal == .exact)
    #expect(residue.source.locator.description.contains("page"))
    #expect(Set(scanned.states.map(\.id)).count == 3)
  }

  @Test(
    arguments: [0, 900, 9000],
    ["base64", "base64 in lines", "base64 in CRLF lines", "percent", "hex"]
  )
  func `is found where it was encoded`(_ padding: Int, _ encoding: String) throws {
    let made = try MadeDatabase("PRAGMA page_size = 4096")
    try made.connection.runScript(Self.table)
    let state = MadeDatabase.state("gone", padding: padding)
    let value =
      switch encoding {
      case "base64": Data(state.utf8).base64EncodedString()
      case "base64 in lines":
        Data(state.utf8)
          .base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed]) + "\n"
      case "base64 in CRLF lines":
        Data(state.utf8).base64EncodedString(options: .lineLength64Characters)
      case "hex": state.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      default: state.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      }
    for number in 0..<20 { try insert(made, "kept-\(number)") }
    try made.connection.execute("INSERT INTO t VALUES('gone', ?)", [.text(value)])
    #expect(made.scan().residue.isEmpty)
    try made.connection.execute("DELETE FROM t WHERE key = 'gone'")
    let scanned = made.scan()
    #expect(scanned.failures.isEmpty)
    #expect(scanned.live.count == 20)
    // Of a long one only what still stands in one piece is there, and may be nothing.
    guard padding < 9000 else { return #expect(scanned.residue.count <= 1) }
    let residue = try #require(scanned.residue.first)
    #expect(scanned.residue.count == 1)
    #expect(residue.refreshToken?.secret.fingerprint.hex == MadeDatabase.refresh("gone"))
    #expect(residue.removal == .no && residue.format == .carved)
  }

  @Test func `is found of a table that was dropped`() throws {
    let made = try MadeDatabase("PRAGMA page_size = 512")
    try made.connection.runScript(Self.table)
    for number in 0..<5 { try insert(made, "gone-\(number)", padding: 900) }
    try made.connection.runScript("DROP TABLE t")
    let scanned = made.scan()
    #expect(scanned.live.isEmpty)
    // The first free page of all has lost its beginning.
    #expect(
      Set(scanned.refreshTokens).isSubset(of: (0..<5).map { MadeDatabase.refresh("gone-\($0)") })
    )
    #expect(scanned.residue.count >= 4)
  }

  @Test func `is not reported where a row still has the same tokens`() throws {
    let made = try MadeDatabase("PRAGMA page_size = 1024")
    try made.connection.runScript(Self.table)
    try insert(made, "kept", padding: 100)
    try insert(made, "kept", padding: 300)
    try insert(made, "kept", padding: 10)
    let scanned = made.scan()
    #expect(scanned.live.count == 1)
    #expect(scanned.residue.isEmpty)
  }

  @Test func `is found in a journal that was kept, and counted once`() throws {
    let made = try MadeDatabase("PRAGMA journal_mode = PERSIST")
    try made.connection.runScript(Self.table)
    try insert(made, "gone")
    try insert(made, "other")
    try made.connection.execute(
      "UPDATE t SET value = ? WHERE key = 'gone'",
      [.text(MadeDatabase.state("new"))]
    )
    let journal = try made.read("a.db-journal")
    #expect(journal.prefix(8).allSatisfy { $0 == 0 })
    let scanned = made.scan()
    #expect(
      Set(scanned.live.compactMap { $0.refreshToken?.secret.fingerprint.hex })
        == [MadeDatabase.refresh("new"), MadeDatabase.refresh("other")]
    )
    #expect(
      scanned.residue.map { $0.refreshToken?.secret.fingerprint.hex }
        == [MadeDatabase.refresh("gone")]
    )
  }

  @Test func `is searched in a log or journal whose database is missing`() throws {
    let made = try MadeDatabase(log: true)
    try made.connection.runScript(Self.table)
    try insert(made, "x", padding: 9000)
    let folder = try TemporaryFolder()
    try folder.write("a.db-wal", made.read("a.db-wal"))
    let scanned = Scanned(.path(folder.path.text))
    #expect(scanned.refreshTokens == [MadeDatabase.refresh("x")])
    #expect(scanned.states.map(\.format) == [.carved])
    #expect(scanned.states.map(\.removal) == [.no])
  }

  @Test func `is searched in the file beside its database once, with the database`() throws {
    let made = try MadeDatabase(log: true)
    try made.connection.runScript(Self.table)
    try insert(made, "x")
    let scanned = Scanned(.path(made.folder.path.text))
    #expect(scanned.states.count == 1)
    #expect(scanned.live.count == 1)
    #expect(scanned.notes.map(\.file.lastComponent.text) == ["a.db", "a.db-shm", "a.db-wal"])
    #expect(scanned.notes.allSatisfy { $0.status == .read && $0.kind == .sqlite })
  }
}
