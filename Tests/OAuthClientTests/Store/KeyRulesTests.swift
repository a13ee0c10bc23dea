import Database
import DemoProvider
import Foundation
import OAuthClient
import POSIX
import Secrets
import TestSupport
import Testing

/// What design promises of a session that cannot be opened, for a key from anywhere.
@Suite struct `A stored session, wherever its key comes from,` {
  let record = secret(#"{"refresh_token":"rt-MARK-1"}"#)

  @Test(arguments: KeyWorld.Source.allCases)
  func `is there for the next start, and gone after a sign-out`(source: KeyWorld.Source)
    async throws
  {
    let world = try KeyWorld(source)
    try await world.store().write(record)
    #expect(try #require(try await world.store().read()).equals(record))
    try await world.store().clear()
    #expect(try await world.store().read() == nil)
    try await world.store().write(record)
    #expect(try #require(try await world.store().read()).equals(record))
  }

  @Test(arguments: KeyWorld.Source.allCases)
  func `without its key waits for it, and comes back with it`(source: KeyWorld.Source) async throws
  {
    let world = try KeyWorld(source)
    try await world.store().write(record)
    let sealed = try row(world)
    let putBack = try world.hideKey()
    try await expectSetAside(world, .noKey, sealed: sealed)
    try putBack()
    #expect(try #require(try await world.store().read()).equals(record))
  }

  @Test(arguments: KeyWorld.Source.allCases.filter { $0 != .passphrase })
  func `sealed with another key is set aside as it is`(source: KeyWorld.Source) async throws {
    let world = try KeyWorld(source)
    try await world.store().write(record)
    let sealed = try row(world)
    try world.changeKey()
    try await expectSetAside(world, .wrongKey, sealed: sealed)
  }

  static let damage: [(String, StoreFailure.Code)] = [
    ("UPDATE session SET nonce = zeroblob(12)", .tampered),
    ("UPDATE session SET sealed = zeroblob(length(sealed))", .tampered),
    ("UPDATE session SET sealed = substr(sealed, 1, length(sealed) - 1)", .truncated),
  ]

  @Test(arguments: KeyWorld.Source.allCases, damage)
  func `that is damaged is set aside as it is`(
    source: KeyWorld.Source,
    damage: (sql: String, code: StoreFailure.Code)
  ) async throws {
    let world = try KeyWorld(source)
    try await world.store().write(record)
    try change(damage.sql, in: world)
    try await expectSetAside(world, damage.code, sealed: try row(world))
  }

  @Test(arguments: [KeyWorld.Source.keyring, .keychain])
  func `whose key is locked away for now stays as it is, byte for byte`(source: KeyWorld.Source)
    async throws
  {
    let world = try KeyWorld(source)
    try await world.store().write(record)
    world.lock(true)
    let before = try TreeHash(of: world.folder)
    await #expect(throws: StoreFailure(.locked, "")) { try await world.store().read() }
    await #expect(throws: StoreFailure(.locked, "")) { try await world.store().write(record) }
    await #expect(throws: OAuthError.recoverable(RecoverableFailure(.store, ""))) {
      try await OAuthClient.create(configuration: configuration(), store: world.store())
    }
    #expect(try before == TreeHash(of: world.folder))
    world.lock(false)
    #expect(try #require(try await world.store().read()).equals(record))
  }

  static let newer = [
    "UPDATE session SET format = 99", "PRAGMA user_version = 2",
    // The note.
    "",
  ]

