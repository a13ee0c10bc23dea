import Crypto
import Foundation
import Locks
import OAuthClient
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `A passphrase` {
  let temporary: TemporaryFolder
  let record = secret(#"{"refresh_token":"rt-MARK-1"}"#)

  init() throws { temporary = try TemporaryFolder() }

  private var note: Path { temporary.path.appending("store/store.json") }

  private func store(
    _ passphrase: String,
    _ asked: Counter = Counter(),
    costs: Scrypt.Parameters = .cheapest
  ) -> SealedSessionStore {
    SealedSessionStore(
      folder: temporary.path.appending("store").text,
      issuer: "https://id.example",
      clientID: "app",
      key: PassphraseKey(costs: costs) { purpose in
        asked.note(purpose)
        return secret(passphrase)
      }
    )
  }

  final class Counter: Sendable {
    private let purposes = Mutex<[PassphraseKey.Purpose]>([])
    func note(_ purpose: PassphraseKey.Purpose) { purposes.withLock { $0.append(purpose) } }
    var all: [PassphraseKey.Purpose] { purposes.withLock { $0 } }
  }

  private func text() throws -> String {
    try File.open(note).readAll(limit: 65536).withBytes { bytes in
      String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
  }

  private func change(_ from: String, _ to: String) throws {
    let changed = try text().replacingOccurrences(of: from, with: to)
    #expect(try changed != text())
    try DurableWrite.create(note, contents: Array(changed.utf8), exclusive: false)
  }

  @Test func `opens what was sealed with it, and is asked for once a process`() async throws {
    let asked = Counter()
    let store = store("correct horse", asked)
    #expect(try await store.read() == nil)
    #expect(asked.all.isEmpty)
    try await store.write(record)
    try await store.write(record)
    #expect(try #require(try await store.read()).equals(record))
    #expect(asked.all == [.choosing])
    let again = Counter()
    #expect(try #require(try await self.store("correct horse", again).read()).equals(record))
    #expect(again.all == [.opening])
  }

  @Test func `is made a key with scrypt at the full cost and a salt of its own`() async throws {
    try await store("correct horse", costs: .standard).write(record)
    let first = try text()
    for member in ["\"cost_exponent\": 17", "\"block_size\": 8", "\"parallelism\": 1"] {
      #expect(first.contains(member), "\(first)")
    }
    #expect(!first.contains("correct horse"))
    let other = try TemporaryFolder()
    try await SealedSessionStore(
      folder: other.path.text,
      issuer: "i",
      clientID: "c",
      key: PassphraseKey { _ in secret("correct horse") }
    ).write(record)
    let second = try File.open(other.path.appending("store.json")).readAll(limit: 65536)
    #expect(!second.equals(secret(first)))
  }

  @Test(arguments: ["correct horsf", "Correct horse", "correct horse ", "x"])
  func `that is wrong changes nothing, neither read nor written`(wrong: String) async throws {
    try await store("correct horse").write(record)
    let before = try text()
    let mistyped = store(wrong)
    await #expect(throws: StoreFailure(.wrongPassphrase, "")) { try await mistyped.read() }
    await #expect(throws: StoreFailure(.wrongPassphrase, "")) { try await mistyped.write(record) }
    #expect(try before == text())
    #expect(try await mistyped.setAsideReasons().isEmpty)
    #expect(try #require(try await store("correct horse").read()).equals(record))
  }

  @Test func `that is empty begins no store`() async throws {
    await #expect(throws: StoreFailure(.wrongPassphrase, "")) { try await store("").write(record) }
    try await store("correct horse").write(record)
  }

  @Test(arguments: [
    ("\"cost_exponent\": 15", "\"cost_exponent\": 30"),
    ("\"cost_exponent\": 15", "\"cost_exponent\": 20"),
    ("\"cost_exponent\": 15", "\"cost_exponent\": 9223372036854775807"),
    ("\"cost_exponent\": 15", "\"cost_exponent\": -1"),
    ("\"cost_exponent\": 15", "\"cost_exponent\": 4"),
    ("\"block_size\": 8", "\"block_size\": 1024"),
    ("\"parallelism\": 1", "\"parallelism\": 4096"),
    ("\"parallelism\": 1", "\"parallelism\": 0"),
    ("\"kdf\": \"scrypt\"", "\"kdf\": \"none\""),
    ("\"salt\": \"", "\"salt\": \"!"),
    ("\"check\": \"", "\"check\": \"A"),
  ])
  func `is not asked for by a note that wants memory or time without end, or nothing at all`(
    from: String,
    to: String
  ) async throws {
    try await store("correct horse").write(record)
    try change(from, to)
    let asked = Counter()
    await #expect(throws: StoreFailure(.unsafePlace, "")) {
      try await store("correct horse", asked).read()
    }
    #expect(asked.all.isEmpty)
  }

  @Test func `at another cost within the bounds is the wrong one, not a weaker seal`() async throws
  {
    try await store("correct horse").write(record)
    try change("\"cost_exponent\": 15", "\"cost_exponent\": 16")
    await #expect(throws: StoreFailure(.wrongPassphrase, "")) {
      try await store("correct horse").write(record)
    }
  }

  @Test func `of a store that was purged opens nothing any more`() async throws {
    try await store("correct horse").write(record)
    let key = PassphraseKey { _ in secret("correct horse") }
    let folder = temporary.path.appending("store").text
    #expect(try key.remove(storeFolder: folder))
    #expect(try !key.remove(storeFolder: folder))
    await #expect(throws: StoreFailure(.noKey, "")) { try await store("correct horse").read() }
  }
}
