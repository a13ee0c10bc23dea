import DemoProvider
import HTTP
import JSON
import OAuthClient
import POSIX
import Secrets
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Stepping up` {
  static let strong = StepUpChallenge(acrValues: ["urn:demo:strong"], maxAgeSeconds: 300)

  @Test(arguments: [false, true])
  func `meets the challenge of a resource, pushed where requests are pushed`(
    isPushed: Bool
  ) async throws {
    let rig = try await SignedIn(DemoConfiguration(requiresPushedRequests: isPushed))
    let old = try await rig.client.accessToken().value.fingerprint
    let request = ResourceRequest(url: rig.api("/step-up"))
    var states = rig.client.sessionStates().makeAsyncIterator()
    let error = await #expect(throws: OAuthError.self) {
      try await rig.session.data(for: request)
    }
    guard case .stepUp(let challenge)? = error else {
      Issue.record("no challenge")
      return
    }
    try await rig.client.stepUp(challenge)
    #expect(try await rig.session.data(for: request).status == 200)
    #expect(rig.provider.counts[.par] ?? 0 == (isPushed ? 2 : 0))
    var seen: [SessionState] = []
    for _ in 0..<4 { seen.append(try #require(await states.next())) }
    #expect(seen == [.authenticated, .stepUpRequired, .authorizing, .authenticated])
    #expect(await rig.client.claims?.authenticationContext == "urn:demo:strong")
    // What was there before is nobody's any more.
    #expect(rig.provider.grants.map(\.isLive) == [false, true])
    #expect(!rig.provider.isLive(old))
    let again = try await rig.rig.client()
    #expect(await again.claims?.authenticationContext == "urn:demo:strong")
    #expect(again.sessionState == .authenticated)
  }

  @Test func `accepts the second of the values that were asked for`() async throws {
    let rig = try await SignedIn()
    rig.provider.inject(DemoFault(.token, .claim("acr", "silver")))
    try await rig.client.stepUp(StepUpChallenge(acrValues: ["gold", "silver"]))
    #expect(await rig.client.claims?.authenticationContext == "silver")
  }

  @Test func `asks for scopes that are missing, too`() async throws {
    let rig = try await SignedIn(scopes: ["openid", "offline_access"])
    try await rig.client.stepUp(StepUpChallenge(scopes: ["email", "openid"]))
    #expect(rig.provider.grants.last?.scopes == ["openid", "offline_access", "email"])
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    let name: String
    let action: DemoFault.Action
    let challenge: StepUpChallenge
    var isUnmet = true
    var testDescription: String { name }
  }

  static let gold = StepUpChallenge(acrValues: ["gold"])
  static let fresh = StepUpChallenge(maxAgeSeconds: 60)

  @Test(arguments: [
    Fault(name: "another acr", action: .claim("acr", "silver"), challenge: gold),
    Fault(name: "an acr in other letters", action: .claim("acr", "Gold"), challenge: gold),
    Fault(name: "no acr", action: .claim("acr", nil), challenge: gold),
    Fault(name: "no auth_time", action: .claim("auth_time", nil), challenge: fresh),
    Fault(name: "an old auth_time", action: .claim("auth_time", 1_700_000_000), challenge: fresh),
    Fault(
      name: "an auth_time in milliseconds",
      action: .claim("auth_time", 1_700_000_000_000),
      challenge: fresh,
      isUnmet: false
    ),
    Fault(
      name: "an auth_time to come",
      action: .claim("auth_time", 9_000_000_000),
      challenge: fresh,
      isUnmet: false
    ),
    Fault(
      name: "an old auth_time, nothing named",
      action: .claim("auth_time", 1_700_000_000),
      challenge: StepUpChallenge()
    ),
    Fault(
      name: "a signature that does not fit",
      action: .tamperedSignature,
      challenge: gold,
      isUnmet: false
    ),
  ])
  func `that comes to something else leaves the session as it was`(fault: Fault) async throws {
    let rig = try await SignedIn()
    let before = try await rig.client.accessToken().value
    rig.provider.inject(DemoFault(.token, fault.action, times: 1))
    let error = await #expect(throws: OAuthError.self) {
      try await rig.client.stepUp(fault.challenge)
    }
    #expect(error?.code == (fault.isUnmet ? "step_up_unmet" : "refused_response"))
    if fault.isUnmet, case .stepUp(let challenge)? = error {
      #expect(challenge.acrValues == fault.challenge.acrValues)
    }
    #expect(try await rig.client.accessToken().value.equals(before))
    #expect(rig.client.sessionState == .authenticated)
    // The old grant lives, what came of the step-up does not.
    #expect(rig.provider.grants.map(\.isLive) == [true, false])
    try await rig.rig.client().refresh()
  }

  @Test func `as another user is refused, and that user's tokens are revoked`() async throws {
    let rig = try await SignedIn()
    let before = try await rig.client.accessToken().value
    let other = Browser(person: .allows(name: "other", password: "other-password"))
    let client = try await rig.rig.client(agent: other)
    let refused = OAuthError.recoverable(RecoverableFailure(.refusedResponse, ""))
    let error = await #expect(throws: refused) { try await client.stepUp(Self.strong) }
    #expect(error?.description.contains("another user") == true)
    #expect(error?.description.contains("sub-") == false)
    #expect(try await client.accessToken().value.equals(before))
    #expect(await client.claims?.subject == "sub-demo")
    #expect(rig.provider.grants.map(\.isLive) == [true, false])
  }

  @Test func `as another user without a refresh token ends the access token`() async throws {
    let rig = try await SignedIn(scopes: ["openid"])
    let other = Browser(person: .allows(name: "other", password: "other-password"))
    let client = try await rig.rig.client(agent: other, scopes: ["openid"])
    await #expect(throws: OAuthError.self) { try await client.stepUp(Self.strong) }
    let revoked = rig.provider.log.filter { $0.endpoint == .revoke }
    #expect(revoked.count == 1)
    #expect(revoked.allSatisfy { $0.token.map { !rig.provider.isLive($0) } ?? false })
  }

  @Test(arguments: ["unmet_authentication_requirements", "access_denied"])
  func `that the provider refuses leaves the session as it was`(error: String) async throws {
    let rig = try await SignedIn()
    rig.provider.inject(DemoFault(.authorize, .omit("code")))
    rig.provider.inject(DemoFault(.authorize, .set("error", .string(error))))
    let thrown = await #expect(throws: OAuthError.self) {
      try await rig.client.stepUp(Self.strong)
    }
    #expect(thrown?.code == (error == "access_denied" ? "denied" : "step_up_unmet"))
    #expect(rig.client.sessionState == .authenticated)
    #expect(rig.provider.grants.map(\.isLive) == [true])
  }

  @Test func `in a pushed request that the provider refuses says so`() async throws {
    let rig = try await SignedIn(DemoConfiguration(requiresPushedRequests: true))
    let answer = DemoAnswer.error(400, "unmet_authentication_requirements")
    rig.provider.inject(DemoFault(.par, .answer(answer)))
    let thrown = await #expect(throws: OAuthError.self) {
      try await rig.client.stepUp(Self.strong)
    }
    #expect(thrown?.code == "step_up_unmet")
  }

  @Test func `that is unmet is still asked for, and one that is cancelled no longer`() async throws
  {
    let rig = try await SignedIn()
    let book = AddressBook()
    let client = try await rig.rig.client(agent: book)
    let session = try client.authenticatedSession()
    let request = ResourceRequest(url: rig.api("/step-up"))
    await #expect(throws: OAuthError.self) { try await session.data(for: request) }
    #expect(client.sessionState == .stepUpRequired)
    let attempt = Task { try await client.stepUp(Self.strong) }
    _ = await book.address()
    #expect(client.sessionState == .authorizing)
    attempt.cancel()
    await #expect(throws: OAuthError.recoverable(.cancelled)) { try await attempt.value }
    #expect(client.sessionState == .authenticated)
    #expect(try await session.data(for: ResourceRequest(url: rig.api())).status == 200)

    await #expect(throws: OAuthError.self) { try await session.data(for: request) }
    rig.provider.inject(DemoFault(.token, .claim("acr", "silver")))
    let opened = Task { try await client.stepUp(Self.strong) }
    _ = try await HeadlessBrowser().open(await book.address())
    await #expect(throws: OAuthError.self) { try await opened.value }
    #expect(client.sessionState == .stepUpRequired)
  }

  @Test(arguments: [
    StepUpChallenge(acrValues: ["a b"]), StepUpChallenge(acrValues: [""]),
    StepUpChallenge(acrValues: ["a\nb"]), StepUpChallenge(maxAgeSeconds: -1),
    StepUpChallenge(scopes: ["a&b c"]),
  ])
  func `for what cannot be asked for opens no browser`(challenge: StepUpChallenge) async throws {
    let rig = try await SignedIn()
    let before = rig.provider.counts
    await #expect(throws: OAuthError.configuration(ConfigurationProblem(.request, ""))) {
      try await rig.client.stepUp(challenge)
    }
    #expect(rig.provider.counts == before)
    #expect(rig.client.sessionState == .authenticated)
  }

  @Test func `needs a session that goes on`() async throws {
    let rig = try await SignedIn()
    let nobody = OAuthError.reauthenticate(ReauthenticationReason(.noSession, ""))
    let empty = try Rig()
    let client = try await empty.client()
    await #expect(throws: nobody) { try await client.stepUp(Self.strong) }
    rig.provider.end(grant: 0)
    await #expect(throws: OAuthError.self) { try await rig.client.refresh() }
    let rejected = OAuthError.reauthenticate(ReauthenticationReason(.grantRejected, ""))
    await #expect(throws: rejected) { try await rig.client.stepUp(Self.strong) }
  }

  @Test func `for a session that was signed out meanwhile signs nobody in`() async throws {
    let rig = try await SignedIn()
    let book = AddressBook()
    let client = try await rig.rig.client(agent: book)
    let attempt = Task { try await client.stepUp(Self.strong) }
    let address = await book.address()
    _ = try await rig.client.logout(endSession: false)
    _ = try await HeadlessBrowser().open(address)
    await #expect(throws: OAuthError.recoverable(RecoverableFailure(.refusedResponse, ""))) {
      try await attempt.value
    }
    #expect(rig.provider.grants.map(\.isLive) == [false])
    #expect(try await rig.rig.client().sessionState == .unauthenticated)
  }

  @Test(.timeLimit(.minutes(2)))
  func `is finished after a restart in mid-browser with the same demands`() async throws {
    let rig = try await SignedIn()
    let store = InMemorySessionStore()
    let book = AddressBook()
    let configuration = try OAuthConfiguration(
      issuer: rig.provider.issuer,
      clientId: "migrated-app",
      redirectUri: "com.example.app:/oauth",
      scopes: ["openid", "offline_access"]
    )
    func start(_ agent: any OAuthUserAgent) async throws -> OAuthClient {
      try await OAuthClient.create(
        configuration: configuration,
        store: store,
        userAgent: agent,
        transport: OAuthTransport(client: Client(), clock: rig.clock.oauth)
      )
    }
    /// Lets the redirect of the app come to a second start of it.
    func redirect(_ address: String) async throws -> String {
      let end = try await HeadlessBrowser().open(address) { !$0.hasPrefix("http") }
      guard case .handedOver(let url) = end else { throw OAuthError.recoverable(.cancelled) }
      return url
    }
    let first = try await start(book)
    let login = Task { try await first.login() }
    #expect(try await first.handleRedirect(redirect(await book.address())))
    try await login.value
    #expect(first.sessionState == .authenticated)
    #expect(await first.claims?.subject == "sub-demo")

    let killed = try await start(book)
    let stepUp = Task { try await killed.stepUp(Self.strong) }
    let url = try await redirect(await book.address())
    // The second start knows what was asked for.
    let restarted = try await start(book)
    #expect(restarted.sessionState == .authenticated)
    rig.provider.inject(DemoFault(.token, .claim("acr", "silver"), times: 1))
    let error = await #expect(throws: OAuthError.self) { try await restarted.handleRedirect(url) }
    #expect(error?.code == "step_up_unmet")
    #expect(await restarted.claims?.authenticationContext == "urn:demo:password")
    stepUp.cancel()
    _ = await stepUp.result
  }
}
