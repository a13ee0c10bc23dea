import Crypto
import DemoProvider
import HTTP
import JSON
import OAuthClient
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Signing in` {
  @Test
  func `takes metadata that were compared elsewhere, with their warnings, and reads no others`()
    async throws
  {
    let rig = try Rig()
    let issuer = rig.provider.issuer + "/"
    let discovery = ProviderDiscovery(transport: OAuthTransport(client: Client()))
    let compared = try await discovery.metadata(of: issuer)
    for document: DemoEndpoint in [.discovery, .oauthMetadata] {
      rig.provider.inject(
        DemoFault(document, .set("token_endpoint", "http://127.0.0.1:9/elsewhere"))
      )
    }
    let client = try await rig.client(issuer: issuer)
    await client.pin(compared)
    try await client.login()
    try await client.refresh()
    #expect(rig.provider.counts[.token] == 2)
    let warnings = rig.events.all.compactMap {
      if case .warning(let text) = $0 { text } else { nil }
    }
    #expect(compared.warnings.count == 1 && warnings.count { $0 == compared.warnings[0] } == 1)
  }

  @Test func `opens a start page, exchanges the code once and keeps a proven session`() async throws
  {
    let rig = try Rig()
    let client = try await rig.client()
    try await client.login()
    #expect(client.sessionState == .authenticated)
    #expect(rig.provider.counts[.token] == 1)
    #expect(rig.provider.grants.count == 1)
    #expect(rig.events.all.contains(.signedIn(idTokenAlgorithm: "RS256")))
    let summary = try #require(await client.summary)
    #expect(summary.hasRefreshToken)
  }

  @Test func `is restored by another start without a request`() async throws {
    let rig = try Rig()
    try await rig.client().login()
    let before = rig.provider.counts
    let client = try await rig.client()
    #expect(client.sessionState == .authenticated)
    _ = try await client.accessToken()
    #expect(rig.provider.counts == before)
  }

  @Test func `validates elliptic-curve signatures as well`() async throws {
    let rig = try Rig(DemoConfiguration(algorithm: .es256))
    try await rig.client().login()
    #expect(rig.events.all.contains(.signedIn(idTokenAlgorithm: "ES256")))
  }

  @Test func `pushes the request where the provider requires it`() async throws {
    let rig = try Rig(DemoConfiguration(requiresPushedRequests: true))
    try await rig.client(pushing: .off).login()
    #expect(rig.provider.counts[.par] == 1)
  }

  @Test func `never falls back to a plain request when pushing fails`() async throws {
    let rig = try Rig(DemoConfiguration(offersPushedRequests: true))
    rig.provider.inject(DemoFault(.par, .answer(DemoAnswer(status: 500))))
    let client = try await rig.client()
    await #expect(throws: OAuthError.recoverable(RecoverableFailure(.server, ""))) {
      try await client.login()
    }
    #expect(rig.provider.counts[.authorize] ?? 0 == 0)
  }

  @Test func `hands the opener an address without any parameter of the request`() async throws {
    let rig = try Rig()
    let book = AddressBook()
    let client = try await rig.client(agent: book)
    let login = Task { try await client.login() }
    let address = await book.address()
    #expect(address.hasPrefix("http://127.0.0.1:"))
    for word in ["state", "nonce", "challenge", "client", "scope", "?", rig.provider.issuer] {
      #expect(!address.contains(word), "\(word)")
    }
    _ = try await HeadlessBrowser().open(address)
    try await login.value
  }

  @Test func `ends when its start page is opened a second time`() async throws {
    let rig = try Rig()
    let book = AddressBook()
    let client = try await rig.client(agent: book)
    let login = Task { try await client.login() }
    let url = try #require(HTTPURL(await book.address()))
    let http = Client()
    let first = try await http.send(Request(url: url))
    #expect(first.status == 302)
    #expect(first.headers["cache-control"] == "no-store")
    #expect(first.headers["referrer-policy"] == "no-referrer")
    let second = try await http.send(Request(url: url))
    #expect(second.status == 410)
    #expect(second.headers["location"] == nil)
    await #expect(throws: OAuthError.recoverable(RecoverableFailure(.refusedResponse, ""))) {
      try await login.value
    }
    #expect(rig.provider.counts[.token] ?? 0 == 0)
    #expect(client.sessionState == .unauthenticated)
  }

  // An unregistered redirect_uri ends at a page of the provider's, which looks the same from here.
  @Test func `ends when nobody comes back in time, and says what to check`() async throws {
    let rig = try Rig()
    let client = try await rig.client(agent: AddressBook())
    let error = await #expect(throws: OAuthError.recoverable(RecoverableFailure(.timedOut, ""))) {
      try await client.login(timeout: .seconds(30))
    }
    #expect(error?.description.contains("redirect_uri") == true)
    #expect(rig.provider.counts[.token, default: 0] == 0)
    #expect(client.sessionState == .unauthenticated)
  }

  @Test func `ends as refused when the user refuses, and keeps nothing`() async throws {
    let rig = try Rig()
    let client = try await rig.client(
      agent: Browser(person: .denies(name: "demo", password: "demo-password"))
    )
    await #expect(throws: OAuthError.recoverable(RecoverableFailure(.denied, ""))) {
      try await client.login()
    }
    #expect(client.sessionState == .unauthenticated)
    let again = try await rig.client()
    #expect(again.sessionState == .unauthenticated)
  }

  @Test func `ends when its task is cancelled`() async throws {
    let rig = try Rig()
    let book = AddressBook()
    let client = try await rig.client(agent: book)
    let login = Task { try await client.login() }
    _ = await book.address()
    login.cancel()
    await #expect(throws: OAuthError.recoverable(.cancelled)) { try await login.value }
    #expect(client.sessionState == .unauthenticated)
  }

  @Test func `asks nothing between the token answer and the saving`() async throws {
    let rig = try Rig()
    try await rig.client().login()
    #expect(Array(rig.provider.log.map(\.endpoint).suffix(2)) == [.jwks, .token])
  }

  @Test func `spends no code whose ID token could not be proven for want of keys`() async throws {
    let rig = try Rig()
    rig.provider.inject(DemoFault(.jwks, .answer(DemoAnswer(status: 404))))
    let client = try await rig.client()
    await #expect(throws: OAuthError.self) { try await client.login() }
    #expect(rig.provider.counts[.token, default: 0] == 0)
  }

  @Test func `cancelled while the code is exchanged leaves no session that nobody holds`()
    async throws
  {
    let rig = try Rig()
    let client = try await rig.client()
    rig.provider.inject(DemoFault(.token, .delay(.seconds(1)), times: 1))
    let login = Task { try await client.login() }
    while rig.provider.counts[.token, default: 0] == 0 {
      try await Task.sleep(for: .milliseconds(10))
    }
    login.cancel()
    _ = await login.result
    #expect(client.sessionState == .authenticated)
    try await rig.client().refresh()
    #expect(rig.provider.grants.map(\.isLive) == [true])
  }

  @Test(arguments: [true, false])
  func `revokes the session that another process stored meanwhile, or tells of it`(
    isRevoked: Bool
  ) async throws {
    let rig = try Rig()
    let book = AddressBook()
    let client = try await rig.client(agent: book)
    let login = Task { try await client.login() }
    let start = await book.address()
    try await rig.client().login()
    if !isRevoked {
      rig.provider.inject(DemoFault(.revoke, .answer(DemoAnswer(status: 503))))
    }
    _ = try await HeadlessBrowser(.demo).open(start)
    try await login.value
    #expect(rig.provider.grants.map(\.isLive) == [!isRevoked, true])
    #expect(await client.leftBehind.count == (isRevoked ? 0 : 1))
    // The new one was durable before.
    try await rig.client().refresh()
  }

  @Test func `over a session of its own leaves one grant, and none is revoked that was refused`()
    async throws
  {
    let rig = try Rig()
    let client = try await rig.client()
    for _ in 0..<3 { try await client.login() }
    #expect(rig.provider.grants.map(\.isLive) == [false, false, true])
    #expect(rig.provider.counts[.revoke] == 2)
    #expect(await client.leftBehind == [])
  }

  @Test(arguments: [true, false])
  func `over a session leaves it to the next process when this one dies before it is revoked`(
    isSignIn: Bool
  ) async throws {
    let rig = try Rig()
    let store = FailingStore()
    let killed = try await rig.client(store: store)
    try await killed.login()
    rig.provider.inject(DemoFault(.revoke, .answer(DemoAnswer(status: 503)), times: 1))
    rig.provider.inject(DemoFault(.revoke, .delay(.seconds(1)), times: 1))
    let login = Task { try await killed.login() }
    while rig.provider.counts[.revoke, default: 0] == 0 {
      try await Task.sleep(for: .milliseconds(10))
    }
    // What a process leaves that dies here.
    let left = FailingStore()
    try await left.write(#require(await store.read()))
    try await login.value
    #expect(rig.provider.grants.map(\.isLive) == [true, true])
    let next = try await rig.client(store: left)
    if isSignIn {
      try await next.login()
    } else {
      _ = try await next.logout(endSession: false)
    }
    #expect(rig.provider.grants.map(\.isLive) == [false, false] + (isSignIn ? [true] : []))
    #expect(await next.leftBehind == [])
    let count = rig.provider.counts[.revoke, default: 0]
    _ = try await rig.client(store: left).logout(endSession: false)
    #expect(rig.provider.counts[.revoke, default: 0] == count + (isSignIn ? 1 : 0))
  }

  @Test func `over a session whose refresh was lost tells what nobody knows`() async throws {
    let rig = try Rig()
    let client = try await rig.client()
    try await client.login()
    rig.provider.inject(DemoFault(.token, .drop, times: 1, grantType: "refresh_token"))
    await #expect(throws: OAuthError.self) { try await client.refresh() }
    try await client.login()
    #expect(rig.provider.grants.map(\.isLive) == [false, true])
    #expect(await client.leftBehind.count == 1)
  }

  @Test func `that cannot be saved costs nobody the earlier session`() async throws {
    let rig = try Rig()
    let store = FailingStore()
    let client = try await rig.client(store: store)
    try await client.login()
    // The flow and the sending of the code are written down, the session is not.
    store.failsAfter(writes: 2)
    await #expect(throws: OAuthError.self) { try await client.login() }
    store.failsAfter(writes: nil)
    #expect(client.sessionState == .authenticated)
    try await client.refresh()
    try await rig.client(store: store).refresh()
    #expect(rig.provider.grants.map(\.isLive) == [true, false])
  }

  @Test func `tells every state once and in order`() async throws {
    let rig = try Rig()
    let client = try await rig.client()
    var states: [SessionState] = []
    let stream = client.sessionStates()
    try await client.login()
    for await state in stream {
      states.append(state)
      if state == .authenticated { break }
    }
    #expect(states == [.unauthenticated, .authorizing, .authenticated])
  }

  @Test func `of two at a time in one client is refused`() async throws {
    let rig = try Rig()
    let book = AddressBook()
    let client = try await rig.client(agent: book)
    let first = Task { try await client.login() }
    _ = await book.address()
    await #expect(throws: OAuthError.recoverable(RecoverableFailure(.busy, ""))) {
      try await client.login()
    }
    first.cancel()
    _ = await first.result
  }

  @Test func `begun before a restart is finished by the redirect that comes after it`() async throws
  {
    let rig = try Rig()
    let book = AddressBook()
    let killed = try await rig.client(agent: book)
    let login = Task { try await killed.login() }
    let start = await book.address()
    let destination = try await HeadlessBrowser().open(start) { $0.contains("/callback?") }
    // A second start of the program, while the first one's browser page is still open.
    let client = try await rig.client()
    #expect(client.sessionState == .authorizing)
    guard case .handedOver(let redirect) = destination else {
      Issue.record("the browser was not sent to the callback")
      return
    }
    let stray = redirect.replacing("state=", with: "state=x")
    #expect(try await client.handleRedirect(stray) == false)
    #expect(try await client.handleRedirect("https://evil.example/?code=a&state=b") == false)
    #expect(try await client.handleRedirect(redirect))
    #expect(client.sessionState == .authenticated)
    #expect(try await client.handleRedirect(redirect) == false)
    #expect(rig.provider.counts[.token] == 1)
    login.cancel()
    _ = await login.result
  }
}
