import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `An open file` {
  @Test(.timeLimit(.minutes(10)))
  func `that is a pipe without a writer does not hold up its reader`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path.appending("pipe")
    #expect(try await ChildProcess.run("mkfifo", arguments: [path.text]).exit == .code(0))
    let file = try folder.directory.openFile("pipe")
    #expect(try file.status().kind == .fifo)
    let failure = #expect(throws: FileFailure.self) { try file.readAll(limit: 10) }
    #expect(failure?.reason == .unexpectedKind(.fifo))
    #expect(try file.readStream(limit: 10).isEmpty)
  }

  @Test func `is read whole, and not beyond the limit`() throws {
    let folder = try TemporaryFolder()
    let content = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try folder.write("a", content)
    let file = try folder.directory.openFile("a")
    let read = try file.readAll(limit: content.count)
    #expect(read.equals(SecretBytes(copying: content)))
    let failure = #expect(throws: FileFailure.self) { try file.readAll(limit: content.count - 1) }
    #expect(failure?.reason == .tooLarge(limit: content.count - 1))
    #expect(try file.readStream(limit: content.count).equals(read))
    #expect(try file.read(at: 199_990, count: 100) == Array(content.suffix(10)))
    #expect(try file.readSecret(at: 5, count: 3).equals(SecretBytes(copying: content[5..<8])))
    #expect(try file.read(at: 200_000, count: 1).isEmpty)
  }

  @Test func `that is read as a stream never gives more than the limit`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a", [UInt8](repeating: 1, count: 300_000))
    let file = try folder.directory.openFile("a")
    let failure = #expect(throws: FileFailure.self) { try file.readStream(limit: 299_999) }
    #expect(failure?.reason == .tooLarge(limit: 299_999))
  }

  @Test(arguments: Change.allCases)
  func `that changes while it is read is reported as changing`(change: Change) throws {
    let folder = try TemporaryFolder()
    try folder.write("a", text: "0123456789")
    let file = try folder.directory.openFile("a", .readWrite)
    let failure = #expect(throws: FileFailure.self) {
      try file.readAll(limit: 100) { try? change.apply(file) }
    }
    #expect(failure?.reason == .changing)
    #expect(try file.readAll(limit: 100).count > 0)
  }

  enum Change: CaseIterable {
    case grows, shrinks, sameSize

    func apply(_ file: File) throws {
      // The kernel's file times move in steps of some milliseconds.
      let before = try file.status().changed
      while try file.status().changed == before {
        switch self {
        case .grows: try file.write([1], at: file.status().size)
        case .shrinks: try file.truncate(to: max(file.status().size - 1, 1))
        case .sameSize: try file.write([1], at: 0)
        }
      }
    }
  }

  @Test func `is overwritten with zeros only where asked`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a", [UInt8](repeating: 7, count: 200_000))
    try folder.directory.openFile("a", .readWrite).zero(10..<150_000)
    let content = try folder.read("a")
    #expect(content[..<10].allSatisfy { $0 == 7 })
    #expect(content[10..<150_000].allSatisfy { $0 == 0 })
    #expect(content[150_000...].allSatisfy { $0 == 7 })
    #expect(content.count == 200_000)
  }

  @Test func `made exclusively has exactly its rights and refuses a planted link`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.directory.openFile("a", .createExclusive(permissions: 0o666))
    let status = try file.status()
    #expect(status.mode == 0o666)
    #expect(status.isOwnedByUs && status.isAccessibleByOthers && status.isWritableByOthers)
    try folder.directory.makeLink("b", to: "target")
    let failure = #expect(throws: FileFailure.self) {
      try folder.directory.openFile("b", .createExclusive(permissions: 0o600), followLinks: true)
    }
    #expect(failure?.isExisting == true)
    #expect(try folder.names() == ["a", "b"])
  }

  @Test func `knows its links, size and times`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a", text: "abc")
    let status = try Directory.status(of: path)
    #expect(status.kind == .regular && status.size == 3 && status.links == 1)
    #expect(abs(status.modified - WallClock.nanosecondsSince1970) < 60_000_000_000)
    #expect(!status.isAccessibleByOthers)
    #expect(try folder.directory.openFile("a").status().isUnchanged(since: status))
  }

  @Test func `on a full device reports that no space is left`() throws {
    #if os(Linux)
    let full = try File.open("/dev/full", .readWrite)
    let failure = #expect(throws: FileFailure.self) { try full.write([1]) }
    #expect(failure?.description.contains("free some space") == true)
    #endif
  }
}
