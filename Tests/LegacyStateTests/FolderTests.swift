import LegacyState
import POSIX
import Secrets
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

private let plain = #"{"refreshToken":"rt-1","mLastTokenResponse":{"request":{"clientId":"c"}}}"#

@Suite struct `Walking a folder` {
  @Test func `visits files in byte order and names the app and the place`() throws {
    let folder = try TemporaryFolder()
    for name in ["b.json", "a.json", "B.json"] { try folder.write(Path(name), text: plain) }
    try folder.directory.makeFolder("com.example.app")
    let app = try folder.directory.openFolder("com.example.app")
    try app.makeFolder("shared_prefs")
    let prefs = try app.openFolder("shared_prefs")
    let text = "<map><string name=\"s\">\(plain.replacing("\"", with: "&quot;"))</string></map>"
    for name in ["s.xml.bak", "s.xml"] {
      try prefs.openFile(Path(name), .createExclusive(permissions: 0o600)).write(Array(text.utf8))
    }
    let scanned = Scanned(.path(folder.path.text))
    let root = folder.path.text
    #expect(
      scanned.states.map(\.source.path)
        == ["B.json", "a.json", "b.json"].map { "\(root)/\($0)" } + [
          "\(root)/com.example.app/shared_prefs/s.xml",
          "\(root)/com.example.app/shared_prefs/s.xml.bak",
        ]
    )
    #expect(scanned.states.map(\.app).suffix(2) == ["com.example.app", "com.example.app"])
    #expect(scanned.notes.last?.place == .preferences)
    #expect(Set(scanned.states.map(\.id)).count == 5)
    #expect(Scanned(.path(root)).states.map(\.id) == scanned.states.map(\.id))
  }

  @Test func `gives a state one id, however the folder's path is spelled`() throws {
    let folder = try TemporaryFolder()
    let dumps = try ["a", "b"].map { name in
      let dump = try Directory.make(
        Directory.make(folder.path.appending(Path(name))).path.appending("dump")
      )
      try dump.openFile("s.json", .createExclusive(permissions: 0o600)).write(Array(plain.utf8))
      return dump.path.text
    }
    let id = try #require(Scanned(.path(dumps[0])).states.first?.id)
    #expect(Scanned(.path(dumps[0] + "/")).states.map(\.id) == [id])
    #expect(Scanned(.path(dumps[0] + "//")).states.map(\.id) == [id])
    #expect(Scanned(.path(dumps[0] + "/s.json")).states.map(\.id) == [id])
    #expect(Scanned(.path(dumps[0] + "/../dump")).states.map(\.id) == [id])
    #expect(Scanned(.path(dumps[0] + "/../dump/s.json")).states.map(\.id) == [id])
    #expect(Scanned(.path(dumps[0] + "/.")).states.map(\.id) == [id])
    try folder.directory.makeLink("link", to: "a")
    #expect(Scanned(.path(folder.path.text + "/link/dump")).states.map(\.id) == [id])
    // A copy of it is another place, whatever was done in the first.
    let both = Scanned(.path(dumps[0]), .path(dumps[1])).states.map(\.id)
    #expect(Set(both).count == 2 && both.first == id)
    #expect(Scanned(.path(dumps[1]), .path(dumps[0])).states.map(\.id) == both.reversed())
    // Who names a folder and something in it sees the same state twice.
    let twice = Scanned(.path(dumps[0]), .path(dumps[0] + "/s.json")).states.map(\.id)
    #expect(twice == [id, id])
  }

  @Test
  func `looks at the twin of a preferences file that is named alone, once, if that is wanted`()
    throws
  {
    let folder = try TemporaryFolder()
    let text = "<map><string name=\"s\">\(plain.replacing("\"", with: "&quot;"))</string></map>"
    try folder.write("s.xml", text: text)
    #expect(Scanned(.path(folder.path.appending("s.xml").text)).states.count == 1)
    try folder.write("s.xml.bak", text: text)
    let (file, twin) = (
      folder.path.appending("s.xml").text, folder.path.appending("s.xml.bak").text
    )
    #expect(Scanned(.path(file), includesTwins: true).states.map(\.source.path) == [file, twin])
    #expect(Scanned(.path(file)).states.map(\.source.path) == [file])
    #expect(
      Scanned(.path(file), .path(twin), includesTwins: true).states.map(\.source.path) == [
        file, twin,
      ]
    )
    let other = "\(folder.path.text)/../\(folder.path.lastComponent.text)/s.xml.bak"
    let both = Scanned(.path(file), .path(other), includesTwins: true)
    #expect(both.states.map(\.source.path) == [file, other])
    #expect(Set(both.states.map(\.id)).count == 2)
    #expect(Scanned(.path(twin), includesTwins: true).states.map(\.source.path) == [twin])
  }

  @Test func `follows no link and opens no pipe, and says so`() throws {
    let folder = try TemporaryFolder()
    try folder.directory.makeFolder("inner")
    let inner = try folder.directory.openFolder("inner")
    try inner.makeLink("loop", to: "..")
    try folder.write("state.json", text: plain)
    try folder.directory.makeLink("link.json", to: "state.json")
    #expect(unsafe mkfifo(folder.path.appending("pipe").text, 0o600) == 0)
    let scanned = Scanned(.path(folder.path.text))
    #expect(scanned.states.count == 1)
    #expect(scanned.failures.isEmpty)
    let skipped = scanned.notes.filter { $0.status != .read }
    #expect(skipped.map(\.file.lastComponent.text) == ["loop", "link.json", "pipe"])
    #expect(
      skipped.map(\.status) == [
        .skipped("symbolic link"), .skipped("symbolic link"), .skipped("pipe"),
      ]
    )
  }

  @Test(arguments: ["link.json", "pipe", "nothing"])
  func `a name given by hand that cannot be read is an error`(_ name: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("state.json", text: plain)
    try folder.directory.makeLink("link.json", to: "state.json")
    #expect(unsafe mkfifo(folder.path.appending("pipe").text, 0o600) == 0)
    let scanned = Scanned(.path(folder.path.appending(name).text))
    #expect(scanned.states.isEmpty)
    #expect(scanned.failures.count == 1)
  }

  @Test func `takes names that are no UTF-8`() throws {
    let folder = try TemporaryFolder()
    let name: [UInt8] = [0x61, 0xFF, 0x0A, 0x2E, 0x6A]
    try folder.write(Path(bytes: name), text: plain)
    let scanned = Scanned(.bytesOfPath(folder.path.bytes))
    #expect(scanned.states.map(\.source.file.lastComponent.bytes) == [name])
    #expect(scanned.states.first?.source.path.hasSuffix("a\u{FFFD}\n.j") == true)
  }

  @Test func `goes on behind what it may not read`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("a.json", text: plain, permissions: 0)
    try folder.directory.makeFolder("b", permissions: 0)
    try folder.write("c.json", text: plain, permissions: 0o644)
    _ = unsafe chmod(folder.path.text, 0o755)
    let path = folder.path.text
    // In a process of its own, because root may read everything and must become someone else for good.
    await #expect(processExitsWith: .success) { [path = path as String] in
      if geteuid() == 0 { try #require(setgid(65534) == 0 && setuid(65534) == 0) }
      let scanned = Scanned(.path(path))
      try #require(scanned.states.map(\.source.path) == ["\(path)/c.json"])
      try #require(scanned.failures.map(\.path) == ["\(path)/a.json", "\(path)/b"])
      try #require(scanned.failures[0].description.contains("permission denied"))
    }
  }

  @Test func `changes nothing in what it reads`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.json", text: plain)
    try folder.write("b.xml", text: "<map/>")
    let before = try TreeHash(of: folder.path, withTimes: true)
    _ = Scanned(.path(folder.path.text))
    #expect(try TreeHash(of: folder.path, withTimes: true) == before)
  }

  @Test(arguments: [1, 3])
  func `reads a long JSON Lines file in pieces, and passes over a line beyond the limit`(
    _ jobs: Int
  ) throws {
    let folder = try TemporaryFolder()
    let padding = String(repeating: "x", count: 300_000)
    let line = #"{"pad":"\#(padding)","state":\#(plain)}"#
    let long = #"{"pad":"\#(String(repeating: "y", count: 3 << 20))","state":\#(plain)}"#
    let text = [line, line, line, long, line, "{", line].joined(separator: "\n")
    try folder.write("x.jsonl", text: text)
    var limits = ScanLimits()
    limits.lineBytes = 2 << 20
    limits.jobs = jobs
    let scanned = Scanned(.path(folder.path.text), limits: limits)
    #expect(scanned.states.map(\.source.locator.line) == [1, 2, 3, 5, 7])
    #expect(scanned.failures.map(\.locator?.line) == [4, 6])
    let inMemory = Scanned(.document(SecretBytes(copying: text.utf8), name: "x"), limits: limits)
    #expect(inMemory.states.map(\.source.locator.line) == [1, 2, 3, 4, 5, 7])
    let bytes = Array(text.utf8)
    for state in scanned.states {
      let locator = state.source.locator
      let range = locator.offset..<locator.offset + locator.length
      #expect(String(decoding: bytes[range], as: UTF8.self) == plain)
    }
  }

  @Test func `ends when the receiver throws`() throws {
    struct Enough: Error {}
    let folder = try TemporaryFolder()
    for number in 0..<5 { try folder.write(Path("\(number).json"), text: plain) }
    var states = 0
    #expect(throws: Enough.self) {
      try LegacyScanner().scan([.path(folder.path.text)]) { event throws(Enough) in
        guard case .state = event else { return }
        states += 1
        if states == 2 { throw Enough() }
      }
    }
    #expect(states == 2)
  }
}
