import DemoProvider
import HTTP
import JSON
import Locks
import Loopback
import Migration
import OAuthClient
import POSIX
import Secrets
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct `The revocation of tokens` {
  private let folder: TemporaryFolder
  private let time = ManualClock()

  init() throws { folder = try TemporaryFolder() }

  private func ledger() throws -> Ledger {
    try Ledger(path: folder.path.appending("ledger.db"))
  }

  private func revoker(
    _ provider: ProviderMetadata,
    _ options: RevocationOptions = RevocationOptions(),
    onEvent: @escaping @Sendable (RevocationEvent) -> Void = { _ in }
  ) throws -> Revoker {
    Revoker(
      transport: OAuthTransport(client: Client(), clock: time.clock),
      provider: provider,
      ledger: try ledger(),
      options: options,
      onEvent: onEvent
    )
  }

  private func targets(_ count: Int, client: String = "app") -> [RevocationTarget] {
    (0..<count).map { number in
      RevocationTarget(
        token: SecretBytes(copying: "refresh-token-\(client)-\(number)".utf8),
        issuer: "https://id.example.com",
        clientID: client,
        states: ["st_\(number)"]
      )
    }
  }

  private func rows(_ step: LedgerStep = .revoke) throws -> [String] {
    try ledger().entries().filter { $0.step == step }
      .map { "\($0.status.rawValue) \($0.outcome ?? "-")" }
  }

  private var one: RevocationOptions {
    var options = RevocationOptions()
    options.jobs = 1
    return options
  }

  private var redeeming: RevocationOptions {
    var options = one
    options.verification = .redeem
    return options
  }

  @Test func `sends token, hint and client, and nothing else`() async throws {
    let provider = try ScriptedProvider { _, _ in .ok }
    let targets = targets(1)
    let report = try await revoker(provider.metadata()).run(targets)
    #expect(report.results.map(\.outcome) == [.accepted])
    #expect(report.ending == .done)
    #expect(report.isUnproven)
    #expect(provider.visits.map(\.names) == [["token", "token_type_hint", "client_id"]])
    #expect(provider.visits.map(\.hint) == ["refresh_token"])
    #expect(provider.visits.map(\.token) == [targets[0].fingerprint])
    #expect(try rows() == ["pending -", "started -", "done accepted"])
  }

  @Test func `sends once more without the hint, and only then`() async throws {
    let provider = try ScriptedProvider { visit, _ in
      visit.hint == nil ? .ok : .error(400, "unsupported_token_type")
    }
    let report = try await revoker(provider.metadata()).run(targets(1))
    #expect(report.results.map(\.outcome) == [.accepted])
    #expect(provider.visits.map(\.hint) == ["refresh_token", nil])
  }

  @Test func `stops a client that is refused, after one token, and no other client`() async throws {
    let provider = try ScriptedProvider { visit, _ in
      visit.clientID == "secretive" ? .error(401, "invalid_client") : .ok
    }
    var options = RevocationOptions()
    options.jobs = 8
    let report = try await revoker(provider.metadata(), options)
      .run(targets(5, client: "secretive") + targets(3))
    #expect(report.count(.needsConfidentialClient) == 5)
    #expect(report.count(.accepted) == 3)
    #expect(provider.visits.count { $0.clientID == "secretive" } == 1)
    #expect(report.ending == .partial)
    // The next run asks once more, since the client may have been made public meanwhile.
    let before = try rows().count
    let again = try await revoker(provider.metadata(), options)
      .run(targets(5, client: "secretive"))
    #expect(again.count(.needsConfidentialClient) == 5)
    #expect(provider.visits.count { $0.clientID == "secretive" } == 2)
    #expect(try rows().count == before + 2)
  }

  @Test func `obeys Retry-After to the second`() async throws {
    let provider = try ScriptedProvider { _, number in
      number == 2 ? .json(429, ["error": "slow_down"], retryAfter: "90") : .ok
    }
    let events = Mutex<[Double]>([])
    let start = time.now
    let report = try await revoker(provider.metadata(), one) { event in
      if case .waiting(_, let until) = event { events.withLock { $0.append(until) } }
    }
    .run(targets(3))
    #expect(report.count(.accepted) == 3)
    #expect(time.sleeps == [90])
    #expect(events.withLock { $0 } == [start + 90])
    #expect(provider.visits.count == 4)
  }

  @Test func `ends with the time to come again when the wait is too long`() async throws {
    let provider = try ScriptedProvider { _, number in
      number == 2 ? .json(503, [:], retryAfter: "7200") : .ok
    }
    let start = time.now
    let targets = targets(4)
    let report = try await revoker(provider.metadata(), one).run(targets)
    #expect(report.results.map(\.outcome) == [.accepted, .inDoubt])
    #expect(report.waiting.map(\.fingerprint) == targets[2...].map(\.fingerprint))
    #expect(report.ending == .unavailable)
    #expect(report.retryAt == start + 7200)
    #expect(time.sleeps.isEmpty)
    #expect(provider.visits.count == 2)
    // Nothing is sent before that time, whoever starts the next run.
    let early = try await revoker(provider.metadata(), one).run(targets)
    #expect(early.results.map(\.isFromLedger) == [true])
    #expect(early.retryAt == start + 7200)
    #expect(early.ending == .unavailable)
    #expect(provider.visits.count == 2)
    try await time.clock.sleep(.seconds(7200))
    let again = try await revoker(provider.metadata(), one).run(targets)
    #expect(again.results.map(\.outcome) == [.accepted, .accepted, .accepted, .accepted])
    #expect(again.results.map(\.isFromLedger) == [true, false, false, false])
    #expect(provider.visits.count == 5)
  }

  @Test(arguments: 1...3)
  func `keeps a wait that it was asked for while it proves`(at request: Int) async throws {
    let provider = try ScriptedProvider { visit, number in
      guard visit.path == "/token" else { return .ok }
      if number == request { return .json(429, [:], retryAfter: "7200") }
      // The controls come first, and once more after a wait.
      return number == 2 || request < 3 && number == request + 2
        ? .error(401, "invalid_client") : .error(400, "invalid_grant")
    }
    let start = time.now
    let targets = targets(1)
    let report = try await revoker(provider.metadata(), redeeming).run(targets)
    #expect(report.retryAt == start + 7200)
    #expect(report.ending == .unavailable)
    let sent = provider.visits.count
    let early = try await revoker(provider.metadata(), redeeming).run(targets)
    #expect(early.retryAt == start + 7200)
    #expect(early.ending == .unavailable)
    #expect(provider.visits.count == sent)
    try await time.clock.sleep(.seconds(7200))
    let again = try await revoker(provider.metadata(), redeeming).run(targets)
    #expect(again.ending != .unavailable)
    #expect(provider.visits.count > sent)
  }

  @Test(arguments: ["wait", "500", "drop"])
  func `remembers a proof that was cut off, whatever the controls come to then`(
    control: String
  ) async throws {
    let provider = try ScriptedProvider { visit, number in
      guard visit.path == "/token" else { return .ok }
      switch (control, number) {
      case ("wait", 1): return .json(429, [:], retryAfter: "7200")
      case ("500", 1): return .error(500, "server_error")
      case ("drop", 1): return .drop
      default:
        let isKnown = visit.clientID == "app"
        return isKnown ? .error(400, "invalid_grant") : .error(401, "invalid_client")
      }
    }
    let targets = targets(1)
    // A kill leaves the row of the beginning: what came of the answer nobody wrote down.
    _ = try await revoker(provider.metadata()).run(targets)
    try ledger().append(
      .verifyRevocation,
      .token(targets[0].fingerprint),
      .started,
      detail: ledger().entries().last?.detail ?? [:]
    )
    for _ in 0..<3 {
      let report = try await revoker(provider.metadata(), redeeming).run(targets)
      #expect(report.results.allSatisfy { $0.outcome != .verified })
      try await time.clock.sleep(.seconds(7300))
    }
    let last = try await revoker(provider.metadata(), redeeming).run(targets)
    #expect(last.results.map(\.reason.kind) == [.interruptedProof])
  }

  @Test func `asks ever more slowly whoever says in a second again and again`() async throws {
    let provider = try ScriptedProvider { _, _ in .json(429, [:], retryAfter: "1") }
    let report = try await revoker(provider.metadata(), one).run(targets(1))
    #expect(report.ending == .unavailable)
    #expect(provider.visits.count < 150)
    #expect(time.sleeps.prefix(10).allSatisfy { $0 == 1 })
  }

  @Test func `stops for this run when the wait cannot be read`() async throws {
    let provider = try ScriptedProvider { _, _ in .json(429, [:], retryAfter: "soon") }
    let report = try await revoker(provider.metadata()).run(targets(3))
    #expect(report.retryAt == nil)
    #expect(report.ending == .unavailable)
    #expect(provider.visits.count == 1)
  }

  @Test func `many at once wait together, and the wait counts once`() async throws {
    let provider = try ScriptedProvider { _, number in
      (2...5).contains(number) ? .json(429, [:], retryAfter: "60") : .ok
    }
    var options = RevocationOptions()
    options.jobs = 4
    options.maximumWait = .seconds(70)
    let report = try await revoker(provider.metadata(), options).run(targets(9))
    #expect(report.count(.accepted) + report.count(.inDoubt) == 9 - report.waiting.count)
    let again = try await revoker(provider.metadata(), options).run(targets(9))
    #expect(again.count(.accepted) == 9)
  }

  @Test func `each record of a mixed run gets its own outcome, and a rerun only what is left`()
    async throws
  {
    let broken = Mutex(true)
    let targets = targets(5)
    let order = targets.map(\.fingerprint)
    let provider = try ScriptedProvider { visit, _ in
      switch visit.token.flatMap({ order.firstIndex(of: $0) }) {
      case 1: .error(400, "invalid_token")
      case 2 where broken.withLock { $0 }: .error(503, "server_error")
      case 3 where broken.withLock { $0 }: .drop
      case 4: .error(400, "invalid_request")
      default: .ok
      }
    }
    let first = try await revoker(provider.metadata(), one).run(targets)
    #expect(
      first.results.map(\.outcome)
        == [.accepted, .alreadyInactive, .inDoubt, .inDoubt, .refused]
    )
    #expect(first.ending == .unavailable)
    // A connection that breaks after it was used before is tried once more by libcurl itself.
    let sent = order.map { token in provider.visits.count { $0.token == token } }
    #expect([1, 1, 2, min(max(sent[3], 2), 4), 1] == sent)
    broken.withLock { $0 = false }
    let second = try await revoker(provider.metadata(), one).run(targets)
    #expect(
      second.results.map(\.outcome)
        == [.accepted, .alreadyInactive, .accepted, .accepted, .refused]
    )
    #expect(second.results.map(\.isFromLedger) == [true, true, false, false, true])
    #expect(second.ending == .partial)
    #expect(provider.visits.count == sent.reduce(0, +) + 2)
    let latest = try ledger().latest(.revoke, .token(order[2]))
    #expect(latest?.status == .done)
  }

  @Test func `a provider that is gone is left alone after a few tokens`() async throws {
    let provider = try ScriptedProvider { _, _ in .ok }
    let metadata = try provider.metadata()
    provider.stop()
    let report = try await revoker(metadata, one).run(targets(20))
    #expect(report.count(.inDoubt) == 5)
    #expect(report.waiting.count == 15)
    #expect(report.ending == .unavailable)
  }

  @Test func `no request leaves when there is no endpoint, or none for public clients`()
    async throws
  {
    let provider = try ScriptedProvider { _, _ in .ok }
    let without = try await revoker(provider.metadata(revocation: false)).run(targets(2))
    #expect(without.results.map(\.outcome) == [.noEndpoint, .noEndpoint])
    #expect(without.ending == .partial)
    let rows = try rows().count
    _ = try await revoker(provider.metadata(revocation: false)).run(targets(2))
    #expect(try self.rows().count == rows)
    let apple = try ProviderMetadata(
      document: JSONDocument(
        parsing: SecretBytes(
          copying: """
            {"issuer":"https://appleid.apple.com",
             "authorization_endpoint":"https://appleid.apple.com/auth/authorize",
             "token_endpoint":"https://appleid.apple.com/auth/token",
             "jwks_uri":"https://appleid.apple.com/auth/keys",
             "revocation_endpoint":"\(provider.issuer)/revoke"}
            """.utf8
        )
      ),
      configured: "https://appleid.apple.com"
    )
    let refused = try await revoker(apple).run(targets(1, client: "com.example.app"))
    #expect(refused.results.map(\.outcome) == [.needsConfidentialClient])
    #expect(provider.visits.isEmpty)
  }

  @Test func `a redirect is not followed`() async throws {
    let trap = try ScriptedProvider { _, _ in .ok }
    let place = trap.issuer
    let provider = try ScriptedProvider { _, _ in
      LoopbackResponse(status: 307, headers: ["Location": "\(place)/revoke"])
    }
    let report = try await revoker(provider.metadata()).run(targets(1))
    #expect(report.results.map(\.outcome) == [.refused])
    #expect(report.results.map(\.reason.kind) == [.redirect])
    #expect(trap.visits.isEmpty)
  }

  @Test func `an answer that is lost on its way proves nothing`() async throws {
    let provider = try ScriptedProvider { visit, number in
      switch (visit.path, number) {
      case ("/token", 1): .error(400, "invalid_grant")
      case ("/token", 2): .error(401, "invalid_client")
      case ("/token", _): .drop
      default: .ok
      }
    }
    let report = try await revoker(provider.metadata(), redeeming).run(targets(1))
    #expect(report.results.map(\.outcome) == [.accepted])
    #expect(report.results.map(\.reason.kind) == [.interruptedProof])
    #expect(provider.visits(to: "/token").count == 3)
    #expect(try rows(.verifyRevocation) == ["started -", "done accepted"])
  }

  @Test func `a killed run is taken up where its ledger ends`() async throws {
    let provider = try ScriptedProvider { _, _ in .ok }
    let targets = targets(3)
    let metadata = try provider.metadata()
    _ = try await revoker(metadata, one).run(targets)
    let undisturbed = try ledger().entries().map { $0.json(includingTimes: false) }
    // Every beginning of that ledger is what a kill may leave.
    for count in 0...undisturbed.count {
      let path = folder.path.appending("killed-\(count).db")
      let killed = try Ledger(path: path)
      for entry in try ledger().entries(limit: count) {
        try killed.append(
          entry.step,
          entry.subject,
          entry.status,
          outcome: entry.outcome,
          detail: entry.detail,
          plan: entry.plan
        )
      }
      let report = await Revoker(
        transport: OAuthTransport(client: Client(), clock: time.clock),
        provider: metadata,
        ledger: killed,
        options: one
      )
      .run(targets)
      #expect(report.count(.accepted) == 3)
      #expect(try killed.entries().map { $0.json(includingTimes: false) } == undisturbed)
    }
  }

  @Test func `a cancelled run sends nothing more and says how to go on`() async throws {
    let provider = try ScriptedProvider { _, _ in .ok }
    let revoker = try revoker(provider.metadata(), one)
    let targets = targets(3)
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      for await _ in gate {}
      return await revoker.run(targets)
    }
    task.cancel()
    open.finish()
    let report = await task.value
    #expect(report.stop == .cancelled)
    #expect(report.ending == .partial)
    #expect(report.waiting.count == 3)
    #expect(provider.visits.isEmpty)
  }

  @Test func `what a report says of it holds no token`() async throws {
    let provider = try ScriptedProvider { _, _ in .error(400, "invalid_request") }
    let report = try await revoker(provider.metadata()).run(targets(1))
    let text = String(decoding: report.json().encoded(), as: UTF8.self)
    #expect(text.contains("\"outcome\":\"refused\""))
    #expect(text.contains("\"status\":400"))
    #expect(!text.contains("refresh-token"))
    #expect(!"\(report.results[0])".contains("refresh-token"))
  }
}

