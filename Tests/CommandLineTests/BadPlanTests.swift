import DemoProvider
import JSON
import POSIX
import Secrets
import TestSupport
import Testing

/// A plan is an order to revoke and delete: one that somebody else could have written is not carried out.
@Suite(.timeLimit(.minutes(10))) struct `A plan that cannot be trusted` {
  private let world: DemoWorld

  init() async throws {
    world = try await DemoWorld()
    let plan = try await world.run(["plan", "dump", "--output", "plan.json"])
    try #require(plan.code == 0, "\(plan.error)")
  }

  /// Applies a plan, which must be refused before anything is sent or changed.
  private func refuse(
    _ name: String,
    _ flags: [String] = [],
    _ words: [String]
  ) async throws {
    let before = try TreeHash(of: world.dump.path, withTimes: true)
    let counts = world.provider.counts
    let run = try await world.run(["migrate", name, "--yes", "--timeout", "5"] + flags)
    #expect(run.code == 2, "\(run.error)")
    for words in words { #expect(run.error.contains(words), "\(run.error)") }
    #expect(try TreeHash(of: world.dump.path, withTimes: true).differences(from: before) == [])
    #expect(world.provider.counts == counts)
  }

  private func write(_ name: Path, _ text: String, permissions: UInt16 = 0o600) throws {
    try world.home.folder.write(name, text: text, permissions: permissions)
  }

  private var text: String {
    get throws { try world.home.folder.text("plan.json") }
  }

  @Test(arguments: [
    ("/revoke", "/other-revoke"), ("migrated-app", "another-app"), ("dump", "dumb"),
    ("AuthState.xml", "settings.xml"),
  ])
  func `was edited`(edit: (old: String, new: String)) async throws {
    let edited = try text.replacing(edit.old, with: edit.new)
    #expect(try edited != text)
    try write("edited.json", edited)
    try await refuse("edited.json", [], ["was edited", "appauth-migrate plan"])
  }

  @Test func `is not the one that was expected`() async throws {
    let digest = Fingerprint(of: Array("another".utf8).span).hex
    try await refuse("plan.json", ["--expect", "sha256:\(digest)"], ["not the one after --expect"])
  }

  @Test func `can be written by others`() async throws {
    try write("open.json", try text, permissions: 0o622)
    try await refuse("open.json", [], ["can be changed by others", "chmod go-w"])
  }

  @Test func `is a symbolic link`() async throws {
    try world.home.folder.directory.makeLink("link.json", to: "plan.json")
    try await refuse("link.json", [], ["is a symbolic link", "name the real file"])
  }

  @Test(.enabled(if: Account.userID == 0, "only root can give a file away"))
  func `belongs to someone else`() async throws {
    try write("theirs.json", try text)
    let path = world.home.path.appending("theirs.json").text
    _ = try await ChildProcess.run("chown", arguments: ["65534", path])
    try await refuse("theirs.json", [], ["belongs to another user", "appauth-migrate plan"])
  }

  @Test func `breaks off`() async throws {
    try write("half.json", String(try text.prefix(300)))
    try await refuse("half.json", [], ["is no plan", "appauth-migrate plan"])
  }

  @Test(arguments: ["userinfo_endpoint", "pushed_authorization_request_endpoint"])
  func `is for a provider that has other endpoints now`(endpoint: String) async throws {
    let foreign = "http://127.0.0.1:9/elsewhere"
    for document: DemoEndpoint in [.discovery, .oauthMetadata] {
      world.provider.inject(DemoFault(document, .set(endpoint, .string(foreign))))
    }
    let run = try await world.run(["migrate", "plan.json", "--yes", "--timeout", "5"])
    #expect(run.code == 2, "\(run.error)")
    #expect(run.error.contains("\(endpoint) was"), "\(run.error)")
    #expect(world.provider.counts[.revoke, default: 0] == 0)
  }

  @Test func `is stale, since the dump has changed`() async throws {
    let file = try File.open(world.dump.preferencesPath, .readWrite)
    let changed = world.dump.preferencesWithoutState
    try file.truncate(to: 0)
    try file.write(Array(changed.utf8), at: 0)
    let before = try TreeHash(of: world.dump.path)
    let run = try await world.run(["migrate", "plan.json", "--yes", "--timeout", "5"])
    #expect(run.code == 2, "\(run.error)")
    #expect(run.error.contains("AuthState.xml"))
    #expect(try TreeHash(of: world.dump.path) == before)
    #expect(world.provider.counts[.revoke, default: 0] == 0)
  }

  @Test func `is stale, since a file of the dump can no longer be read`() async throws {
    let file = try File.open(world.dump.preferencesPath, .readWrite)
    try file.truncate(to: file.status().size / 2)
    let run = try await world.run(["migrate", "plan.json", "--yes", "--timeout", "5"])
    #expect(run.code == 2, "\(run.error)")
    #expect(run.error.contains("AuthState.xml › state cannot be read now: "), "\(run.error)")
    #expect(world.provider.counts[.revoke, default: 0] == 0)
  }

  @Test(arguments: [
    ["--login", "skip"], ["--order", "login-first"], ["--include-historical"],
    ["--verify", "redeem"], ["--require-verified"],
  ])
  func `is overruled by a flag that it decides`(flags: [String]) async throws {
    try await refuse(
      "plan.json",
      flags,
      ["\(flags[0]) is decided by the plan", "make the plan again"]
    )
  }

  @Test(arguments: [
    ("com.example.app:/oauth", "com.example.app:/other"), ("old-state-1", "old-state-2"),
    ("old-code-0123", "new-code-0123"),
  ])
  func `is stale, since something beside the tokens has changed`(edit: (old: String, new: String))
    async throws
  {
    let file = try File.open(world.dump.preferencesPath, .readWrite)
    let text = String(decoding: try file.read(at: 0, count: file.status().size), as: UTF8.self)
    let changed = text.replacing(edit.old, with: edit.new)
      .replacing(edit.old.replacing("/", with: "\\/"), with: edit.new.replacing("/", with: "\\/"))
    #expect(changed != text)
    try file.truncate(to: 0)
    try file.write(Array(changed.utf8), at: 0)
    let before = try TreeHash(of: world.dump.path)
    let run = try await world.run(["migrate", "plan.json", "--yes", "--timeout", "5"])
    #expect(run.code == 2, "\(run.error)")
    #expect(
      run.error.contains("AuthState.xml › state changed since the plan was made"),
      "\(run.error)"
    )
    #expect(try TreeHash(of: world.dump.path) == before)
    #expect(world.provider.counts[.revoke, default: 0] == 0)
  }

  @Test func `is fine as it was made`() async throws {
    let run = try await world.run(["migrate", "plan.json", "--yes", "--timeout", "30"])
    #expect(run.code == 0, "\(run.error)")
    #expect(!world.provider.isLive(world.old.refresh.fingerprint))
    let left = try File.open(world.dump.preferencesPath)
    let bytes = try left.read(at: 0, count: left.status().size)
    #expect(String(decoding: bytes, as: UTF8.self) == world.dump.preferencesWithoutState)
  }
}
