import Database
import LegacyState
import POSIX
import Secrets
import TestSupport
import Testing

/// The same numbers on every machine.
private struct SplitMix {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}

@Suite struct `A hostile database` {
  private static func small() throws -> [UInt8] {
    let made = try MadeDatabase("PRAGMA page_size = 512")
    try made.connection.runScript(
      """
      CREATE TABLE t(key TEXT PRIMARY KEY, value TEXT);
      CREATE TABLE w(a PRIMARY KEY, b) WITHOUT ROWID;
      """
    )
    for number in 0..<12 {
      let state = MadeDatabase.state("n\(number)", padding: number * 120)
      try made.connection.execute(
        "INSERT INTO t VALUES(?, ?)",
        [.text("k\(number)"), .text(state)]
      )
      try made.connection.execute(
        "INSERT INTO w VALUES(?, ?)",
        [.text("k\(number)"), .text(state)]
      )
    }
    try made.connection.execute("DELETE FROM t WHERE key = 'k3'")
    return try made.read("a.db")
  }

  private func scan(_ bytes: [UInt8]) -> Scanned {
    Scanned(.document(SecretBytes(copying: bytes), name: "a.db"))
  }

  @Test(arguments: 0..<8) func `does no harm with bytes changed`(_ seed: Int) throws {
    let whole = try Self.small()
    var random = SplitMix(state: UInt64(seed))
    for _ in 0..<40 {
      var bytes = whole
      for _ in 0...random.below(4) {
        // Where the structure is more often than where the text is.
        let page = random.below(bytes.count / 512) * 512
        let at = page + (random.below(2) == 0 ? random.below(24) : random.below(512))
        let values: [UInt8] = [0, 1, 2, 5, 0x0A, 0x0D, 0x7F, 0x80, 0xFF, UInt8(random.below(256))]
        bytes[at] = values[random.below(values.count)]
      }
      let scanned = scan(bytes)
      #expect(scanned.states.count <= 25)
      #expect(scanned.failures.count <= 200)
    }
  }

  @Test func `may be cut off anywhere`() throws {
    let whole = try Self.small()
    for length in stride(from: 0, to: whole.count, by: 211) {
      #expect(scan(Array(whole[..<length])).states.count <= 25)
    }
  }

  @Test(arguments: [
    (16, [0, 3] as [UInt8], "the header has no page size that is possible"),
    (20, [250], "the header leaves no room for content in a page"),
    (21, [63], "the header has payload fractions that no version writes"),
    (56, [0, 0, 0, 9], "the header names no text encoding that exists"),
    (100, [0], "page 1 is no page of a table or index"),
    (103, [0xFF, 0xFF], "page 1 has more cells than fit"),
    (108, [0, 1], "page 1 has a cell outside of its content"),
  ])
  func `is refused with page and reason`(_ at: Int, _ change: [UInt8], _ reason: String) throws {
    var bytes = try Self.small()
    bytes.replaceSubrange(at..<at + change.count, with: change)
    let scanned = scan(bytes)
    #expect(scanned.failures.first?.description.hasSuffix(reason) == true)
    #expect(scanned.notes.map(\.status) == [.notRead("a damaged SQLite database")])
  }

  @Test func `cannot send the reader in a circle`() throws {
    var bytes = try Self.small()
    let pages = bytes.count / 512
    // Every inner page leads to itself.
    for page in 1..<pages where bytes[page * 512] == 5 || bytes[page * 512] == 2 {
      bytes.replaceSubrange(page * 512 + 8..<page * 512 + 12, with: [0, 0, 0, UInt8(page + 1)])
    }
    let scanned = scan(bytes)
    #expect(scanned.failures.contains { $0.description.contains("belongs to two places at once") })
  }

  @Test func `cannot make one page a large table`() throws {
    let made = try MadeDatabase("PRAGMA page_size = 65536")
    try made.connection.runScript("CREATE TABLE t(v TEXT)")
    let state = MadeDatabase.state("x", padding: 30000)
    try made.connection.execute("INSERT INTO t VALUES(?)", [.text(state)])
    var bytes = try made.read("a.db")
    let start = 65536
    let cell = bytes[start + 8..<start + 10]
    // Eight thousand cells that are all the same one.
    bytes.replaceSubrange(start + 3..<start + 5, with: [0x20, 0x00])
    for number in 0..<0x2000 {
      bytes.replaceSubrange(start + 8 + number * 2..<start + 10 + number * 2, with: cell)
    }
    let scanned = scan(bytes)
    #expect(scanned.live.isEmpty)
    #expect(scanned.failures.contains { $0.description.contains("has cells in one another") })
  }

  @Test func `without a mark is no error, and not called read`() throws {
    var bytes = try MadeDatabase().read("a.db")
    bytes += Array("SQLite format 3\0".utf8)
    bytes += [UInt8](repeating: 0xFF, count: 200)
    let scanned = scan(bytes)
    #expect(scanned.failures.isEmpty)
    #expect(scanned.notes.map(\.status) == [.notRead("a damaged SQLite database")])
  }
}
