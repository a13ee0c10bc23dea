import DemoProvider
import HTTP
import JSON
import OAuthClient
import POSIX
import Secrets
import Testing

/// A refresh whose answer nobody could read, though the provider may have given new tokens in it.
@Suite(.timeLimit(.minutes(10))) struct `A refresh whose answer is lost` {
  struct Answer: Sendable, CustomTestStringConvertible {
    let name: String
    let answer: DemoAnswer
    /// How many refreshes send it twice: a 500 is worth another try at once.
    var refreshes = 2
    var testDescription: String { name }
  }

  private static let answers = [
    Answer(
      name: "broken JSON",
      answer: DemoAnswer(
        status: 200,
        headers: ["Content-Type": "application/json"],
        body: #"{"access_token":"at-1","refresh_tok"#
      )
    ),
    Answer(name: "a page", answer: .html()),
    Answer(name: "no token in it", answer: .json(200, [:])),
    Answer(name: "too large", answer: .huge(3_000_000)),
    Answer(name: "another success", answer: .json(202, [:])),
    Answer(name: "500", answer: DemoAnswer(status: 500), refreshes: 1),
    Answer(name: "502", answer: .html(502)),
    Answer(name: "504", answer: DemoAnswer(status: 504)),
    Answer(name: "500 with an error", answer: .error(500, "server_error"), refreshes: 1),
  ]

  // What some providers say of a token that was replaced: no word of OAuth.
  @Test(arguments: [400, 401])
  func `and is refused in no words of OAuth when it is repeated is not sent a third time`(
    status: Int
  ) async throws {
    let rig = try Rig()
    try await rig.client().login()
    rig.provider.inject(
      DemoFault(.token, .drop, times: 1, grantType: "refresh_token", afterwards: true)
    )
    #expect(await recoverable { try await rig.client().refresh() } != nil)
    rig.provider.inject(
      DemoFault(.token, .answer(DemoAnswer(status: status)), grantType: "refresh_token")
    )
    #expect(await recoverable { try await rig.client().refresh() }?.code == .server)
    let count = sends(rig)
    for _ in 0..<3 {
      await #expect(
        throws: OAuthError.reauthenticate(ReauthenticationReason(.refreshInterrupted, ""))
      ) {
        try await rig.client().refresh()
      }
    }
    #expect(sends(rig) == count)
    #expect(count == 2)
  }

  @Test(arguments: answers, [true, false])
  func `is repeated once by itself, and a third time only if that is asked for`(
    answer: Answer,
    isRotated: Bool
  ) async throws {
    let rig = try Rig()
    try await rig.client().login()
    rig.provider.inject(
      DemoFault(
        .token,
        .answer(answer.answer),
        grantType: "refresh_token",
        afterwards: isRotated
      )
    )
    for _ in 0..<answer.refreshes {
      let failure = await recoverable { try await rig.client().refresh() }
      #expect(failure?.code == .server)
    }
    let count = sends(rig)
    #expect(count == 2)
    let reason = ReauthenticationReason(.refreshInterrupted, "")
    for _ in 0..<3 {
      await #expect(throws: OAuthError.reauthenticate(reason)) {
        try await rig.client().refresh()
      }
    }
    #expect(sends(rig) == count)
    rig.provider.clearFaults()
    let asked = try await rig.client()
    guard isRotated else {
      // The provider refused nothing, so the session goes on.
      try await asked.refresh(sendingAgain: true)
      #expect(asked.sessionState == .authenticated)
      try await rig.client().refresh()
      #expect(rig.provider.grants.map(\.isLive) == [true])
      return
    }
    await #expect(throws: OAuthError.reauthenticate(ReauthenticationReason(.grantRejected, ""))) {
      try await asked.refresh(sendingAgain: true)
    }
    #expect(await asked.endReason?.code == .grantRejected)
  }

  @Test func `since the provider failed goes on if that was for a moment`() async throws {
    let rig = try Rig()
    try await rig.client().login()
    rig.provider.inject(
      DemoFault(.token, .answer(DemoAnswer(status: 500)), times: 1, grantType: "refresh_token")
    )
    let client = try await rig.client()
    try await client.refresh()
    #expect(sends(rig) == 2)
    #expect(rig.events.all.contains { if case .refreshRepeated = $0 { true } else { false } })
    #expect(try await client.logout(endSession: false).revocation == .revoked)
  }

  @Test func `since the provider failed after it rotated ends with what nobody knows`()
    async throws
  {
    let rig = try Rig()
    try await rig.client().login()
    rig.provider.inject(
      DemoFault(
        .token,
        .answer(DemoAnswer(status: 500)),
        times: 1,
        grantType: "refresh_token",
        afterwards: true
      )
    )
    let client = try await rig.client()
    await #expect(throws: OAuthError.reauthenticate(ReauthenticationReason(.grantRejected, ""))) {
      try await client.refresh()
    }
    #expect(sends(rig) == 2)
    #expect(await client.leftBehind.count == 1)
    #expect(try await rig.client().logout(endSession: false).revocation == .unknown)
  }

  @Test func `once before is not sent a third time for a provider that fails`() async throws {
    let rig = try Rig()
    try await rig.client().login()
    rig.provider.inject(DemoFault(.token, .drop, times: 1, grantType: "refresh_token"))
    await #expect(throws: OAuthError.self) { try await rig.client().refresh() }
    rig.provider.inject(
      DemoFault(.token, .answer(DemoAnswer(status: 500)), grantType: "refresh_token")
    )
    for _ in 0..<3 {
      await #expect(throws: OAuthError.self) { try await rig.client().refresh() }
    }
    #expect(sends(rig) == 2)
  }

  @Test func `is written down as repeated before it is, for whoever comes after a kill`()
    async throws
  {
    let rig = try Rig()
    let store = FailingStore()
    try await rig.client(store: store).login()
    rig.provider.inject(
      DemoFault(.token, .answer(DemoAnswer(status: 500)), grantType: "refresh_token")
    )
    rig.provider.inject(
      DemoFault(.token, .delay(.seconds(1)), times: 2, grantType: "refresh_token")
    )
    let before = rig.provider.counts[.token, default: 0]
    let killed = try await rig.client(store: store)
    let refresh = Task { try await killed.refresh() }
    while rig.provider.counts[.token, default: 0] < before + 2 {
      try await Task.sleep(for: .milliseconds(10))
    }
    // What a process leaves that dies here.
    let left = FailingStore()
    try await left.write(#require(await store.read()))
    _ = await refresh.result
    let count = sends(rig)
    let reason = ReauthenticationReason(.refreshInterrupted, "")
    await #expect(throws: OAuthError.reauthenticate(reason)) {
      try await rig.client(store: left).refresh()
    }
    #expect(sends(rig) == count)
  }

  @Test func `since the provider failed is not repeated where that cannot be written down`()
    async throws
  {
    let rig = try Rig()
    let store = FailingStore()
    let client = try await rig.client(store: store)
    try await client.login()
    // The first use is written down, the second is not.
    store.failsAfter(writes: 1)
    rig.provider.inject(
      DemoFault(.token, .answer(DemoAnswer(status: 500)), grantType: "refresh_token")
    )
    let failure = await recoverable { try await client.refresh() }
    #expect(failure?.code == .server)
    #expect(sends(rig) == 1)
  }

  @Test func `is not forgotten by a request to wait in between`() async throws {
    let rig = try Rig()
    try await rig.client().login()
    for action: DemoFault.Action in [
      .answer(.html(502)), .answer(.busy(retryAfter: "97")), .answer(.html(502)),
    ] {
      rig.provider.inject(DemoFault(.token, action, times: 1, grantType: "refresh_token"))
      await #expect(throws: OAuthError.self) { try await rig.client().refresh() }
      rig.clock.advance(98)
    }
    let reason = ReauthenticationReason(.refreshInterrupted, "")
    await #expect(throws: OAuthError.reauthenticate(reason)) { try await rig.client().refresh() }
    #expect(sends(rig) == 3)
  }

  @Test(arguments: [
    DemoAnswer.error(429, "slow_down"), DemoAnswer(status: 503), .html(403),
    DemoAnswer(status: 408),
    .error(400, "invalid_client"), .redirect(to: "http://127.0.0.1:1/"),
  ])
  func `is none where the provider did nothing`(answer: DemoAnswer) async throws {
    let rig = try Rig()
    try await rig.client().login()
    rig.provider.inject(DemoFault(.token, .answer(answer), grantType: "refresh_token"))
    for _ in 0..<4 {
      await #expect(throws: OAuthError.self) { try await rig.client().refresh() }
    }
    rig.provider.clearFaults()
    let client = try await rig.client()
    #expect(client.sessionState == .authenticated)
    try await client.refresh()
    #expect(!rig.events.all.contains { if case .refreshRepeated = $0 { true } else { false } })
  }

  @Test func `but for a new refresh token in it, goes on with that`() async throws {
    let rig = try Rig()
    try await rig.client().login()
    for member in ["access_token", "id_token"] {
      rig.provider.inject(
        DemoFault(.token, .set(member, "a\u{1B}[2J"), times: 1, grantType: "refresh_token")
      )
      await #expect(throws: OAuthError.self) { try await rig.client().refresh() }
    }
    rig.provider.inject(
      DemoFault(.token, .omit("access_token"), times: 1, grantType: "refresh_token")
    )
    await #expect(throws: OAuthError.self) { try await rig.client().refresh() }
    for code in ["server_error", "invalid_grant"] {
      rig.provider.inject(
        DemoFault(.token, .set("error", .string(code)), times: 1, grantType: "refresh_token")
      )
      let failure = await recoverable { try await rig.client().refresh() }
      #expect(failure?.description.contains("with the new refresh token") == true)
    }
    try await rig.client().refresh()
    #expect(rig.provider.grants.map(\.isLive) == [true])
    #expect(!rig.events.all.contains { if case .refreshRepeated = $0 { true } else { false } })
  }

  @Test(arguments: [1, 2, 3])
  func `leaves it open whether a sign-out has revoked all there is`(refreshes: Int) async throws {
    let rig = try Rig()
    try await rig.client().login()
    rig.provider.inject(
      DemoFault(.token, .drop, times: 2, grantType: "refresh_token", afterwards: true)
    )
    for _ in 0..<refreshes {
      await #expect(throws: OAuthError.self) { try await rig.client().refresh() }
    }
    let outcome = try await rig.client().logout(endSession: false)
    #expect(outcome.revocation == .unknown)
    #expect(!outcome.tokenRevoked)
    #expect(outcome.remarks.contains { $0.contains("nobody can tell") }, "\(outcome.remarks)")
  }

  @Test func `is told by the sign-in that takes its place`() async throws {
    let rig = try Rig()
    try await rig.client().login()
    rig.provider.inject(
      DemoFault(.token, .drop, times: 2, grantType: "refresh_token", afterwards: true)
    )
    for _ in 0..<3 {
      await #expect(throws: OAuthError.self) { try await rig.client().refresh() }
    }
    let client = try await rig.client()
    try await client.login()
    #expect(await client.leftBehind.count == 1)
    #expect(try await client.logout(endSession: false).revocation == .revoked)
  }

  private func sends(_ rig: Rig) -> Int {
    rig.provider.log.filter { $0.endpoint == .token && $0.grantType == "refresh_token" }.count
  }
}

