import DemoProvider
import HTTP
import JSON
import OAuthClient
import Secrets
import Testing

/// Tokens that are bound to a key (RFC 9449).
@Suite(.timeLimit(.minutes(10))) struct `A session that is bound to a key` {
  static let kinds = [
    DemoConfiguration(offersDPoP: true), DemoConfiguration(requiresDPoPNonce: true),
    DemoConfiguration(renewsDPoPNonce: true),
    DemoConfiguration(requiresPushedRequests: true, offersDPoP: true),
    DemoConfiguration(requiresPushedRequests: true, renewsDPoPNonce: true),
  ]

  @Test(arguments: kinds.indices)
  func `has it from the authorization request on, over restart and refresh`(
    kind: Int
  ) async throws {
    let rig = try Rig(Self.kinds[kind])
    try await rig.client().login()
    let grant = try #require(rig.provider.grants.first)
    let thumbprint = try #require(grant.keyThumbprint)
    #expect(grant.askedKeyThumbprint == thumbprint)
    for _ in 0..<3 {
      let client = try await rig.client()
      #expect(await client.summary?.isBound == true)
      try await client.refresh()
      try await client.proveAccess()
      #expect(try await client.accessToken().tokenType == "DPoP")
    }
    #expect(rig.provider.grants.map(\.isLive) == [true])
    #expect(try await rig.client().logout(endSession: false).revocation == .revoked)
  }

  @Test func `has another one after another sign-in, and none after a sign-out`() async throws {
    let rig = try Rig(DemoConfiguration(offersDPoP: true))
    let store = RecordingStore()
    for _ in 0..<2 { try await rig.client(store: store).login() }
    let thumbprints = rig.provider.grants.compactMap(\.keyThumbprint)
    #expect(thumbprints.count == 2 && Set(thumbprints).count == 2)
    let record = try #require(await store.read())
    #expect(try members(of: record)["dpop_key"] != nil)
    _ = try await rig.client(store: store).logout(endSession: false)
    #expect(await store.read() == nil)
    #expect(rig.provider.grants.allSatisfy { !$0.isLive })
  }

  @Test func `begun in a process that died is finished with the key of its beginning`()
    async throws
  {
    let rig = try Rig(DemoConfiguration(requiresDPoPNonce: true))
    let book = AddressBook()
    let killed = try await rig.client(agent: book)
    let login = Task { try await killed.login() }
    let destination = try await HeadlessBrowser().open(await book.address()) {
      $0.contains("/callback?")
    }
    guard case .handedOver(let redirect) = destination else {
      Issue.record("the browser was not sent to the callback")
      return
    }
    let client = try await rig.client()
    #expect(try await client.handleRedirect(redirect))
    #expect(await client.summary?.isBound == true)
    let grant = try #require(rig.provider.grants.first)
    #expect(grant.keyThumbprint != nil && grant.keyThumbprint == grant.askedKeyThumbprint)
    login.cancel()
    _ = await login.result
  }

  @Test(arguments: ["DPoP", "dpop", "DPOP"])
  func `is one however the provider spells it`(type: String) async throws {
    let rig = try Rig(DemoConfiguration(offersDPoP: true))
    rig.provider.inject(DemoFault(.token, .set("token_type", .string(type))))
    try await rig.client().login()
    let client = try await rig.client()
    #expect(await client.summary?.isBound == true)
    try await client.refresh()
    try await client.proveAccess()
  }

  @Test(arguments: ["Bearer", "mac", ""])
  func `takes no access token of another type, and goes on with the rotated token`(
    type: String
  ) async throws {
    let rig = try Rig(DemoConfiguration(requiresDPoPNonce: true))
    let client = try await rig.client()
    try await client.login()
    let before = try await client.accessToken().value
    rig.provider.inject(DemoFault(.token, .set("token_type", .string(type)), times: 2))
    await #expect(throws: OAuthError.configuration(ConfigurationProblem(.unsupported, ""))) {
      try await client.refresh()
    }
    #expect(try await client.accessToken().value.equals(before))
    let again = try await rig.client()
    #expect(await again.summary?.isBound == true)
    rig.provider.clearFaults()
    try await again.refresh()
    #expect(try await !again.accessToken().value.equals(before))
    #expect(rig.provider.grants.map(\.isLive) == [true])
  }

  @Test func `stays so where new sign-ins would not be`() async throws {
    let rig = try Rig(DemoConfiguration(requiresDPoPNonce: true))
    try await rig.client().login()
    let client = try await rig.client(dpop: .off)
    try await client.refresh()
    try await client.proveAccess()
    #expect(await client.summary?.isBound == true)
  }

  @Test(arguments: [true, false])
  func `without its key is none that anybody could use`(isKept: Bool) async throws {
    let rig = try Rig(DemoConfiguration(offersDPoP: true))
    let store = RecordingStore()
    try await rig.client(store: store).login()
    var record = text(of: try #require(await store.read()))
    if !isKept { record = record.replacing(#""dpop_key":"#, with: #""another":"#) }
    let client = try await rig.client(store: RecordingStore(secret(record)))
    #expect(client.sessionState == (isKept ? .authenticated : .unauthenticated))
    let isSetAside = rig.events.all.contains { if case .setAside = $0 { true } else { false } }
    #expect(isSetAside == !isKept)
  }

  @Test func `sends another proof when it repeats a request by itself`() async throws {
    let rig = try Rig(DemoConfiguration(offersDPoP: true))
    let client = try await rig.client()
    try await client.login()
    // The provider has seen the proof, and then failed.
    rig.provider.inject(
      DemoFault(.userinfo, .answer(DemoAnswer(status: 503)), times: 2, afterwards: true)
    )
    try await client.proveAccess()
    #expect(rig.provider.counts[.userinfo] == 3)
  }

  @Test func `outlives a proof that the provider refuses`() async throws {
    let rig = try Rig(DemoConfiguration(offersDPoP: true))
    let client = try await rig.client()
    try await client.login()
    // Ten minutes: the demonstration provider takes one at the most.
    rig.provider.inject(DemoFault(.token, .answer(.error(400, "invalid_dpop_proof")), times: 1))
    let failure = await #expect(throws: OAuthError.self) { try await client.refresh() }
    #expect(failure == .recoverable(RecoverableFailure(.proofRefused, "")))
    try await rig.client().refresh()
    #expect(rig.provider.grants.map(\.isLive) == [true])
  }
}

/// Whether a sign-in asks for bound tokens.
@Suite(.timeLimit(.minutes(10))) struct `Binding tokens to a key` {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    var configuration = DemoConfiguration(offersDPoP: true)
    var use = DPoPUse.auto
    var isExplicit = false
    var announced: [JSONNode]?
    let isBound: Bool
    var testDescription: String { name }
  }

  static let cases = [
    Case(name: "auto, announced", isBound: true),
    Case(name: "auto, announced among others", announced: ["RS256", "ES256"], isBound: true),
    Case(name: "auto, without ES256", announced: ["RS256", "es256"], isBound: false),
    Case(name: "auto, not announced", configuration: DemoConfiguration(), isBound: false),
    Case(name: "auto, explicit endpoints", isExplicit: true, isBound: false),
    Case(name: "off, announced", use: .off, isBound: false),
    Case(name: "require, announced", use: .require, isBound: true),
    Case(name: "require, explicit endpoints", use: .require, isExplicit: true, isBound: true),
  ]

  @Test(arguments: cases)
  func `is asked for where it is announced, or required`(_ tried: Case) async throws {
    let rig = try Rig(tried.configuration)
    if let announced = tried.announced {
      rig.provider.inject(
        DemoFault(.discovery, .set("dpop_signing_alg_values_supported", .array(announced)))
      )
    }
    let endpoints = tried.isExplicit ? try Self.endpoints(of: rig) : nil
    let client = try await rig.client(dpop: tried.use, endpoints: endpoints)
    try await client.login()
    #expect(await client.summary?.isBound == tried.isBound)
    let grant = try #require(rig.provider.grants.first)
    #expect((grant.keyThumbprint != nil) == tried.isBound)
    #expect((grant.askedKeyThumbprint != nil) == tried.isBound)
    try await client.refresh()
    try await client.proveAccess()
  }

  private static func endpoints(of rig: Rig) throws -> ProviderEndpoints {
    try ProviderEndpoints(
      issuer: rig.provider.issuer,
      authorization: rig.provider.url(of: .authorize),
      token: rig.provider.url(of: .token),
      jwksURI: rig.provider.url(of: .jwks),
      userinfo: rig.provider.url(of: .userinfo)
    )
  }

  @Test func `is not tried where it is required and the provider cannot do it`() async throws {
    let rig = try Rig(DemoConfiguration(offersDPoP: true))
    rig.provider.inject(
      DemoFault(.discovery, .set("dpop_signing_alg_values_supported", ["RS256"]))
    )
    await #expect(throws: OAuthError.configuration(ConfigurationProblem(.unsupported, ""))) {
      try await rig.client(dpop: .require).login()
    }
    #expect(rig.provider.counts[.authorize, default: 0] == 0)
  }

  @Test func `in auto gives way to a provider that does not bind them, which is told`()
    async throws
  {
    let rig = try Rig(DemoConfiguration(requiresDPoPNonce: true, bindsTokens: false))
    try await rig.client().login()
    let client = try await rig.client()
    #expect(await client.summary?.isBound == false)
    #expect(warnings(rig) == 1)
    #expect(try await client.accessToken().tokenType == "Bearer")
    try await client.refresh()
    try await client.proveAccess()
    #expect(await client.summary?.isBound == false)
    #expect(warnings(rig) == 1)
  }

  private func warnings(_ rig: Rig) -> Int {
    rig.events.all.count {
      if case .warning(let text) = $0 { text.contains("Bearer") } else { false }
    }
  }

  @Test func `where it is required takes no Bearer token, and leaves none behind`() async throws {
    let rig = try Rig(DemoConfiguration(offersDPoP: true, bindsTokens: false))
    let client = try await rig.client(dpop: .require)
    await #expect(throws: OAuthError.configuration(ConfigurationProblem(.unsupported, ""))) {
      try await client.login()
    }
    #expect(client.sessionState == .unauthenticated)
    #expect(rig.provider.grants.map(\.isLive) == [false])
  }

  @Test func `where it is required wants another sign-in over a session without a key`()
    async throws
  {
    let rig = try Rig(DemoConfiguration(offersDPoP: true))
    try await rig.client(dpop: .off).login()
    let client = try await rig.client(dpop: .require)
    let before = rig.provider.counts
    let reason = OAuthError.reauthenticate(ReauthenticationReason(.notBound, ""))
    await #expect(throws: reason) { try await client.accessToken() }
    await #expect(throws: reason) { try await client.refresh() }
    await #expect(throws: reason) { try await client.proveAccess() }
    #expect(rig.provider.counts == before)
    try await client.login()
    try await client.refresh()
    #expect(await client.summary?.isBound == true)
    #expect(rig.provider.grants.map(\.isLive) == [false, true])
  }

  @Test func `that nobody asked for is refused at the sign-in`() async throws {
    let rig = try Rig()
    rig.provider.inject(DemoFault(.token, .set("token_type", "DPoP"), times: 1))
    await #expect(throws: OAuthError.configuration(ConfigurationProblem(.unsupported, ""))) {
      try await rig.client().login()
    }
    #expect(rig.provider.grants.map(\.isLive) == [false])
    try await rig.client().login()
  }
}
