import DemoProvider
import OAuthClient
import Secrets
import TestSupport
import Testing

/// A provider ends what came of a code that is sent twice (RFC 6749 section 4.1.2), whoever sends it.
@Suite(.timeLimit(.minutes(10))) struct `A redirect that was used` {
  /// A sign-in whose browser has come to the redirect, which nobody has opened yet.
  struct Waiting {
    let rig: Rig
    let client: OAuthClient
    let login: Task<Void, any Error>
    let redirect: String

    init(store: (any OIDCSessionStore)? = nil) async throws {
      rig = try Rig()
      let book = AddressBook()
      let client = try await rig.client(agent: book, store: store)
      self.client = client
      login = Task { try await client.login() }
      let destination = try await HeadlessBrowser().open(await book.address()) {
        $0.contains("/callback?")
      }
      guard case .handedOver(let redirect) = destination else {
        throw RecoverableFailure(.redirect, "the browser was not sent to the callback")
      }
      self.redirect = redirect
    }

    func expectOneSession() async throws {
      #expect(rig.provider.counts[.token] == 1)
      #expect(rig.provider.grants.map(\.isLive) == [true])
      try await rig.client().refresh()
      #expect(rig.provider.grants.map(\.isLive) == [true])
    }
  }

  @Test func `is none to a process that has waited for it all the while`() async throws {
    let waiting = try await Waiting()
    let (first, second) = (try await waiting.rig.client(), try await waiting.rig.client())
    #expect(second.sessionState == .authorizing)
    #expect(try await first.handleRedirect(waiting.redirect))
    #expect(try await second.handleRedirect(waiting.redirect) == false)
    #expect(second.sessionState == .authenticated)
    try await waiting.expectOneSession()
    waiting.login.cancel()
    _ = await waiting.login.result
    #expect(waiting.client.sessionState == .authenticated)
  }

  @Test(arguments: [true, false])
  func `is taken once of many at a time`(isLocked: Bool) async throws {
    // A store in memory has no lock that would keep them apart.
    let store = isLocked ? nil : InMemorySessionStore()
    let waiting = try await Waiting(store: store)
    let client = try await waiting.rig.client(store: store)
    let taken = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 { group.addTask { try await client.handleRedirect(waiting.redirect) } }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(taken == 1)
    #expect(client.sessionState == .authenticated)
    #expect(waiting.rig.provider.counts[.token] == 1)
    #expect(waiting.rig.provider.grants.map(\.isLive) == [true])
    waiting.login.cancel()
    _ = await waiting.login.result
  }

  @Test func `ends the sign-in that it was for, and leaves it the session of the other`()
    async throws
  {
    let waiting = try await Waiting()
    #expect(try await waiting.rig.client().handleRedirect(waiting.redirect))
    let (port, bytes) = Knock().request(instead: waiting.redirect)
    let connection = try #require(RawConnection(port: port))
    connection.send(bytes)
    await #expect(throws: OAuthError.recoverable(RecoverableFailure(.refusedResponse, ""))) {
      try await waiting.login.value
    }
    #expect(await connection.receive().text.hasPrefix("HTTP/1.1 400"))
    #expect(waiting.client.sessionState == .authenticated)
    try await waiting.expectOneSession()
  }
}
