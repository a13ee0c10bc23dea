import Database
import Foundation
import POSIX
import Secrets
import TestSupport
import Testing

@testable import LegacyState

@Suite struct `A first look at a database` {
  private static func holdsNothing(_ bytes: [UInt8]) throws -> Bool {
    let document = DocumentContent(
      SecretBytes(copying: bytes),
      name: "a.db",
      limits: ScanLimits()
    )
    return try SQLiteSieve.holdsNothing(document)
  }

  /// A database with one value of each row behind a padding, so that it leaves its page wherever one can.
  private static func database(
    pageSize: Int,
    _ values: [DatabaseValue],
    _ more: String = ""
  ) throws -> [UInt8] {
    let made = try MadeDatabase("PRAGMA page_size = \(pageSize)")
    try made.connection.runScript("CREATE TABLE t(a TEXT, b)")
    for value in values {
      try made.connection.execute(
        "INSERT INTO t VALUES(?, ?)",
        [.text(String(repeating: "y", count: values.count)), value]
      )
    }
    if !more.isEmpty { try made.connection.runScript(more) }
    return try made.read("a.db")
  }

  @Test(arguments: [512, 1024]) func `is enough for rows without state`(_ size: Int) throws {
    var noise = Noise(seed: 5)
    let made = try MadeDatabase("PRAGMA page_size = \(size)")
    try made.connection.runScript("CREATE TABLE t(a TEXT, b BLOB); CREATE INDEX i ON t(a)")
    for number in 0..<500 {
      let text = String(repeating: "some words of a body ", count: number % 60)
      try made.connection.execute(
        "INSERT INTO t VALUES(?, ?)",
        [.text(text), .blob(noise.bytes(number % 900))]
      )
    }
    #expect(try Self.holdsNothing(made.read("a.db")))
  }

