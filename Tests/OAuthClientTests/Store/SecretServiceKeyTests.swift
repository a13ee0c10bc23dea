import Keyring
import OAuthClient
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `A key in the system keyring` {
  let temporary: TemporaryFolder
  let keyring = FakeKeyring()
  let record = secret(#"{"refresh_token":"rt-MARK-1"}"#)

  init() throws { temporary = try TemporaryFolder() }

  private func key(_ application: String = "tests", mayAsk: Bool = true) -> SecretServiceKey {
    SecretServiceKey(application: application, mayAsk: mayAsk, client: keyring)
  }

  private func store(
    _ name: String = "store",
    application: String = "tests",
    mayAsk: Bool = true
  ) -> SealedSessionStore {
    SealedSessionStore(
      folder: temporary.path.appending(name).text,
      issuer: "https://id.example",
      clientID: "app",
      key: key(application, mayAsk: mayAsk)
    )
  }

  @Test func `is one item for one store, 32 bytes in base64url, found by application and store`()
    async throws
  {
    try await store().write(record)
    try await store("second").write(record)
    #expect(keyring.items.count == 2)
    for item in keyring.items {
      #expect(item.attributes["application"] == "tests")
      #expect(item.attributes["store"]?.utf8.count == 32)
      #expect(item.secret.count == 43)
    }
    #expect(Set(keyring.items.map { $0.attributes["store"] }).count == 2)
    #expect(try #require(try await store().read()).equals(record))
  }

  @Test func `that was deleted meanwhile is a missing key, and the session comes back with it`()
    async throws
  {
    try await store().write(record)
    let kept = keyring.items
    keyring.removeAll()
    let after = store()
    await #expect(throws: StoreFailure(.noKey, "")) { try await after.read() }
    try await after.setAside(reason: "no_key")
    #expect(try await after.read() == nil)
    for item in kept { keyring.add(item.secret, item.attributes) }
    #expect(try #require(try await store().read()).equals(record))
  }

  static let failures: [(KeyringFailure, StoreFailure.Code)] = [
    (.libraryMissing, .keyringMissing), (.noBus("x"), .noBus), (.noService("x"), .noKeyring),
    (.noCollection, .noKeyring), (.locked, .locked), (.dismissed, .dismissed), (.silent, .silent),
    (.refused("x"), .unavailable),
  ]

  @Test(arguments: failures)
  func `that cannot be reached is told by its own code, and nothing changes`(
    failure: KeyringFailure,
    code: StoreFailure.Code
  ) async throws {
    try await store().write(record)
    let before = try TreeHash(of: temporary.path)
    keyring.fails(failure)
    let told = await #expect(throws: StoreFailure.self) { try await store().read() }
    #expect(told?.code == code)
    #expect(told?.isUnreadableForGood == false)
    guard case .recoverable? = told?.asOAuthError else {
      Issue.record("\(String(describing: told)) is not recoverable")
      return
    }
    await #expect(throws: StoreFailure(code, "")) { try await store().write(record) }
    #expect(try before == TreeHash(of: temporary.path))
    keyring.fails(nil)
    #expect(try #require(try await store().read()).equals(record))
  }

  @Test func `that is locked is asked for only where somebody may be asked`() async throws {
    try await store().write(record)
    keyring.lock(true)
    await #expect(throws: StoreFailure(.locked, "")) { try await store(mayAsk: false).read() }
    #expect(keyring.questions == 0)
    await #expect(throws: StoreFailure(.locked, "")) { try await store().read() }
    #expect(keyring.questions == 1)
  }

  @Test func `of which there are several is used by nobody`() async throws {
    try await store().write(record)
    let item = try #require(keyring.items.first)
    keyring.add(secret("another"), item.attributes)
    await #expect(throws: StoreFailure(.severalKeys, "")) { try await store().read() }
    await #expect(throws: StoreFailure(.severalKeys, "")) { try await store().write(record) }
  }

  @Test(arguments: ["", "short", "not base64url at all, but 43 bytes in length !"])
  func `that is none of ours is left alone`(text: String) async throws {
    try await store().write(record)
    let item = try #require(keyring.items.first)
    keyring.removeAll()
    keyring.add(secret(text), item.attributes)
    await #expect(throws: StoreFailure(.invalidKey, "")) { try await store().read() }
    await #expect(throws: StoreFailure(.invalidKey, "")) { try await store().write(record) }
    #expect(try #require(keyring.items.first).secret.equals(secret(text)))
  }

  @Test func `that the keyring took and did not keep seals nothing`() async throws {
    keyring.forgets()
    await #expect(throws: StoreFailure(.unavailable, "")) { try await store().write(record) }
    #expect(try await store().read() == nil)
  }

  @Test func `left by an earlier installation is told and not used`() async throws {
    try await store().write(record)
    let old = try #require(keyring.items.first)
    let moved = try Directory.open(temporary.path)
    try moved.rename("store", to: "elsewhere")
    let fresh = store()
    let remarks = await fresh.remarks()
    #expect(remarks.count == 1)
    #expect(remarks.first?.contains("earlier installation") == true)
    #expect(try await fresh.read() == nil)
    try await fresh.write(record)
    #expect(keyring.items.count == 2)
    #expect(keyring.items.contains { $0.secret.equals(old.secret) })
    // What was moved away finds its own key still.
    #expect(try #require(try await store("elsewhere").read()).equals(record))
    // An upgrade changes nothing, and neither does another application.
    #expect(await store().remarks().isEmpty)
    #expect(await store("third").remarks().isEmpty)
    #expect(try key().leftovers(storeFolder: temporary.path.appending("store").text) == 1)
    #expect(try key("other").leftovers(storeFolder: temporary.path.appending("store").text) == 0)
  }

  @Test func `goes with what earlier installations left in the same place, and nothing else`()
    async throws
  {
    try await store().write(record)
    try await store("second").write(record)
    try await store("other", application: "other").write(record)
    let folder = try Directory.open(temporary.path)
    try folder.rename("store", to: "elsewhere")
    try await store().write(record)
    let place = temporary.path.appending("store").text
    #expect(try key().remove(storeFolder: place))
    #expect(try !key().remove(storeFolder: place))
    #expect(keyring.items.count == 2)
    #expect(try await store("second").read() != nil)
  }
}
