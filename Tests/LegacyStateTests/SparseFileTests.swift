import LegacyState
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `A sparse file` {
  private static let size = 8 << 30
  private static let state = #"{"refreshToken":"rt-1","mLastTokenResponse":{"request":{}}}"#

  @Test(arguments: ["sparse.json", "sparse.jsonl", "sparse.xml", "sparse.db", "sparse.bin"])
  func `of zeros is read without its holes`(_ name: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.directory.openFile(Path(name), .createExclusive(permissions: 0o600))
    if name.hasSuffix(".db") { try file.write(header) }
    try file.truncate(to: Self.size)
    let scanned = Scanned(.path(file.path.text))
    #expect(scanned.states.isEmpty)
    #expect(scanned.failures.isEmpty)
    #expect(scanned.notes.count == 1)
  }

  @Test func `has what stands behind its holes`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.directory.openFile("x.bin", .createExclusive(permissions: 0o600))
    try file.truncate(to: Self.size)
    try file.write(Array(Self.state.utf8), at: Self.size - 300)
    let scanned = Scanned(.path(file.path.text))
    // Found or said to be there, whatever the size allows.
    #expect(scanned.states.count + scanned.failures.count > 0)
  }

  /// An empty database with pages of 4096 bytes.
  private var header: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    bytes.replaceSubrange(0..<16, with: Array("SQLite format 3\0".utf8))
    bytes.replaceSubrange(16..<24, with: [0x10, 0, 1, 1, 0, 64, 32, 32])
    bytes[59] = 1
    bytes[100] = 13
    return bytes
  }
}
