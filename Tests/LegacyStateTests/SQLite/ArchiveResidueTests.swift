import Database
import LegacyState
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `What is left of archives in deleted rows` {
  /// An archive of the library's own, with a refresh token that ends in this digit.
  private static func archive(_ number: Int) throws -> [UInt8] {
    let file = try #require(
      CorpusFile.all.first { $0.path == "ios-archive/old-explicit-0.7.plist" }
    )
    let token = try #require(Scanned(file).states.first?.refreshToken?.secret.array)
    var bytes = try file.bytes.array
    for at in 0..<bytes.count - token.count where bytes[at..<at + token.count].elementsEqual(token)
    {
      bytes[at + token.count - 1] = UInt8(ascii: "0") + UInt8(number)
    }
    return bytes
  }

  private static func made(page: Int = 1024, log: Bool = false) throws -> MadeDatabase {
    let made = try MadeDatabase("PRAGMA page_size = \(page)", log: log)
    try made.connection.runScript("CREATE TABLE t(key TEXT, value BLOB)")
    for number in 0..<6 {
      try made.connection.execute(
        "INSERT INTO t VALUES(?, ?)",
        [.text("k\(number)"), .blob(archive(number))]
      )
    }
    return made
  }

  @Test(arguments: [512, 1024, 4096, 65536])
  func `is carved out of free bytes and free pages`(_ page: Int) throws {
    let made = try Self.made(page: page)
    #expect(made.scan().live.count == 6)
    #expect(made.scan().residue.isEmpty)
    try made.connection.runScript("DELETE FROM t WHERE key <> 'k0'")
    let scanned = made.scan()
    #expect(scanned.live.count == 1)
    #expect(scanned.failures.isEmpty)
    // The first page that came free has lost its beginning.
    #expect(scanned.residue.count >= 4)
    #expect(scanned.residue.allSatisfy { $0.library == .appAuthIOS && $0.removal == .no })
    #expect(scanned.residue.allSatisfy { $0.refreshToken != nil })
    #expect(scanned.residue.allSatisfy { "\($0.source.locator)".contains("page") })
  }

  @Test func `is carved out of the log`() throws {
    let made = try Self.made(log: true)
    try made.connection.runScript("DELETE FROM t")
    let scanned = made.scan()
    #expect(scanned.live.isEmpty)
    #expect(scanned.residue.count == 6)
  }

  @Test func `that is damaged for good is an error`() throws {
    let made = try Self.made()
    try made.connection.runScript("DELETE FROM t")
    #expect(!made.scan().states.isEmpty)
    var bytes = try made.read("a.db")
    for at in 0..<bytes.count - 8 where bytes[at..<at + 8].elementsEqual("bplist00".utf8) {
      bytes[at + 7] = UInt8(ascii: "1")
    }
    let folder = try TemporaryFolder()
    let path = try folder.write("b.db", bytes)
    let scanned = Scanned(.path(path.text))
    #expect(scanned.states.isEmpty)
    #expect(!scanned.failures.isEmpty)
    #expect(scanned.failures.allSatisfy { $0.beganState })
  }
}
