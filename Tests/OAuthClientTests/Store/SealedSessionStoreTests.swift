import Database
import Foundation
import OAuthClient
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `A sealed session store` {
  let temporary: TemporaryFolder
  let store: SealedSessionStore
  let record = SecretBytes(copying: Array(#"{"refresh_token":"rt-MARK-1"}"#.utf8))

  init() throws {
    temporary = try TemporaryFolder()
    store = Self.store(in: temporary.path)
  }

  static func store(
    in folder: Path,
    issuer: String = "https://id.example",
    clientID: String = "app",
    key: String = "keys/store.key"
  ) -> SealedSessionStore {
    SealedSessionStore(
      folder: folder.appending("store").text,
      issuer: issuer,
      clientID: clientID,
      key: KeyFile(path: folder.appending(key).text)
    )
  }

  @Test func `is empty at first, and clearing nothing succeeds`() async throws {
    #expect(try await store.read() == nil)
    try await store.clear()
    #expect(try await store.read() == nil)
  }

  @Test func `returns what was written, in another instance too, and the newest of it`()
    async throws
  {
    try await store.write(record)
    let other = Self.store(in: temporary.path)
    #expect(try #require(try await other.read()).equals(record))
    let second = SecretBytes(copying: Array("second".utf8))
    try await other.write(second)
    #expect(try #require(try await store.read()).equals(second))
    try await store.clear()
    #expect(try await other.read() == nil)
  }

  @Test func `keeps issuers and clients apart`() async throws {
    try await store.write(record)
    let otherClient = Self.store(in: temporary.path, clientID: "other")
    let otherIssuer = Self.store(in: temporary.path, issuer: "https://other.example")
    #expect(try await otherClient.read() == nil)
    #expect(try await otherIssuer.read() == nil)
    try await otherClient.write(SecretBytes(copying: [1]))
    #expect(try #require(try await store.read()).equals(record))
  }

  @Test func `holds no byte of a secret in any of its files`() async throws {
    for number in 0..<50 {
      try await store.write(SecretBytes(copying: Array("rt-MARK-\(number)-and-more".utf8)))
    }
    for name in try FileManager.default.subpathsOfDirectory(atPath: temporary.path.text) {
      let path = temporary.path.appending(name).text
      guard let content = FileManager.default.contents(atPath: path) else { continue }
      #expect(content.range(of: Data("rt-MARK".utf8)) == nil, "\(name)")
    }
  }

  @Test func `makes folders and files for their owner only`() async throws {
    try await store.write(record)
    for name in ["store", "store/sessions.sqlite", "keys/store.key"] {
      let status = try Directory.status(of: temporary.path.appending(name))
      #expect(!status.isAccessibleByOthers, "\(name)")
    }
  }

  @Test func `with another key says so and changes nothing`() async throws {
    try await store.write(record)
    let other = Self.store(in: temporary.path, key: "keys/other.key")
    _ = try KeyFile(path: temporary.path.appending("keys/other.key").text)
      .key(storeFolder: temporary.path.appending("store").text, isCreating: true)
    await #expect(throws: StoreFailure(.wrongKey, "")) { try await other.read() }
    #expect(try #require(try await store.read()).equals(record))
  }

  @Test func `without its key says so`() async throws {
    try await store.write(record)
    try FileManager.default.removeItem(atPath: temporary.path.appending("keys/store.key").text)
    await #expect(throws: StoreFailure(.noKey, "")) {
      try await Self.store(in: temporary.path).read()
    }
  }

  @Test(arguments: [
    ("UPDATE session SET sealed = zeroblob(length(sealed))", StoreFailure.Code.tampered),
    ("UPDATE session SET nonce = zeroblob(12)", .tampered),
    ("UPDATE session SET sealed = substr(sealed, 1, length(sealed) - 1)", .truncated),
    ("UPDATE session SET sealed = x''", .truncated),
    ("UPDATE session SET length = length - 1", .truncated),
    ("UPDATE session SET length = \(Int64.max)", .truncated),
    ("UPDATE session SET length = \(Int64.min)", .truncated),
    ("UPDATE session SET key_id = zeroblob(8)", .wrongKey),
    ("UPDATE session SET format = 99", .newerVersion),
  ])
  func `tells damage apart`(sql: String, code: StoreFailure.Code) async throws {
    try await store.write(record)
    try change(sql)
    await #expect(throws: StoreFailure(code, "")) {
      try await Self.store(in: temporary.path).read()
    }
  }

  @Test func `never takes a session for none because its name is damaged somewhere`() async throws {
    do { try await Self.store(in: temporary.path).write(record) }
    let path = temporary.path.appending("store/sessions.sqlite")
    let file = try File.open(path, .readWrite)
    let bytes = try file.read(at: 0, count: file.status().size)
    let name = Array(
      SecretBytes(copying: Array("https://id.example\u{0}app".utf8)).fingerprint.hex.utf8
    )
    let places = bytes.indices.filter { bytes[$0...].starts(with: name) }
    #expect(places.count == 2)
    for place in places {
      try file.write([bytes[place] ^ 1], at: place)
      await #expect(throws: StoreFailure(.failed, "")) {
        try await Self.store(in: temporary.path).read()
      }
      try file.write([bytes[place]], at: place)
    }
    #expect(try await Self.store(in: temporary.path).read()?.equals(record) == true)
  }

  @Test func `refuses a row that was sealed for another client`() async throws {
    try await store.write(record)
    let other = Self.store(in: temporary.path, clientID: "other")
    try await other.write(SecretBytes(copying: [1]))
    let database = try Connection(path: temporary.path.appending("store/sessions.sqlite"))
    _ = try database.execute(
      """
      UPDATE session SET (nonce, length, sealed) =
        (SELECT nonce, length, sealed FROM session AS s WHERE s.slot <> session.slot)
      """
    )
    await #expect(throws: StoreFailure(.tampered, "")) {
      try await Self.store(in: temporary.path).read()
    }
  }

  @Test func `does not write over a newer format`() async throws {
    try await store.write(record)
    try change("UPDATE session SET format = 99")
    await #expect(throws: StoreFailure(.newerVersion, "")) {
      try await Self.store(in: temporary.path).write(record)
    }
  }

  @Test func `sets aside what it cannot open, and keeps it`() async throws {
    try await store.write(record)
    try change("UPDATE session SET nonce = zeroblob(12)")
    let other = Self.store(in: temporary.path)
    try await other.setAside(reason: "tampered")
    #expect(try await other.read() == nil)
    let database = try Connection(path: temporary.path.appending("store/sessions.sqlite"))
    let kept = try database.first("SELECT count(*) FROM aside") { row throws(DatabaseFailure) in
      try row.int(0)
    }
    #expect(kept == 1)
  }

  @Test(arguments: ["keys/missing.key", "keys/another.key"])
  func `takes back what was set aside for want of its key, once the key is there`(
    key: String
  ) async throws {
    try await store.write(record)
    if key == "keys/another.key" {
      // A store of its own makes the other key.
      try await Self.store(in: temporary.path, clientID: "other", key: key).write(record)
    }
    let wrong = Self.store(in: temporary.path, key: key)
    let failure = await #expect(throws: StoreFailure.self) { try await wrong.read() }
    try await wrong.setAside(reason: try #require(failure).code.rawValue)
    #expect(try await wrong.read() == nil)
    let again = Self.store(in: temporary.path)
    #expect(try #require(try await again.read()).equals(record))
    #expect(try #require(try await again.read()).equals(record))
  }

  @Test func `takes nothing back over a sign-out or a newer session`() async throws {
    try await store.write(record)
    let other = Self.store(in: temporary.path, key: "keys/missing.key")
    try await other.setAside(reason: "no_key")
    try await other.clear()
    #expect(try await Self.store(in: temporary.path).read() == nil)

    try await store.write(record)
    try await other.setAside(reason: "no_key")
    let newer = SecretBytes(copying: Array("newer".utf8))
    try await Self.store(in: temporary.path).write(newer)
    #expect(try #require(try await Self.store(in: temporary.path).read()).equals(newer))
    try await Self.store(in: temporary.path).clear()
    #expect(try await Self.store(in: temporary.path).read() == nil)
  }

  @Test func `lets one holder of the lock in at a time`() async throws {
    let lock = try await store.lock(waiting: .seconds(1))
    let other = Self.store(in: temporary.path)
    await #expect(throws: StoreFailure(.busy, "")) {
      try await other.lock(waiting: .milliseconds(20))
    }
    lock.release()
    _ = try await other.lock(waiting: .seconds(1))
  }

  private func change(_ sql: String) throws {
    let database = try Connection(path: temporary.path.appending("store/sessions.sqlite"))
    #expect(try database.execute(sql) == 1)
  }
}
