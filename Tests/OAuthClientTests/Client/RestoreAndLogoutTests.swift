import Database
import DemoProvider
import Foundation
import HTTP
import JSON
import OAuthClient
import POSIX
import Secrets
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Starting with a stored session` {
  @Test(arguments: [
    "UPDATE session SET nonce = zeroblob(12)",
    "UPDATE session SET sealed = substr(sealed, 1, 20)",
    "UPDATE session SET key_id = zeroblob(8)",
  ])
  func `that cannot be opened sets it aside, says so, and lets the user sign in`(
    damage: String
  ) async throws {
    let rig = try Rig()
    try await rig.client().login()
    let database = try Connection(path: rig.temporary.path.appending("store/sessions.sqlite"))
    _ = try database.execute(damage)
    let client = try await rig.client()
    #expect(client.sessionState == .unauthenticated)
    #expect(rig.events.all.contains { if case .setAside = $0 { true } else { false } })
    try await client.login()
    #expect(try await rig.client().sessionState == .authenticated)
  }

  @Test func `of a newer version is refused and left alone`() async throws {
    let rig = try Rig()
    try await rig.client().login()
    let database = try Connection(path: rig.temporary.path.appending("store/sessions.sqlite"))
    _ = try database.execute("UPDATE session SET format = 99")
    await #expect(throws: OAuthError.configuration(ConfigurationProblem(.store, ""))) {
      try await rig.client()
    }
    _ = try database.execute("UPDATE session SET format = 1")
    #expect(try await rig.client().sessionState == .authenticated)
  }

  @Test func `keeps members that this version does not know`() async throws {
    let store = InMemorySessionStore()
    let rig = try Rig()
    await store.write(
      secret(
        #"{"version":1,"issuer":"\#(rig.provider.issuer)","client_id":"migrated-app","from_the_future":{"a":[1]}}"#
      )
    )
    try await rig.client(store: store).login()
    let kept = try #require(await store.read())
    let text = kept.withBytes { bytes in
      String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
    #expect(text.contains(#""from_the_future":{"a":[1]}"#))
  }

  @Test func `of another client is none`() async throws {
    let store = InMemorySessionStore()
    let rig = try Rig()
    try await rig.client(store: store).login()
    let other = try await rig.client(clientID: "legacy-app", store: store)
    #expect(other.sessionState == .unauthenticated)
    #expect(await store.read() == nil)
  }
}

@Suite(.timeLimit(.minutes(10))) struct `Signing out` {
  @Test func `revokes, ends the provider's session and forgets the local one`() async throws {
    let rig = try Rig()
    let client = try await rig.client()
    try await client.login()
    let outcome = try await client.logout()
    #expect(outcome == LogoutOutcome(sessionEnded: true, revocation: .revoked))
    #expect(rig.provider.grants.filter(\.isLive).isEmpty)
    #expect(rig.provider.endedSessions == 1)
    #expect(client.sessionState == .unauthenticated)
    #expect(try await rig.client().sessionState == .unauthenticated)
  }

  @Test func `finds the revocation endpoint in the RFC 8414 document where only that has it`()
    async throws
  {
    let rig = try Rig()
    try await rig.client().login()
    rig.provider.inject(DemoFault(.discovery, .omit("revocation_endpoint")))
    #expect(try await rig.client().logout().tokenRevoked)
  }

  @Test func `cancelled once it has begun revokes all the same`() async throws {
    let rig = try Rig()
    let client = try await rig.client()
    try await client.login()
    rig.provider.inject(DemoFault(.revoke, .delay(.seconds(1)), times: 1))
    let logout = Task { try await client.logout(endSession: false) }
    while rig.provider.counts[.revoke, default: 0] == 0 {
      try await Task.sleep(for: .milliseconds(10))
    }
    logout.cancel()
    #expect(try await logout.value.revocation == .revoked)
    #expect(rig.provider.grants.map(\.isLive) == [false])
    #expect(try await rig.client().sessionState == .unauthenticated)
  }

  // Some browsers, and programs in front of them, look at an address before they open it.
  @Test func `goes on where the start page is fetched before the browser opens it`() async throws {
    let rig = try Rig()
    try await rig.client().login()
    let book = AddressBook()
    let client = try await rig.client(agent: book)
    let logout = Task { try await client.logout() }
    let address = await book.address()
    let early = try await Client().send(Request(url: try #require(HTTPURL(address))))
    #expect(early.status == 200)
    #expect(early.headers["content-security-policy"]?.contains("default-src 'none'") == true)
    _ = try await HeadlessBrowser().open(address)
    #expect(try await logout.value == LogoutOutcome(sessionEnded: true, revocation: .revoked))
  }

  @Test func `gives its start page out three times and no more`() async throws {
    let rig = try Rig()
    try await rig.client().login()
    let book = AddressBook()
    let client = try await rig.client(agent: book)
    let logout = Task { try await client.logout() }
    let url = try #require(HTTPURL(await book.address()))
    var statuses: [Int] = []
    for _ in 0..<4 { statuses.append(try await Client().send(Request(url: url)).status) }
    #expect(statuses == [200, 200, 200, 410])
    #expect(try await !logout.value.sessionEnded)
  }

  @Test func `twice changes nothing more and sends nothing more`() async throws {
    let rig = try Rig()
    let client = try await rig.client()
    try await client.login()
    _ = try await client.logout()
    let counts = rig.provider.counts
    let nothing = LogoutOutcome(sessionEnded: false, revocation: .nothingToRevoke)
    #expect(try await client.logout() == nothing)
    #expect(rig.provider.counts == counts)
  }

  @Test(arguments: [
    [DemoFault(.revoke, .answer(DemoAnswer(status: 400)))],
    [DemoFault(.revoke, .drop)],
    [
      DemoFault(.discovery, .omit("revocation_endpoint")),
      DemoFault(.oauthMetadata, .omit("revocation_endpoint")),
    ],
  ])
  func `removes the local session even if the provider refuses`(faults: [DemoFault]) async throws {
    let rig = try Rig()
    try await rig.client().login()
    for fault in faults { rig.provider.inject(fault) }
    let client = try await rig.client()
    let outcome = try await client.logout()
    #expect(!outcome.tokenRevoked)
    #expect(!outcome.remarks.isEmpty)
    #expect(try await rig.client().sessionState == .unauthenticated)
  }

  struct Answer: Sendable, CustomTestStringConvertible {
    let name: String
    let answer: DemoAnswer
    let isRevoked: Bool
    var requests = 1
    var testDescription: String { name }
  }

  private static let answers = [
    Answer(name: "nothing", answer: DemoAnswer(status: 200), isRevoked: true),
    Answer(name: "no content", answer: DemoAnswer(status: 204), isRevoked: true),
    Answer(name: "JSON without an error", answer: .json(200, [:]), isRevoked: true),
    Answer(name: "plain text", answer: DemoAnswer(status: 200, body: "OK"), isRevoked: true),
    Answer(name: "a page", answer: .html(), isRevoked: false),
    Answer(name: "an error in a 200", answer: .error(200, "invalid_client"), isRevoked: false),
    Answer(
      name: "an error behind a byte order mark",
      answer: DemoAnswer(status: 200, body: "\u{FEFF}" + #"{"error":"invalid_client"}"#),
      isRevoked: false
    ),
    Answer(name: "a redirect", answer: .redirect(to: "http://127.0.0.1:1/"), isRevoked: false),
    Answer(name: "an unknown token", answer: .error(400, "invalid_token"), isRevoked: true),
    Answer(
      name: "a hint that is not understood",
      answer: .error(400, "unsupported_token_type"),
      isRevoked: false,
      requests: 2
    ),
  ]

  @Test(arguments: answers)
  func `calls the token revoked only where the provider said so`(answer: Answer) async throws {
    let rig = try Rig()
    let client = try await rig.client()
    try await client.login()
    rig.provider.inject(DemoFault(.revoke, .answer(answer.answer)))
    let outcome = try await client.logout(endSession: false)
    #expect(outcome.tokenRevoked == answer.isRevoked)
    #expect(outcome.remarks.isEmpty == answer.isRevoked, "\(outcome.remarks)")
    #expect(rig.provider.counts[.revoke] == answer.requests)
  }

  @Test func `sends the token without the hint that the provider did not understand`() async throws
  {
    let rig = try Rig()
    let client = try await rig.client()
    try await client.login()
    rig.provider.inject(
      DemoFault(.revoke, .answer(.error(400, "unsupported_token_type")), times: 1)
    )
    let outcome = try await client.logout(endSession: false)
    #expect(outcome.tokenRevoked)
    #expect(rig.provider.grants.filter(\.isLive).isEmpty)
  }

  @Test func `puts no ID token into the address that the opener gets`() async throws {
    let rig = try Rig()
    try await rig.client().login()
    let book = AddressBook()
    let client = try await rig.client(agent: book)
    let logout = Task { try await client.logout() }
    let address = await book.address()
    #expect(!address.contains("?"))
    #expect(!address.contains("eyJ"))
    _ = try await HeadlessBrowser().open(address)
    #expect(try await logout.value.sessionEnded)
  }
}