/// A code that was spent for tokens that nobody got, or nobody can use.
@Suite(.timeLimit(.minutes(10))) struct `A code that was spent` {
  @Test(arguments: [
    DemoFault.Action.omit("access_token"), .set("access_token", "a\u{1B}[2J"),
    .set("id_token", "a\u{1B}[2J"), .omit("token_type"), .omit("id_token"),
    .set("error", "server_error"),
  ])
  func `for an answer that is refused leaves no grant behind`(
    action: DemoFault.Action
  ) async throws {
    let rig = try Rig()
    let client = try await rig.client()
    rig.provider.inject(DemoFault(.token, action, grantType: "authorization_code"))
    await #expect(throws: OAuthError.self) { try await client.login() }
    #expect(rig.provider.grants.map(\.isLive) == [false])
    #expect(await client.leftBehind == [])
  }

  @Test(arguments: [
    DemoFault.Action.drop, .answer(.html(502)), .answer(.html()),
    .answer(DemoAnswer(status: 200, body: #"{"access_token":"at-1","refresh_tok"#)),
  ])
  func `for an answer that is lost is told, once`(action: DemoFault.Action) async throws {
    let rig = try Rig()
    let client = try await rig.client()
    rig.provider.inject(
      DemoFault(.token, action, times: 1, grantType: "authorization_code", afterwards: true)
    )
    await #expect(throws: OAuthError.self) { try await client.login() }
    #expect(await client.leftBehind.count == 1)
    let again = try await rig.client()
    try await again.login()
    #expect(await again.leftBehind == [])
  }

  @Test(arguments: [
    DemoAnswer.error(400, "invalid_grant"), .error(401, "invalid_client"), .html(403),
    .error(429, "slow_down"),
  ])
  func `in vain leaves nothing to tell`(answer: DemoAnswer) async throws {
    let rig = try Rig()
    let client = try await rig.client()
    rig.provider.inject(
      DemoFault(.token, .answer(answer), times: 1, grantType: "authorization_code")
    )
    await #expect(throws: OAuthError.self) { try await client.login() }
    #expect(await client.leftBehind == [])
    let again = try await rig.client()
    try await again.login()
    #expect(await again.leftBehind == [])
  }

  @Test(arguments: [true, false])
  func `by a process that was killed is told by the next sign-in, or sign-out`(
    isSignIn: Bool
  ) async throws {
    let rig = try Rig()
    let store = FailingStore()
    rig.provider.inject(
      DemoFault(.token, .delay(.seconds(2)), times: 1, grantType: "authorization_code")
    )
    let killed = try await rig.client(store: store)
    let login = Task { try await killed.login() }
    while rig.provider.counts[.token, default: 0] == 0 {
      try await Task.sleep(for: .milliseconds(10))
    }
    // What a process leaves that dies here.
    let left = FailingStore()
    try await left.write(#require(await store.read()))
    _ = await login.result
    let next = try await rig.client(store: left)
    #expect(next.sessionState == .unauthenticated)
    if isSignIn {
      try await next.login()
    } else {
      _ = try await next.logout()
    }
    #expect(await next.leftBehind.count == 1)
    let later = try await rig.client(store: left)
    #expect((later.sessionState == .authenticated) == isSignIn)
    _ = try await later.logout(endSession: false)
    #expect(await later.leftBehind == [])
  }
}

/// What a provider asked to wait holds for every request of every later process.
@Suite(.timeLimit(.minutes(10))) struct `A wait that was asked for` {
  @Test(arguments: [DemoEndpoint.discovery, .jwks, .token])
  func `at a sign-in holds for the next start`(endpoint: DemoEndpoint) async throws {
    let rig = try Rig()
    rig.provider.inject(DemoFault(endpoint, .answer(.busy(retryAfter: "4000")), times: 1))
    await #expect(throws: OAuthError.self) { try await rig.client().login() }
    try await expectHeld(rig) { try await rig.client().login() }
    rig.clock.advance(101)
    let client = try await rig.client()
    try await client.login()
    try await client.refresh()
  }

  @Test func `at a sign-out holds for the next start, and the token counts as alive`()
    async throws
  {
    let rig = try Rig()
    try await rig.client().login()
    rig.provider.inject(DemoFault(.revoke, .answer(.busy(retryAfter: "4000")), times: 1))
    let outcome = try await rig.client().logout(endSession: false)
    #expect(outcome.revocation == .notRevoked)
    #expect(try await rig.client().sessionState == .unauthenticated)
    try await expectHeld(rig) { try await rig.client().login() }
  }

  @Test func `at a refresh holds for a sign-out`() async throws {
    let rig = try Rig()
    try await rig.client().login()
    rig.provider.inject(
      DemoFault(.token, .answer(.busy(retryAfter: "4000")), times: 1, grantType: "refresh_token")
    )
    await #expect(throws: OAuthError.self) { try await rig.client().refresh() }
    let counts = rig.provider.counts
    let outcome = try await rig.client().logout(endSession: false)
    #expect(outcome.revocation == .notRevoked)
    #expect(outcome.remarks.contains { $0.contains("until 20") }, "\(outcome.remarks)")
    #expect(rig.provider.counts == counts)
    #expect(try await rig.client().sessionState == .unauthenticated)
  }

  @Test func `is obeyed by a process that began before`() async throws {
    let rig = try Rig()
    let before = try await rig.client()
    try await before.login()
    let book = AddressBook()
    let signingIn = try await rig.client(agent: book)
    let login = Task { try await signingIn.login() }
    _ = await book.address()
    rig.provider.inject(
      DemoFault(.token, .answer(.busy(retryAfter: "4000")), times: 1, grantType: "refresh_token")
    )
    await #expect(throws: OAuthError.self) { try await rig.client().refresh() }
    let counts = rig.provider.counts
    let failure = await recoverable { try await before.refresh() }
    #expect(failure?.code == .rateLimited)
    login.cancel()
    _ = await login.result
    // Its end has not wiped out what another process noted meanwhile.
    try await expectHeld(rig) { try await rig.client().refresh() }
    #expect(rig.provider.counts == counts)
  }

  /// Tries twice, and finds that nothing is sent and that the end of the wait is named.
  private func expectHeld(_ rig: Rig, _ body: () async throws -> Void) async throws {
    let counts = rig.provider.counts
    for seconds in [0.0, 3900] {
      rig.clock.advance(seconds)
      let failure = await recoverable(body)
      #expect(failure?.code == .rateLimited)
      #expect(failure?.retryAfter.map { $0 > .seconds(80) && $0 <= .seconds(4000) } == true)
      #expect(failure?.description.contains("until 20") == true, "\(failure?.description ?? "")")
    }
    #expect(rig.provider.counts == counts)
  }

  @Test func `and could not be saved is called neither saved nor a refresh`() async throws {
    let rig = try Rig()
    let store = FailingStore()
    let client = try await rig.client(store: store)
    try await client.login()
    store.failsAfter(writes: 1)
    rig.provider.inject(
      DemoFault(.token, .answer(.busy(retryAfter: "4000")), times: 1, grantType: "refresh_token")
    )
    let failure = await recoverable { try await client.refresh() }
    #expect(failure?.code == .rateLimited)
    #expect(failure?.description.contains("nothing is sent") == false)
    let unsaved = try #require(await client.unsaved)
    #expect(!unsaved.isLostAtExit)
    #expect(!unsaved.description.contains("was refreshed"), "\(unsaved)")
    #expect(unsaved.description.contains("does not know"), "\(unsaved)")
  }
}

/// The clock of this machine goes wrong and is put right again.
@Suite(.timeLimit(.minutes(10))) struct `A clock that was ahead` {
  @Test(arguments: [60.0, 3600.0, 34_560_000.0])
  func `makes no access token good for longer`(seconds: Double) async throws {
    let rig = try Rig()
    rig.clock.advance(seconds)
    try await rig.client().login()
    rig.clock.advance(-seconds)
    let client = try await rig.client()
    #expect(await client.summary?.isExpiryUnknown == true)
    _ = try await client.accessToken()
    #expect(await client.summary?.isExpiryUnknown == false)
    #expect(refreshes(rig) == 1)
    // Its end is known now.
    _ = try await client.accessToken()
    _ = try await rig.client().accessToken()
    #expect(refreshes(rig) == 1)
  }

  @Test(arguments: [0.5, 5.0])
  func `by the little that clocks are put right by costs no refresh`(seconds: Double) async throws {
    let rig = try Rig()
    rig.clock.advance(seconds)
    try await rig.client().login()
    rig.clock.advance(-seconds)
    _ = try await rig.client().accessToken()
    #expect(refreshes(rig) == 0)
  }

  @Test func `and a session without refresh token ask for a new sign-in`() async throws {
    let rig = try Rig()
    rig.clock.advance(3600)
    try await rig.client(scopes: ["openid"]).login()
    rig.clock.advance(-3600)
    let reason = ReauthenticationReason(.noRefreshToken, "")
    await #expect(throws: OAuthError.reauthenticate(reason)) {
      _ = try await rig.client(scopes: ["openid"]).accessToken()
    }
  }

  private func refreshes(_ rig: Rig) -> Int {
    rig.provider.log.filter { $0.endpoint == .token && $0.grantType == "refresh_token" }.count
  }
}

/// A session for which the provider gave no refresh token.
@Suite(.timeLimit(.minutes(10))) struct `A session without a refresh token` {
  @Test func `is signed out of by revoking its access token`() async throws {
    let rig = try Rig()
    try await rig.client(scopes: ["openid"]).login()
    let client = try await rig.client(scopes: ["openid"])
    let access = try await client.accessToken().value.fingerprint
    let outcome = try await client.logout(endSession: false)
    #expect(outcome == LogoutOutcome(sessionEnded: false, revocation: .accessTokenRevoked))
    #expect(!rig.provider.isLive(access))
  }

  @Test(arguments: [
    [DemoFault(.revoke, .answer(.error(400, "unsupported_token_type")))],
    [
      DemoFault(.discovery, .omit("revocation_endpoint")),
      DemoFault(.oauthMetadata, .omit("revocation_endpoint")),
    ],
  ])
  func `is signed out of where access tokens cannot be revoked`(
    faults: [DemoFault]
  ) async throws {
    let rig = try Rig()
    try await rig.client(scopes: ["openid"]).login()
    for fault in faults { rig.provider.inject(fault) }
    let outcome = try await rig.client(scopes: ["openid"]).logout(endSession: false)
    #expect(outcome == LogoutOutcome(sessionEnded: false, revocation: .nothingToRevoke))
  }

  @Test func `is not called signed out of in full when its access token was not revoked`()
    async throws
  {
    let rig = try Rig()
    try await rig.client(scopes: ["openid"]).login()
    rig.provider.inject(DemoFault(.revoke, .answer(DemoAnswer(status: 503))))
    let outcome = try await rig.client(scopes: ["openid"]).logout(endSession: false)
    #expect(outcome.revocation == .accessTokenNotRevoked)
    #expect(outcome.remarks.count == 1)
  }
}

/// What a call fails with that may work another time; nil, and an issue, for anything else.
private func recoverable(_ body: () async throws -> Void) async -> RecoverableFailure? {
  do {
    try await body()
  } catch OAuthError.recoverable(let failure) {
    return failure
  } catch {
    Issue.record("\(error)")
  }
  return nil
}
