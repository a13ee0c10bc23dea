import Database
import LegacyState
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `The write-ahead log` {
  private static let update = "INSERT OR REPLACE INTO t VALUES('k', ?)"

  /// A database whose log has the value `new` after `old`, and no more of what follows `cut`.
  private func made() throws -> MadeDatabase {
    let made = try MadeDatabase("PRAGMA page_size = 1024", log: true)
    try made.connection.runScript("CREATE TABLE t(key TEXT PRIMARY KEY, value TEXT)")
    try made.connection.execute(Self.update, [.text(MadeDatabase.state("old"))])
    try made.connection.checkpoint()
    try made.connection.execute(Self.update, [.text(MadeDatabase.state("new"))])
    return made
  }

  /// A copy without the shared memory, the log changed.
  private func copy(_ made: MadeDatabase, _ change: (inout [UInt8]) -> Void) throws -> Scanned {
    let folder = try TemporaryFolder()
    try folder.write("a.db", made.read("a.db"))
    var log = try made.read("a.db-wal")
    change(&log)
    try folder.write("a.db-wal", log)
    return Scanned(.path(folder.path.appending("a.db").text))
  }

  @Test func `gives the newest value, and what the file still has is residue`() throws {
    let scanned = try copy(made()) { _ in }
    #expect(scanned.failures.isEmpty)
    #expect(
      scanned.live.map { $0.refreshToken?.secret.fingerprint.hex }
        == [MadeDatabase.refresh("new")]
    )
    #expect(
      scanned.residue.map { $0.refreshToken?.secret.fingerprint.hex }
        == [MadeDatabase.refresh("old")]
    )
  }

  @Test func `counts up to its last commit`() throws {
    let made = try made()
    let scanned = try copy(made) { log in
      // Without its mark of a commit a frame belongs to a transaction that never ended.
      let last = log.count - (1024 + 24)
      for at in last + 4..<last + 8 { log[at] = 0 }
    }
    #expect(
      scanned.live.map { $0.refreshToken?.secret.fingerprint.hex }
        == [MadeDatabase.refresh("old")]
    )
    #expect(
      scanned.residue.map { $0.refreshToken?.secret.fingerprint.hex }
        == [MadeDatabase.refresh("new")]
    )
  }

  @Test(arguments: [0, 8, 17, 24, 32 + 9, 32 + 17, 32 + 24 + 500])
  func `does not count from a byte on that is not as it was written`(_ at: Int) throws {
    let scanned = try copy(made()) { $0[at] ^= 0x41 }
    #expect(
      scanned.live.map { $0.refreshToken?.secret.fingerprint.hex }
        == [MadeDatabase.refresh("old")]
    )
  }

  @Test func `may be cut off anywhere`() throws {
    let made = try made()
    let length = try made.read("a.db-wal").count
    for cut in stride(from: 0, to: length, by: 97) {
      let scanned = try copy(made) { $0.removeLast($0.count - cut) }
      #expect(scanned.live.count == 1)
      #expect(scanned.failures.isEmpty)
    }
  }
}
