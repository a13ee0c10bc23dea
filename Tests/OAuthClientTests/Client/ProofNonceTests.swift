import DemoProvider
import HTTP
import JSON
import OAuthClient
import Secrets
import Testing

/// What servers want in proofs of possession (RFC 9449 sections 8 and 9).
@Suite(.timeLimit(.minutes(10))) struct `A nonce for proofs` {
  private func outcomes(_ rig: Rig, _ endpoint: DemoEndpoint = .token) -> [String] {
    rig.provider.log.filter { $0.endpoint == endpoint }.map(\.outcome)
  }

  @Test func `is asked for once, and remembered over restarts`() async throws {
    let rig = try Rig(DemoConfiguration(requiresDPoPNonce: true))
    try await rig.client().login()
    #expect(outcomes(rig) == ["use_dpop_nonce", "ok"])
    let client = try await rig.client()
    for _ in 0..<2 { try await client.refresh() }
    try await rig.client().refresh()
    #expect(outcomes(rig) == ["use_dpop_nonce", "ok", "ok", "ok", "ok"])
    // The resource's is another one, though it is the same origin.
    for _ in 0..<2 { try await client.proveAccess() }
    #expect(outcomes(rig, .userinfo) == ["use_dpop_nonce", "ok", "ok"])
  }

  @Test func `is renewed by every answer that gives one`() async throws {
    let rig = try Rig(DemoConfiguration(renewsDPoPNonce: true))
    try await rig.client().login()
    for _ in 0..<3 { try await rig.client().refresh() }
    let client = try await rig.client()
    for _ in 0..<3 { try await client.refresh() }
    #expect(outcomes(rig) == ["use_dpop_nonce", "ok"] + Array(repeating: "ok", count: 6))
  }

  @Test func `that is stale costs one more request, and neither code nor refresh token`()
    async throws
  {
    let rig = try Rig(DemoConfiguration(requiresDPoPNonce: true))
    try await rig.client().login()
    for _ in 0..<2 {
      rig.provider.changeProofNonce()
      try await rig.client().refresh()
    }
    #expect(outcomes(rig).suffix(4) == ["use_dpop_nonce", "ok", "use_dpop_nonce", "ok"])
    #expect(!rig.events.all.contains { if case .refreshRepeated = $0 { true } else { false } })
    #expect(rig.provider.grants.map(\.isLive) == [true])
  }

  struct Loop: Sendable, CustomTestStringConvertible {
    let name: String
    var status = 400
    var nonces: [String] = ["n-1"]
    /// How often a request is sent.
    let sends: Int
    var testDescription: String { name }

    var answer: DemoAnswer {
      var answer = DemoAnswer.error(status, "use_dpop_nonce")
      answer.headers += nonces.map { ("DPoP-Nonce", $0) }
      return answer
    }
  }

  static let loops = [
    Loop(name: "400 again and again", sends: 2),
    Loop(name: "401 again and again", status: 401, sends: 2),
    Loop(name: "the longest nonce", nonces: [String(repeating: "n", count: 1024)], sends: 2),
    Loop(name: "no nonce", nonces: [], sends: 1),
    Loop(name: "two nonces", nonces: ["n-1", "n-2"], sends: 1),
    Loop(name: "a nonce too long", nonces: [String(repeating: "n", count: 1025)], sends: 1),
    Loop(name: "a nonce with a blank", nonces: ["n 1"], sends: 1),
    Loop(name: "a nonce with a quote", nonces: ["n\"1"], sends: 1),
  ]

  @Test(arguments: loops)
  func `that is never right ends the refresh, and not the session`(loop: Loop) async throws {
    let rig = try Rig(DemoConfiguration(offersDPoP: true))
    let store = RecordingStore()
    let client = try await rig.client(store: store)
    try await client.login()
    rig.provider.inject(DemoFault(.token, .answer(loop.answer)))
    for round in 1...3 {
      let before = outcomes(rig).count
      let failure = await #expect(throws: OAuthError.self) { try await client.refresh() }
      #expect(failure == .recoverable(RecoverableFailure(.proofNonce, "")))
      #expect(outcomes(rig).count - before == loop.sends, "round \(round)")
    }
    let record = try members(of: #require(await store.read()))
    #expect(record["in_flight"] == nil && record["rejected_sha256"] == nil)
    rig.provider.clearFaults()
    try await rig.client(store: store).refresh()
    #expect(rig.provider.grants.map(\.isLive) == [true])
    #expect(!rig.events.all.contains { if case .refreshRepeated = $0 { true } else { false } })
  }

  @Test(arguments: loops)
  func `that is never right ends the sign-in`(loop: Loop) async throws {
    let rig = try Rig(DemoConfiguration(offersDPoP: true))
    rig.provider.inject(DemoFault(.token, .answer(loop.answer), times: loop.sends))
    let client = try await rig.client()
    let failure = await #expect(throws: OAuthError.self) { try await client.login() }
    #expect(failure == .recoverable(RecoverableFailure(.proofNonce, "")))
    #expect(outcomes(rig).count == loop.sends)
    #expect(await client.leftBehind.isEmpty)
    try await client.login()
  }

  @Test func `that is asked of a session without a key is none of its business`() async throws {
    let rig = try Rig()
    let client = try await rig.client()
    try await client.login()
    rig.provider.inject(DemoFault(.token, .answer(Self.loops[0].answer), times: 1))
    await #expect(throws: OAuthError.self) { try await client.refresh() }
    #expect(outcomes(rig).count == 2)
    try await client.refresh()
  }

  @Test func `of a provider that spends the token before it asks ends what was spent, clearly`()
    async throws
  {
    let rig = try Rig(DemoConfiguration(offersDPoP: true))
    let client = try await rig.client()
    try await client.login()
    rig.provider.inject(
      DemoFault(
        .token,
        .answer(Self.loops[0].answer),
        times: 1,
        grantType: "refresh_token",
        afterwards: true
      )
    )
    let reason = OAuthError.reauthenticate(ReauthenticationReason(.grantRejected, ""))
    await #expect(throws: reason) { try await client.refresh() }
    let count = outcomes(rig).count
    await #expect(throws: reason) { try await client.refresh() }
    #expect(outcomes(rig).count == count)
  }
}

/// Each of the two requests is on record before it is sent, and none while nothing is on its way.
@Suite(.timeLimit(.minutes(10))) struct `A process that dies while a nonce is asked for` {
  /// `in_flight` of each record: nil, or whether it is the repetition of a lost one.
  private func uses(_ store: RecordingStore) throws -> [Bool?] {
    try store.records.map { try members(of: $0)["in_flight"]?["retry"]?.bool() }
  }

  private func refreshes(_ rig: Rig) -> Int {
    rig.provider.log.filter { $0.endpoint == .token && $0.grantType == "refresh_token" }.count
  }

  private func signedIn() async throws -> (Rig, RecordingStore) {
    let rig = try Rig(DemoConfiguration(requiresDPoPNonce: true))
    let store = RecordingStore()
    try await rig.client(store: store).login()
    return (rig, store)
  }

  @Test(arguments: [false, true])
  func `leaves a record that says what was sent`(isAfterLoss: Bool) async throws {
    let (rig, store) = try await signedIn()
    if isAfterLoss {
      rig.provider.inject(DemoFault(.token, .drop, times: 1))
      await #expect(throws: OAuthError.self) { try await rig.client(store: store).refresh() }
    }
    store.forget()
    rig.provider.changeProofNonce()
    try await rig.client(store: store).refresh()
    let (sent, between): (Bool?, Bool?) = isAfterLoss ? (true, false) : (false, nil)
    #expect(Array(try uses(store).prefix(4)) == [sent, between, sent, nil])
    #expect(rig.provider.grants.map(\.isLive) == [true])
  }

  @Test(arguments: [false, true])
  func `between the two takes the session up again without a word`(
    isAfterLoss: Bool
  ) async throws {
    let (rig, store) = try await signedIn()
    if isAfterLoss {
      rig.provider.inject(DemoFault(.token, .drop, times: 1))
      await #expect(throws: OAuthError.self) { try await rig.client(store: store).refresh() }
    }
    // The second sending could not be written down, so it was not sent.
    store.forget(refusing: 2)
    rig.provider.changeProofNonce()
    let before = refreshes(rig)
    await #expect(throws: OAuthError.recoverable(RecoverableFailure(.store, ""))) {
      try await rig.client(store: store).refresh()
    }
    #expect(refreshes(rig) == before + 1)
    // The nonce was written down, so the next process need not ask for it.
    let left = RecordingStore(await store.read())
    try await rig.client(store: left).refresh()
    #expect(refreshes(rig) == before + 2)
    #expect(rig.provider.grants.map(\.isLive) == [true])
    let repeated = rig.events.all.count { if case .refreshRepeated = $0 { true } else { false } }
    #expect(repeated == (isAfterLoss ? 2 : 0))
  }
}
