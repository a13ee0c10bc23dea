import LegacyState
import POSIX
import TestSupport
import Testing

@Suite struct `An iOS container` {
  private static let fixtures = BuiltTool.package.appending("Tests/LegacyStateTests/Fixtures/ios")

  private func scan(_ name: String) -> Scanned {
    Scanned(.path(Self.fixtures.appending(name).text))
  }

  @Test func `belongs to the app that its metadata names`() {
    let scanned = scan("container")
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.count == 4)
    #expect(scanned.states.allSatisfy { $0.app == "com.example.app" && $0.source.inner.isEmpty })
    #expect(scanned.notes.contains { $0.app == "com.example.app" && $0.place == .preferences })
    #expect(scanned.notes.contains { $0.app == "com.example.app" && $0.place == .webStorage })
  }

  @Test func `in a backup has its files under the names that they have on the device`() {
    let scanned = scan("backup")
    #expect(scanned.failures.isEmpty)
    let folder = "AppDomain-com.example.app/Library"
    let names = [
      "\(folder)/Application Support/com.example.app/RCTAsyncLocalStorage_V1/"
        + "21d6f40cfb511982e4424e0e250a9557",
      "\(folder)/Preferences/com.example.app.plist",
    ]
    #expect(scanned.states.map(\.source.inner) == names.map { [$0] })
    #expect(scanned.states.allSatisfy { $0.app == "com.example.app" && $0.removal == .no })
    #expect(scanned.states[1].source.path.hasSuffix("/6a/6a6b58e082c79529c3a82b4787b8e4e150d9e097"))
  }

  private static let preferences = "6a6b58e082c79529c3a82b4787b8e4e150d9e097"

  /// A copy of the backup, as a program left it that copied only a part.
  private func copy(without missing: Set<String>) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let top = try Directory.open(Self.fixtures.appending("backup"))
    for entry in try top.entries() {
      guard entry.kind == .directory else {
        try folder.write(entry.name, top.openFile(entry.name).readAll(limit: 1 << 20).array)
        continue
      }
      let inner = try top.openFolder(entry.name)
      let target = try Directory.make(folder.path.appending(entry.name))
      for file in try inner.entries() where !missing.contains(file.name.text) {
        try target.openFile(file.name, .createExclusive(permissions: 0o600))
          .write(inner.openFile(file.name).readAll(limit: 1 << 20).array)
      }
    }
    return folder
  }

  @Test func `in a backup that lacks files of its own list is an error where they belong`() throws {
    let whole = try copy(without: [])
    #expect(Scanned(.path(whole.path.text)).failures.isEmpty)
    let others = try Directory.open(Self.fixtures.appending("backup")).entries()
      .filter { $0.kind == .directory }.flatMap { entry in
        try Directory.open(Self.fixtures.appending("backup").appending(entry.name)).entries()
      }.map(\.name.text)
    let part = try copy(without: [Self.preferences])
    let one = Scanned(.path(part.path.text))
    let failure = try #require(one.failures.first)
    #expect(one.failures.count == 1)
    #expect(failure.path.hasSuffix("/6a/\(Self.preferences)"))
    #expect(
      failure.inner == ["AppDomain-com.example.app/Library/Preferences/com.example.app.plist"]
    )
    #expect(failure.origin.owner.place == .preferences)
    #expect(failure.description.contains("copy the backup again"))
    // One error for each place of each domain.
    let list = try copy(without: Set(others))
    let none = Scanned(.path(list.path.text))
    #expect(none.failures.count == 4)
    #expect(none.failures.contains { $0.description.hasPrefix("it and 2 more beside it are") })
  }

  @Test func `in a backup whose list is damaged is an error`() throws {
    let folder = try copy(without: [])
    let list = try folder.directory.openFile("Manifest.db", .readWrite)
    try list.truncate(to: 4096)
    let scanned = Scanned(.path(folder.path.text))
    #expect(scanned.failures.contains { $0.path.hasSuffix("Manifest.db") })
  }

  @Test func `in a backup has a keychain that stays sealed`() throws {
    let note = try #require(scan("backup").notes.first { $0.place == .keychain })
    #expect(note.inner == ["KeychainDomain/keychain-backup.plist"])
    #expect(
      note.status
        == .sealed("keychain of a backup, whose key stays in the device: look at it there")
    )
  }

  @Test func `in an encrypted backup is not searched, and named`() {
    let scanned = scan("sealed-backup")
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.isEmpty)
    let words = "iOS backup with a password: make one without, in Finder or with idevicebackup2"
    #expect(scanned.notes.contains { $0.status == .sealed(words) })
    // The files in the folders are noise.
    #expect(!scanned.notes.contains { $0.path.contains("/3a/") })
  }

  @Test func `that Xcode downloaded is named after its app`() throws {
    let folder = try TemporaryFolder()
    let state = #"{"refreshToken":"rt-1","mLastTokenResponse":{"request":{"clientId":"c"}}}"#
    let name: Path = "com.example.app 2026-01-02 03:04.05.678.xcappdata"
    try folder.directory.makeFolder(name)
    let outer = try folder.directory.openFolder(name)
    try outer.makeFolder("AppData")
    let data = try outer.openFolder("AppData")
    try data.makeFolder("Library")
    try data.openFolder("Library").makeFolder("Caches")
    try data.openFolder("Library").openFolder("Caches")
      .openFile("x.json", .createExclusive(permissions: 0o600)).write(Array(state.utf8))
    let scanned = Scanned(.path(folder.path.text))
    #expect(scanned.states.map(\.app) == ["com.example.app"])
    #expect(scanned.notes.map(\.place) == [.caches])
  }
}