  /// Makes a database for each place in which a value can leave its page of 512 bytes.
  private static func made(_ content: String, _ more: String = "") async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let program = """
      import sqlite3, zlib, gzip, base64
      state = ('{"refreshToken":"rt-0123456789","mLastTokenResponse":{"scope":"%s"}}' % ",".join(
          str(n * n) for n in range(400))).encode()
      for padding in range(520):
          database = sqlite3.connect(str(padding), isolation_level=None)
          database.executescript("PRAGMA page_size=512; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;"
              "PRAGMA secure_delete=OFF; CREATE TABLE filler(a);"
              # So that the numbers of pages look like no part of a value.
              "INSERT INTO filler VALUES (zeroblob(20000)); CREATE TABLE t(a TEXT, b BLOB)")
          database.execute("INSERT INTO t VALUES (?, ?)", ("other", b"1"))
          database.execute("INSERT INTO t VALUES (?, ?)", ("." * padding, \(content)))
          database.executescript("\(more)")
          database.close()
      """
    try await Python.run(program, in: folder.path)
    return folder
  }

  private static func cleanPaddings(_ folder: TemporaryFolder) throws -> [Int] {
    try (0..<520).filter { padding in
      let bytes = try folder.directory.openFile(Path("\(padding)")).readAll(limit: 1 << 20)
      return try Self.holdsNothing(bytes.array)
    }
  }

  /// Each has one mark alone, or none that is not encoded or compressed.
  @Test(
    arguments: [
      #"('{"refreshToken":"rt","accessTokenExpirationDate":"%s"}' % ("x" * 900)).encode()"#,
      "b'x' * 300 + b' mAuthorizationException ' + b'x' * 300", "base64.b64encode(state)",
      "base64.b64encode(base64.b64encode(state))", "state.hex().encode()", "gzip.compress(state)",
      "zlib.compress(state)", "zlib.compress(state, 1)", "base64.b64encode(gzip.compress(state))",
      "base64.b64encode(zlib.compress(state))",
      "b'key' + base64.b64encode(zlib.compress(state)).replace(b'/', b'\\\\/')",
      "b'key' + base64.b64encode(gzip.compress(state))",
      "b'code' + zlib.compress(state).hex().encode()",
      "b'0193b0a4-77e1-7cc2-9a3e-5d0c1f2b8e4d' + gzip.compress(state).hex().encode()",
      "b'0193b0a4-77e1-7cc2-9a3e-5d0c1f2b8e4d' + zlib.compress(state).hex().encode()",
      "zlib.compress(state).hex().upper().encode()",
    ]
  ) func `misses no state that goes on in another page`(_ content: String) async throws {
    let folder = try await Self.made(content)
    #expect(try Self.cleanPaddings(folder) == [])
  }

  @Test func `misses no deleted state that goes on in a free page`() async throws {
    let content = "b'{\"a\":\"' + b'x' * 300 + b'\",\"mAuthorizationException\":{}' + b'x' * 300"
    let folder = try await Self.made(content, "DELETE FROM t WHERE a <> 'other'")
    #expect(try Self.cleanPaddings(folder) == [])
  }

  @Test func `is enough for long values of other kinds`() async throws {
    let folder = try await Self.made("b'word ' * 300")
    #expect(try Self.cleanPaddings(folder).count == 520)
  }

  @Test(arguments: ["x\u{9C}\u{5}", "eJw", "78010578"])
  func `ends where all of it looks compressed`(
    _ text: String
  ) throws {
    let bytes = Array(repeating: text.unicodeScalars.map { UInt8($0.value) }, count: 30_000)
      .joined()
    let values = (0..<4).map { _ in DatabaseValue.blob(Array(bytes)) }
    #expect(try !Self.holdsNothing(Self.database(pageSize: 4096, values)))
  }

  @Test func `keeps no more places than were asked for`() {
    let text = Array(Array(repeating: Array("eJw".utf8), count: 50_000).joined())
    var places: [Int] = []
    let kinds = MarkSieve.shared.kinds(in: text.span, compressed: &places, most: 100)
    #expect(kinds.contains(.compressed) && places.count == 100)
  }

  @Test func `is not enough where cells overlap`() throws {
    let values: [DatabaseValue] = [.text(String(repeating: "word ", count: 400))]
    var bytes = try Self.database(pageSize: 512, values + values)
    #expect(try Self.holdsNothing(bytes))
    // The table's only page is the second, and many pointers lead to its first cell.
    #expect(bytes[512] == 13)
    bytes[516] = 20
    let pointer = Array(bytes[520..<522])
    for number in 1..<20 {
      let at = 520 + 2 * number
      bytes[at] = pointer[0]
      bytes[at + 1] = pointer[1]
    }
    #expect(try !Self.holdsNothing(bytes))
  }

  @Test func `leaves nothing out that reading the corpus finds`() throws {
    var count = 0
    for file in CorpusFile.all where file.path.hasSuffix(".db") || file.path.contains("sqlite") {
      let bytes = try file.bytes
      guard bytes.withBytes({ $0.matches(SQLiteHeader.magic, at: 0) }) else { continue }
      count += 1
      let document = DocumentContent(bytes, name: file.path, limits: ScanLimits())
      var found = 0
      try SQLiteDatabase.read(document) { finding in
        if case .state = finding { found += 1 }
      }
      if found > 0 { #expect(try !SQLiteSieve.holdsNothing(document)) }
    }
    #expect(count > 10)
  }

  @Test(arguments: [1, 511, 512, 1024]) func `is not enough for one that is cut off`(
    _ missing: Int
  ) throws {
    let whole = try Self.database(
      pageSize: 512,
      (0..<40).map { .text(String(repeating: "words ", count: $0)) }
    )
    #expect(try Self.holdsNothing(whole))
    #expect(try !Self.holdsNothing(Array(whole.dropLast(missing))))
  }

  @Test func `is not enough for another encoding, a property list or a cache`() throws {
    let values: [DatabaseValue] = [.text("nothing that anybody looks for, in some words")]
    #expect(try Self.holdsNothing(Self.database(pageSize: 512, values)))
    let list = DatabaseValue.blob(Array("bplist00".utf8) + [0xD0])
    #expect(try !Self.holdsNothing(Self.database(pageSize: 512, [list])))
    let cache = "CREATE TABLE cfurl_cache_response(entry_ID INTEGER PRIMARY KEY)"
    #expect(try !Self.holdsNothing(Self.database(pageSize: 512, values, cache)))
    let wide = try MadeDatabase("PRAGMA encoding = 'UTF-16le'")
    try wide.connection.runScript("CREATE TABLE t(a)")
    #expect(try !Self.holdsNothing(wide.read("a.db")))
  }
}