/// Against the provider of the demonstration, which rotates and detects reuse.
@Suite(.timeLimit(.minutes(10))) struct `The proof of a revocation` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(
    _ provider: DemoProvider,
    _ token: SecretBytes,
    clientID: String = "legacy-app",
    requiresVerified: Bool = false
  ) async throws -> RevocationReport {
    let transport = OAuthTransport(client: Client())
    let metadata = try await ProviderDiscovery(transport: transport).metadata(of: provider.issuer)
    var options = RevocationOptions()
    options.verification = .redeem
    options.requiresVerified = requiresVerified
    options.jobs = 1
    return await Revoker(
      transport: transport,
      provider: metadata,
      ledger: try Ledger(path: folder.path.appending("ledger.db")),
      options: options
    )
    .run([
      RevocationTarget(token: token, issuer: provider.issuer, clientID: clientID)
    ])
  }

  private func rows(_ step: LedgerStep) throws -> [String] {
    try Ledger(path: folder.path.appending("ledger.db")).entries().filter { $0.step == step }
      .map { "\($0.status.rawValue) \($0.outcome ?? "-")" }
  }

  @Test func `the provider's own refusal is the proof, beside two controls`() async throws {
    let provider = try DemoProvider()
    let token = try #require(try provider.signIn().refreshToken)
    let other = try #require(try provider.signIn(user: .other).refreshToken)
    let report = try await run(provider, token, requiresVerified: true)
    #expect(report.results.map(\.outcome) == [.verified])
    #expect(report.ending == .done)
    #expect(!provider.isLive(token.fingerprint))
    #expect(provider.isLive(other.fingerprint))
    #expect(provider.counts[.revoke] == 1)
    #expect(provider.counts[.token] == 3)
    let asked = provider.log.filter { $0.endpoint == .token }
    #expect(asked.map(\.outcome) == ["invalid_grant", "invalid_client", "invalid_grant"])
    // Only the last one carried the real token, and only with its own client.
    #expect(asked.map { $0.token == token.fingerprint } == [false, false, true])
    #expect(try rows(.verifyRevocation) == ["started -", "done verified"])
    let again = try await run(provider, token, requiresVerified: true)
    #expect(again.results.map(\.isFromLedger) == [true])
    #expect(again.ending == .done)
    #expect(provider.counts[.token] == 3)
  }

  @Test(arguments: [200, 400])
  func `that a provider claims to know no such token is tried like an acceptance`(
    status: Int
  ) async throws {
    let provider = try DemoProvider()
    let claim = DemoAnswer(
      status: status,
      headers: ["Content-Type": "application/json"],
      body: #"{"error":"invalid_token"}"#
    )
    provider.inject(DemoFault(.revoke, .answer(claim), times: 1))
    let token = try #require(try provider.signIn().refreshToken)
    let alive = try await run(provider, token, requiresVerified: true)
    #expect(alive.results.map(\.outcome) == [.alive])
    #expect(alive.ending == .partial)
    // Where it is true the proof says so.
    provider.inject(DemoFault(.revoke, .answer(claim), times: 1, afterwards: true))
    let other = try #require(try provider.signIn().refreshToken)
    let dead = try await run(provider, other, requiresVerified: true)
    #expect(dead.results.map(\.outcome) == [.verified])
    #expect(dead.ending == .done)
  }

  @Test func `a token that still works is said to be alive, and what it gave is revoked`()
    async throws
  {
    let provider = try DemoProvider()
    // The provider says 200 and does nothing, once.
    provider.inject(DemoFault(.revoke, .answer(DemoAnswer(status: 200)), times: 1))
    let token = try #require(try provider.signIn().refreshToken)
    let report = try await run(provider, token)
    #expect(report.results.map(\.outcome) == [.alive])
    #expect(report.ending == .partial)
    #expect(provider.counts[.revoke] == 3)
    #expect(provider.grants.map(\.isLive) == [false])
    // That it was alive is written before what it gave is sent, and again with how that ended.
    #expect(try rows(.verifyRevocation) == ["started -", "refused alive", "refused alive"])
    #expect(
      try rows(.revoke) == [
        "pending -", "started -", "done accepted", "started -", "started -", "done accepted",
        "done accepted",
      ]
    )
    let again = try await run(provider, token)
    #expect(again.results.map(\.outcome) == [.alive])
    #expect(provider.counts[.revoke] == 3)
  }

  @Test func `nothing is redeemed when an unknown client is answered alike`() async throws {
    let provider = try DemoProvider()
    provider.inject(DemoFault(.token, .answer(.error(400, "invalid_grant"))))
    let token = try #require(try provider.signIn().refreshToken)
    let report = try await run(provider, token)
    #expect(report.results.map(\.outcome) == [.accepted])
    #expect(report.results.map(\.reason.kind) == [.cannotVerify])
    #expect(report.ending == .done)
    #expect(provider.counts[.token] == 2)
    #expect(provider.log.allSatisfy { $0.endpoint != .token || $0.token != token.fingerprint })
    let strict = try await run(provider, token, requiresVerified: true)
    #expect(strict.ending == .partial)
  }

  @Test func `a word on the token of another client is no word on this one`() async throws {
    let provider = try DemoProvider()
    let token = try #require(try provider.signIn().refreshToken)
    // The provider refuses it to a client that it was not given to, and calls it revoked.
    let wrong = try await run(provider, token, clientID: "migrated-app")
    #expect(wrong.results.map(\.outcome) == [.verified])
    #expect(provider.isLive(token.fingerprint))
    let right = try await run(provider, token)
    #expect(right.results.map(\.isFromLedger) == [false])
    #expect(right.results.map(\.outcome) == [.verified])
    #expect(!provider.isLive(token.fingerprint))
    // What each was told stays known, whichever came last.
    #expect(try await run(provider, token, clientID: "migrated-app").results[0].isFromLedger)
    #expect(try await run(provider, token).results[0].isFromLedger)
  }

  @Test func `what another endpoint took is not taken for the provider's word`() async throws {
    let provider = try DemoProvider()
    let token = try #require(try provider.signIn().refreshToken)
    let ledger = try Ledger(path: folder.path.appending("ledger.db"))
    let detail = JSONNode.object([
      ("client_id", "legacy-app"), ("issuer", .string(provider.issuer)),
      ("endpoint", "http://127.0.0.1:1/revoke"),
    ])
    let subject = LedgerSubject.token(token.fingerprint)
    try ledger.append(.revoke, subject, .done, outcome: "accepted", detail: detail)
    let report = try await run(provider, token)
    #expect(report.results.map(\.isFromLedger) == [false])
    #expect(provider.counts[.revoke] == 1)
    #expect(!provider.isLive(token.fingerprint))
  }

  @Test func `a proof that was cut off is not taken for one later`() async throws {
    let provider = try DemoProvider()
    let token = try #require(try provider.signIn().refreshToken)
    // A run redeemed the token and was killed: it is dead because it was rotated.
    let ledger = try Ledger(path: folder.path.appending("ledger.db"))
    let detail = JSONNode.object([
      ("client_id", "legacy-app"), ("issuer", .string(provider.issuer)),
      ("endpoint", .string(provider.url(of: .revoke))),
    ])
    let subject = LedgerSubject.token(token.fingerprint)
    try ledger.append(.revoke, subject, .done, outcome: "accepted", detail: detail)
    try ledger.append(.verifyRevocation, subject, .started, detail: detail)
    provider.end(grant: 0)
    let report = try await run(provider, token)
    #expect(report.results.map(\.outcome) == [.accepted])
    #expect(report.results.map(\.reason.kind) == [.interruptedProof])
    #expect(provider.counts[.revoke] == nil)
  }
}