  @Test(arguments: KeyWorld.Source.allCases, newer)
  func `of a newer version is refused, and the file stays byte for byte`(
    source: KeyWorld.Source,
    sql: String
  ) async throws {
    let world = try KeyWorld(source)
    try await world.store().write(record)
    if sql.isEmpty {
      let note = world.folder.appending("store.json")
      let text = try String(contentsOfFile: note.text, encoding: .utf8)
        .replacingOccurrences(of: "\"version\": 1", with: "\"version\": 2")
      try DurableWrite.create(note, contents: Array(text.utf8), exclusive: false)
    } else {
      try change(sql, in: world)
    }
    let before = try content(of: world)
    await #expect(throws: StoreFailure(.newerVersion, "")) { try await world.store().read() }
    await #expect(throws: StoreFailure(.newerVersion, "")) { try await world.store().write(record) }
    await #expect(throws: OAuthError.configuration(ConfigurationProblem(.store, ""))) {
      try await OAuthClient.create(configuration: configuration(), store: world.store())
    }
    #expect(try before == content(of: world))
  }

  @Test(arguments: KeyWorld.Source.allCases, KeyWorld.Source.allCases)
  func `is opened with no key from elsewhere`(
    source: KeyWorld.Source,
    other: KeyWorld.Source
  ) async throws {
    guard source != other else { return }
    let world = try KeyWorld(source)
    try await world.store().write(record)
    let before = try TreeHash(of: world.temporary.path)
    let wrong = try KeyWorld(other)
    for number in 0..<2 {
      let told = await #expect(throws: StoreFailure(.otherSource, "")) {
        let store = world.store(key: wrong.key())
        if number == 0 { _ = try await store.read() } else { try await store.write(record) }
      }
      #expect(told?.description.contains("--key-source \(source.rawValue)") == true)
    }
    #expect(try before == TreeHash(of: world.temporary.path))
    #expect(wrong.keyring.items.isEmpty && wrong.keychain.calls.isEmpty)
  }

  @Test func `from before stores had a note has its key in a file`() async throws {
    let world = try KeyWorld(.file)
    try await world.store().write(record)
    try FileManager.default.removeItem(atPath: world.folder.appending("store.json").text)
    let keyring = try KeyWorld(.keyring)
    await #expect(throws: StoreFailure(.otherSource, "")) {
      try await world.store(key: keyring.key()).read()
    }
    #expect(try #require(try await world.store().read()).equals(record))
    try await world.store().write(record)
    #expect(try #require(try await world.store().read()).equals(record))
    // Nobody knows on which machine it was begun.
    #expect(await world.store(machine: "another").remarks().isEmpty)
  }

  @Test(arguments: KeyWorld.Source.allCases)
  func `that was begun on another machine is told, used and not lost`(source: KeyWorld.Source)
    async throws
  {
    let world = try KeyWorld(source)
    try await world.store().write(record)
    #expect(await world.store().remarks().isEmpty)
    #expect(await world.store(machine: nil).remarks().isEmpty)
    let moved = world.store(machine: "another machine")
    #expect(await moved.remarks().contains { $0.contains("another machine") })
    #expect(try #require(try await moved.read()).equals(record))
    // It goes on being told until a session is begun here.
    try await moved.write(record)
    #expect(await world.store(machine: "another machine").remarks().count == 1)
    try await moved.clear()
    try await moved.write(record)
    #expect(await world.store(machine: "another machine").remarks().isEmpty)
  }

  @Test func `is one session, with and without a slash at the issuer's end`() async throws {
    let world = try KeyWorld(.file)
    for (first, second) in [
      ("https://id.example", "https://id.example/"), ("https://id.example/", "https://id.example"),
    ] {
      try await world.store(issuer: first).write(record)
      #expect(try #require(try await world.store(issuer: second).read()).equals(record))
      try await world.store(issuer: second).write(secret("newer"))
      #expect(try #require(try await world.store(issuer: first).read()).equals(secret("newer")))
      let lock = try await world.store(issuer: first).lock(waiting: .seconds(1))
      await #expect(throws: StoreFailure(.busy, "")) {
        try await world.store(issuer: second).lock(waiting: .milliseconds(20))
      }
      lock.release()
      try await world.store(issuer: second).clear()
      #expect(try await world.store(issuer: first).read() == nil)
    }
  }

  private func configuration() throws -> OAuthConfiguration {
    try OAuthConfiguration(
      issuer: "https://id.example",
      clientId: "app",
      redirectUri: "http://127.0.0.1/callback"
    )
  }

  /// Reported by its code, kept with its bytes, and out of the way of a new sign-in.
  private func expectSetAside(
    _ world: KeyWorld,
    _ code: StoreFailure.Code,
    sealed: [UInt8]
  ) async throws {
    let events = EventLog()
    let told = await #expect(throws: StoreFailure.self) { try await world.store().read() }
    #expect(told?.code == code)
    #expect(told?.isUnreadableForGood == true)
    #expect(try row(world) == sealed)
    let client = try await OAuthClient.create(
      configuration: configuration(),
      store: world.store(),
      onEvent: { events.append($0) }
    )
    #expect(client.sessionState == .unauthenticated)
    #expect(events.all.contains { if case .setAside = $0 { true } else { false } })
    #expect(try row(world, "aside") == sealed)
    #expect(try await world.store().setAsideReasons() == [code.rawValue])
  }

  private func row(_ world: KeyWorld, _ table: String = "session") throws -> [UInt8] {
    let database = try Connection(path: world.database)
    return try #require(
      try database.first("SELECT CAST(nonce || sealed AS BLOB) FROM \(table)") {
        row throws(DatabaseFailure) in
        try row.blob(0)
      }
    )
  }

  private func change(_ sql: String, in world: KeyWorld) throws {
    let database = try Connection(path: world.database)
    try database.runScript(sql)
    try database.checkpoint()
  }

  private func content(of world: KeyWorld) throws -> [UInt8] {
    let file = try File.open(world.database)
    return try file.read(at: 0, count: file.status().size)
  }
}
