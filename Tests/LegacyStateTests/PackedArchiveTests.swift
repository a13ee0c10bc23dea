import Archive
import LegacyState
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `Archives of other packers` {
  private static let folder = BuiltTool.package.appending(
    "Tests/LegacyStateTests/Fixtures/archives"
  )

  @Test(arguments: [
    ("prefs.tar.zst", "rt-zst"), ("prefs.tar.lz4", "rt-lz4"), ("prefs.7z", "rt-7z"),
  ])
  func `are read member by member`(_ name: String, _ token: String) throws {
    let scanned = Scanned(.path(Self.folder.appending(name).text))
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.map { $0.refreshToken?.secret.array } == [Array(token.utf8)])
    #expect(scanned.states.map(\.source.inner) == [["com.example.app/shared_prefs/a.xml"]])
    #expect(scanned.states.map(\.app) == ["com.example.app"])
    #expect(scanned.states.map(\.removal) == [.no])
  }

  @Test(arguments: ["state.json.zst", "state.json.lz4"])
  func `and compressed files alone`(_ name: String) {
    let scanned = Scanned(.path(Self.folder.appending(name).text))
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.map(\.source.inner) == [["state.json"]])
  }

  @Test(arguments: [
    "prefs.tar.zst", "prefs.tar.lz4", "prefs.7z", "state.json.zst", "state.json.lz4",
  ])
  func `that are cut off are an error, and no crash`(_ name: String) throws {
    let bytes = try File.open(Self.folder.appending(name)).readAll(limit: 1 << 20).array
    for end in stride(from: 8, to: bytes.count - 8, by: 7) {
      let scanned = Scanned(.document(SecretBytes(copying: bytes[..<end]), name: name))
      // A stream may end behind the last block and before its sum.
      #expect(scanned.states.count == 1 || !scanned.failures.isEmpty)
    }
  }
}

@Suite struct `An archive that shrinks while it is read` {
  /// So much that no buffer has all of it.
  private static func archive() -> TarFile {
    var tar = TarFile()
    let blank = String(repeating: " ", count: 1 << 20)
    for number in 0..<4 {
      tar.add(
        "\(number).json",
        text: #"{"refreshToken":"rt-\#(number)","mLastTokenResponse":{"request":{}}}"# + blank
      )
    }
    return tar
  }

  private func scan(_ path: Path, shrinking: (LegacyAuthState) throws -> Void) throws -> (
    states: Int, failures: [String]
  ) {
    var states = 0
    var failures: [String] = []
    try LegacyScanner().scan([.path(path.text)]) { event throws in
      switch event {
      case .state(let state):
        states += 1
        try shrinking(state)
      case .failure(let failure): failures.append(failure.description)
      case .coverage, .progress: break
      }
    }
    return (states, failures)
  }

  @Test func `is an error, and what was read before stays`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.tar", Self.archive().bytes)
    let scanned = try scan(path) { _ in
      try folder.directory.openFile("a.tar", .readWrite).truncate(to: 600_000)
    }
    #expect(scanned.states == 1)
    #expect(scanned.failures.contains { $0.contains("damaged") })
    #expect(scanned.failures.contains { $0.contains("chang") })
  }

  @Test func `and one that stays as it is has no error`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a.tar", Self.archive().bytes)
    let scanned = try scan(path) { _ in }
    #expect(scanned.states == 4)
    #expect(scanned.failures.isEmpty)
  }
}
