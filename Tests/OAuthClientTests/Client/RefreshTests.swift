import DemoProvider
import HTTP
import JSON
import OAuthClient
import POSIX
import Secrets
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Refreshing` {
  @Test func `rotates once for fifty callers, of whom one gives up`() async throws {
    let rig = try Rig()
    let client = try await rig.client()
    try await client.login()
    rig.clock.advance(3600)
    let tokens = try await withThrowingTaskGroup(of: Fingerprint.self) { group in
      for _ in 0..<50 {
        group.addTask { try await client.accessToken().value.fingerprint }
      }
      let impatient = Task { try await client.accessToken() }
      impatient.cancel()
      _ = await impatient.result
      var seen: Set<Fingerprint> = []
      for try await fingerprint in group { seen.insert(fingerprint) }
      return seen
    }
    #expect(tokens.count == 1)
    #expect(refreshes(rig) == 1)
    #expect(client.sessionState == .authenticated)
  }

  @Test func `is not needed while the access token is good`() async throws {
    let rig = try Rig()
    let client = try await rig.client()
    try await client.login()
    _ = try await client.accessToken()
    _ = try await client.accessToken()
    #expect(refreshes(rig) == 0)
  }

  @Test func `by two starts of the program at once is one request`() async throws {
    let rig = try Rig()
    try await rig.client().login()
    rig.clock.advance(3600)
    let clients = [try await rig.client(), try await rig.client(), try await rig.client()]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for client in clients { group.addTask { _ = try await client.accessToken() } }
      try await group.waitForAll()
    }
    #expect(refreshes(rig) == 1)
  }

  @Test func `survives a restart with the rotated token`() async throws {
    let rig = try Rig()
    try await rig.client().login()
    for _ in 0..<3 { try await rig.client().refresh() }
    #expect(refreshes(rig) == 3)
    #expect(rig.provider.grants.count == 1)
  }

  @Test func `keeps what the answer leaves out`() async throws {
    let rig = try Rig()
    let client = try await rig.client()
    try await client.login()
    let before = try #require(await client.summary)
    for name in ["refresh_token", "id_token", "scope"] {
      rig.provider.inject(DemoFault(.token, .omit(name), times: 1))
    }
    try await client.refresh()
    let after = try #require(await client.summary)
    #expect(after.refreshTokenFingerprint == before.refreshTokenFingerprint)
    #expect(after.scopes == before.scopes)
  }

  @Test func `with an access token of another type keeps the old one and the rotated token`()
    async throws
  {
    let rig = try Rig()
    let client = try await rig.client()
    try await client.login()
    let before = try await client.accessToken().value.fingerprint
    rig.provider.inject(DemoFault(.token, .set("token_type", "mac"), times: 1))
    await #expect(throws: OAuthError.self) { try await client.refresh() }
    #expect(try await client.accessToken().value.fingerprint == before)
    #expect(client.sessionState == .authenticated)
    try await rig.client().refresh()
    #expect(rig.provider.grants.count == 1)
  }

  @Test(arguments: [
    DemoFault.Action.claim("aud", "evil"), .claim("iss", "https://evil.example"),
    .tamperedSignature,
    .unsigned,
  ])
  func `whose ID token is refused leaves nothing of the answer but the rotated token`(
    action: DemoFault.Action
  ) async throws {
    let rig = try Rig()
    let client = try await rig.client()
    try await client.login()
    let before = try await client.accessToken().value
    rig.provider.inject(DemoFault(.token, action, times: 1, grantType: "refresh_token"))
    await #expect(throws: OAuthError.self) { try await client.refresh() }
    #expect(try await client.accessToken().value.equals(before))
    let again = try await rig.client()
    #expect(try await again.accessToken().value.equals(before))
    #expect(await again.summary?.refreshedAt == nil)
    // The rotated token was kept: another refresh works, and nobody takes it for reuse.
    try await again.refresh()
    #expect(rig.provider.grants.map(\.isLive) == [true])
  }

  @Test func `shows no token that a careless provider wrote into the scopes`() async throws {
    let rig = try Rig()
    let client = try await rig.client()
    try await client.login()
    let token = "rt-07cgitpCqKKtALFCKtrSP75h22ZpjaPb"
    rig.provider.inject(DemoFault(.token, .set("scope", .string("openid \(token)")), times: 1))
    try await client.refresh()
    let scopes = try #require(await client.summary?.scopes)
    #expect(scopes.first == "openid")
    #expect(!scopes.joined().contains(token))
  }

  struct Answer: Sendable, CustomTestStringConvertible {
    let name: String
    let fault: DemoFault.Action
    let code: String
    var testDescription: String { name }
  }

  /// Field report E7: all but the last of such answers leave the session alone.
  static let answers = [
    Answer(name: "429 with a wait", fault: .answer(.busy(retryAfter: "97")), code: "rate_limited"),
    Answer(
      name: "429 with a date",
      fault: .answer(.busy(retryAfter: "Fri, 31 Dec 2077 23:59:59 GMT")),
      code: "rate_limited"
    ),
    Answer(
      name: "429 with garbage",
      fault: .answer(.busy(retryAfter: "soon")),
      code: "rate_limited"
    ),
    Answer(
      name: "429 without a wait",
      fault: .answer(.error(429, "slow_down")),
      code: "rate_limited"
    ),
    Answer(name: "403 page of a firewall", fault: .answer(.html(403)), code: "server"),
    Answer(name: "503", fault: .answer(DemoAnswer(status: 503)), code: "server"),
    Answer(name: "408", fault: .answer(DemoAnswer(status: 408)), code: "server"),
    Answer(name: "200 with a page", fault: .answer(.html()), code: "server"),
    Answer(
      name: "invalid_client",
      fault: .answer(.error(400, "invalid_client")),
      code: "refused_by_provider"
    ),
    Answer(
      name: "an unknown error",
      fault: .answer(.error(400, "brand_new")),
      code: "refused_by_provider"
    ),
  ]

  @Test(arguments: answers)
  func `answered otherwise than invalid_grant keeps the session`(answer: Answer) async throws {
    let rig = try Rig()
    let client = try await rig.client()
    try await client.login()
    rig.provider.inject(DemoFault(.token, answer.fault, grantType: "refresh_token"))
    do throws(OAuthError) {
      try await client.refresh()
      Issue.record("refreshed")
    } catch {
      #expect(error.code == answer.code, "\(error)")
    }
    #expect(client.sessionState == .authenticated)
    rig.provider.clearFaults()
    rig.clock.advance(98)
    let again = try await rig.client()
    try await again.refresh()
    #expect(again.sessionState == .authenticated)
  }

  @Test func `answered invalid_grant ends the session, over a restart and without another try`()
    async throws
  {
    let rig = try Rig()
    let client = try await rig.client()
    try await client.login()
    rig.provider.inject(
      DemoFault(.token, .answer(.error(400, "invalid_grant")), grantType: "refresh_token")
    )
    await #expect(throws: OAuthError.reauthenticate(ReauthenticationReason(.grantRejected, ""))) {
      try await client.refresh()
    }
    #expect(client.sessionState == .reauthenticationRequired)
    let count = rig.provider.counts[.token]
    let again = try await rig.client()
    #expect(again.sessionState == .reauthenticationRequired)
    await #expect(throws: OAuthError.reauthenticate(ReauthenticationReason(.grantRejected, ""))) {
      try await again.refresh()
    }
    #expect(rig.provider.counts[.token] == count)
    rig.provider.clearFaults()
    try await again.login()
    #expect(again.sessionState == .authenticated)
  }

  @Test func `asked to wait sends nothing to that origin until then`() async throws {
    let rig = try Rig()
    let client = try await rig.client()
    try await client.login()
    rig.provider.inject(
      DemoFault(.token, .answer(.busy(retryAfter: "97")), times: 1, grantType: "refresh_token")
    )
    await #expect(throws: OAuthError.self) { try await client.refresh() }
    let count = rig.provider.counts[.token]
    do throws(OAuthError) {
      try await client.refresh()
      Issue.record("refreshed")
    } catch {
      guard case .recoverable(let failure) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(failure.retryAfter.map { $0 > .seconds(80) && $0 <= .seconds(97) } == true)
    }
    #expect(rig.provider.counts[.token] == count)
    rig.clock.advance(98)
    try await client.refresh()
  }

  @Test func `whose answer was lost is sent once more after a restart, and no third time`()
    async throws
  {
    let rig = try Rig()
    let client = try await rig.client()
    try await client.login()
    // The provider rotates, the answer never arrives: twice in a row.
    rig.provider.inject(
      DemoFault(.token, .drop, times: 2, grantType: "refresh_token", afterwards: true)
    )
    await #expect(throws: OAuthError.self) { try await client.refresh() }
    let count = try #require(rig.provider.counts[.token])
    rig.clock.advance(5)
    await #expect(throws: OAuthError.self) { try await rig.client().refresh() }
    #expect(rig.provider.counts[.token] == count + 1)
    #expect(rig.events.all.contains { if case .refreshRepeated = $0 { true } else { false } })
    let third = try await rig.client()
    let reason = ReauthenticationReason(.refreshInterrupted, "")
    await #expect(throws: OAuthError.reauthenticate(reason)) { try await third.refresh() }
    #expect(rig.provider.counts[.token] == count + 1)
    // So it is for the next start.
    let fourth = try await rig.client()
    #expect(fourth.sessionState == .reauthenticationRequired)
    #expect(await fourth.endReason == reason)
    await #expect(throws: OAuthError.reauthenticate(reason)) { try await fourth.refresh() }
    #expect(rig.provider.counts[.token] == count + 1)
  }

  @Test func `that never arrived twice leaves a token that the next sign-in revokes first`()
    async throws
  {
    let rig = try Rig()
    try await rig.client().login()
    // The provider rotates nothing: its session is as good as ever.
    rig.provider.inject(DemoFault(.token, .drop, times: 2, grantType: "refresh_token"))
    for _ in 0..<3 {
      await #expect(throws: OAuthError.self) { try await rig.client().refresh() }
    }
    #expect(rig.provider.grants.map(\.isLive) == [true])
    let client = try await rig.client()
    try await client.login()
    #expect(rig.provider.grants.map(\.isLive) == [false, true])
    let order = rig.provider.log.map(\.endpoint)
    let revoked = try #require(order.firstIndex(of: .revoke))
    #expect(order[revoked...].contains(.authorize))
    #expect(await client.endReason == nil)
    try await client.refresh()
  }

  @Test func `that the provider refused is revoked by no sign-in`() async throws {
    let rig = try Rig()
    let client = try await rig.client()
    try await client.login()
    rig.provider.inject(
      DemoFault(
        .token,
        .answer(.error(400, "invalid_grant")),
        times: 1,
        grantType: "refresh_token"
      )
    )
    await #expect(throws: OAuthError.self) { try await client.refresh() }
    #expect(await client.endReason?.code == .grantRejected)
    try await client.login()
    #expect(rig.provider.counts[.revoke, default: 0] == 0)
  }

  @Test func `asked to wait is not sent by another start either`() async throws {
    let rig = try Rig()
    try await rig.client().login()
    rig.provider.inject(
      DemoFault(.token, .answer(.busy(retryAfter: "4000")), times: 1, grantType: "refresh_token")
    )
    await #expect(throws: OAuthError.self) { try await rig.client().refresh() }
    let counts = rig.provider.counts
    for seconds in [0.0, 3000, 900] {
      rig.clock.advance(seconds)
      let failure = await recoverable { try await rig.client().refresh() }
      #expect(failure?.code == .rateLimited)
      #expect(failure?.retryAfter.map { $0 > .seconds(80) && $0 <= .seconds(4000) } == true)
    }
    // Not even the metadata are read at that origin.
    #expect(rig.provider.counts == counts)
    rig.clock.advance(101)
    try await rig.client().refresh()
    #expect(rig.provider.grants.map(\.isLive) == [true])
  }

  @Test(arguments: [-1_000_000.0, -4001])
  func `waits as long as it was asked to when the clock was back for a moment`(
    seconds: Double
  ) async throws {
    let rig = try Rig()
    try await rig.client().login()
    rig.provider.inject(
      DemoFault(.token, .answer(.busy(retryAfter: "4000")), times: 1, grantType: "refresh_token")
    )
    await #expect(throws: OAuthError.self) { try await rig.client().refresh() }
    let counts = rig.provider.counts
    for step in [seconds, -seconds, seconds, -seconds] {
      rig.clock.advance(step)
      let failure = await recoverable { try await rig.client().refresh() }
      #expect(failure?.code == .rateLimited)
      #expect(failure?.retryAfter.map { $0 > .seconds(3900) && $0 <= .seconds(4000) } == true)
    }
    #expect(rig.provider.counts == counts)
    rig.clock.advance(4001)
    try await rig.client().refresh()
  }

  @Test func `counts a wait anew once by a clock that went back, not at each start`() async throws {
    let rig = try Rig()
    try await rig.client().login()
    rig.provider.inject(
      DemoFault(.token, .answer(.busy(retryAfter: "4000")), times: 1, grantType: "refresh_token")
    )
    let client = try await rig.client()
    await #expect(throws: OAuthError.self) { try await client.refresh() }
    rig.clock.advance(-1_000_000)
    for left in [4000, 3000, 2000, 1000] {
      for again in [client, try await rig.client()] {
        let failure = await recoverable { try await again.refresh() }
        let bounds = Duration.seconds(left - 100)...(.seconds(left))
        #expect(failure?.retryAfter.map(bounds.contains) == true, "\(failure?.description ?? "")")
      }
      rig.clock.advance(1000)
    }
    try await rig.client().refresh()
  }

  @Test func `waits no longer than it was asked to when the clock goes back`() async throws {
    let rig = try Rig()
    try await rig.client().login()
    rig.provider.inject(
      DemoFault(.token, .answer(.busy(retryAfter: "4000")), times: 1, grantType: "refresh_token")
    )
    await #expect(throws: OAuthError.self) { try await rig.client().refresh() }
    rig.clock.advance(-1_000_000)
    let failure = await recoverable { try await rig.client().refresh() }
    #expect(failure?.retryAfter.map { $0 > .seconds(3990) && $0 <= .seconds(4000) } == true)
    rig.clock.advance(4001)
    let later = await recoverable { try await rig.client().refresh() }
    #expect(later?.code != .rateLimited)
  }

  private func recoverable(
    _ body: () async throws -> Void
  ) async -> RecoverableFailure? {
    do {
      try await body()
    } catch OAuthError.recoverable(let failure) {
      return failure
    } catch {
      Issue.record("\(error)")
    }
    return nil
  }

  @Test func `whose ID token is refused is no reason to sign in again`() async throws {
    let rig = try Rig()
    let client = try await rig.client()
    try await client.login()
    for action in [DemoFault.Action.unsigned, .claim("exp", 1_000_000_000), .claim("aud", "evil")] {
      rig.provider.inject(DemoFault(.token, action, times: 1, grantType: "refresh_token"))
      let failure = await recoverable { try await client.refresh() }
      #expect(failure?.code == .server)
      #expect(failure?.description.contains("the session is kept") == true)
    }
  }

  @Test func `under way is finished and saved before the process ends`() async throws {
    let rig = try Rig()
    let client = try await rig.client()
    try await client.login()
    rig.provider.inject(
      DemoFault(.token, .delay(.seconds(1)), times: 1, grantType: "refresh_token")
    )
    let caller = Task { try await client.refresh() }
    while rig.provider.counts[.token] == 1 { try await Task.sleep(for: .milliseconds(10)) }
    caller.cancel()
    await client.settle()
    #expect(await client.unsaved == nil)
    let again = try await rig.client()
    #expect(await again.summary?.refreshedAt != nil)
    try await again.refresh()
  }

  @Test func `whose token has not been sent yet is given up`() async throws {
    let rig = try Rig()
    try await rig.client().login()
    let client = try await rig.client()
    rig.provider.inject(DemoFault(.discovery, .delay(.seconds(20)), times: 1))
    let before = rig.provider.counts[.discovery, default: 0]
    let caller = Task { try await client.refresh() }
    while rig.provider.counts[.discovery, default: 0] == before {
      try await Task.sleep(for: .milliseconds(10))
    }
    await client.settle()
    await #expect(throws: OAuthError.recoverable(.cancelled)) { try await caller.value }
    #expect(refreshes(rig) == 0)
    try await client.refresh()
  }

  @Test(arguments: [1, 2, 3])
  func `is saved in the end by a store that fails for a while`(failures: Int) async throws {
    let rig = try Rig()
    let store = FailingStore()
    let client = try await rig.client(store: store)
    try await client.login()
    store.fails(from: 1, times: failures)
    try await client.refresh()
    #expect(await client.unsaved == nil)
    #expect(!rig.events.all.contains { if case .saveFailed = $0 { true } else { false } })
    try await rig.client(store: store).refresh()
  }

  @Test(arguments: [true, false])
  func `that could not be saved is told, with what is lost`(isRotated: Bool) async throws {
    let rig = try Rig()
    let store = FailingStore()
    let client = try await rig.client(store: store)
    try await client.login()
    if !isRotated {
      rig.provider.inject(DemoFault(.token, .omit("refresh_token"), times: 1))
    }
    store.failsAfter(writes: 1)
    try await client.refresh()
    #expect(await client.unsaved?.isLostAtExit == isRotated)
    #expect(await client.unsaved?.reason.contains("the disk is full") == true)
  }

  @Test func `that was never sent for want of a store counts as no interrupted one`() async throws {
    let rig = try Rig()
    let store = FailingStore()
    let client = try await rig.client(store: store)
    try await client.login()
    store.failsAfter(writes: 0)
    await #expect(throws: OAuthError.recoverable(RecoverableFailure(.store, ""))) {
      try await client.refresh()
    }
    #expect(refreshes(rig) == 0)
    #expect(await client.unsaved == nil)
    store.failsAfter(writes: nil)
    try await client.refresh()
    #expect(!rig.events.all.contains { if case .refreshRepeated = $0 { true } else { false } })
  }

  @Test func `with an ID token of another issuer than the first one's keeps the session`()
    async throws
  {
    let rig = try Rig()
    try await rig.client().login()
    let renamed = JSONNode.string(rig.provider.issuer + "/")
    rig.provider.inject(DemoFault(.discovery, .set("issuer", renamed)))
    rig.provider.inject(
      DemoFault(.token, .claim("iss", renamed), times: 1, grantType: "refresh_token")
    )
    let client = try await rig.client()
    let failure = await recoverable { try await client.refresh() }
    #expect(failure?.description.contains("the session is kept") == true)
    #expect(client.sessionState == .authenticated)
    rig.provider.clearFaults()
    try await rig.client().refresh()
    #expect(rig.provider.grants.map(\.isLive) == [true])
  }

  @Test func `with an ID token of another user ends the session`() async throws {
    let rig = try Rig()
    let client = try await rig.client()
    try await client.login()
    rig.provider.inject(
      DemoFault(.token, .claim("sub", "someone-else"), grantType: "refresh_token")
    )
    await #expect(throws: OAuthError.reauthenticate(ReauthenticationReason(.identityChanged, ""))) {
      try await client.refresh()
    }
    #expect(client.sessionState == .reauthenticationRequired)
    #expect(try await rig.client().sessionState == .reauthenticationRequired)
  }

  @Test func `reports a store that cannot be written, and saves first next time`() async throws {
    let rig = try Rig()
    let store = FailingStore()
    let client = try await rig.client(store: store)
    try await client.login()
    store.failsAfter(writes: 1)
    try await client.refresh()
    #expect(rig.events.all.contains { if case .saveFailed = $0 { true } else { false } })
    store.failsAfter(writes: nil)
    try await client.refresh()
    #expect(try await rig.client(store: store).summary == client.summary)
  }

  @Test func `by another start is not undone by a sign-in that fails here`() async throws {
    let rig = try Rig()
    let book = AddressBook()
    let here = try await rig.client(agent: book)
    try await rig.client().login()
    let stale = try await rig.client(agent: book)
    let login = Task { try await stale.login() }
    _ = await book.address()
    // While the browser is open, another process rotates the refresh token.
    try await rig.client().refresh()
    login.cancel()
    _ = await login.result
    try await rig.client().refresh()
    #expect(rig.provider.grants.filter(\.isLive).count == 1)
    _ = here
  }

  private func refreshes(_ rig: Rig) -> Int {
    rig.provider.log.filter { $0.endpoint == .token && $0.grantType == "refresh_token" }.count
  }
}
