import DemoProvider
import Foundation
import JSON
import OAuthClient
import Secrets
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Validating a restored session online` {
  /// A stored session at the rig's provider, whose ID token may be one of another client.
  private func stored(
    _ rig: Rig,
    idTokenOf client: String = "migrated-app"
  ) async throws -> (store: InMemorySessionStore, refreshToken: SecretBytes) {
    let tokens = try rig.provider.signIn(client: "migrated-app")
    let refreshToken = try #require(tokens.refreshToken)
    let now = rig.clock.date.timeIntervalSince1970
    let idToken =
      client == "migrated-app"
      ? tokens.idToken : try rig.provider.signIn(client: client).idToken
    let record = SecretJSON.object([
      ("version", .int(1)), ("issuer", .string(rig.provider.issuer)),
      ("client_id", .string("migrated-app")),
      (
        "tokens",
        .object([
          ("access_token", .secret(tokens.accessToken)), ("token_type", .string("Bearer")),
          ("expires_at", .double(now + 300)), ("refresh_token", .secret(refreshToken)),
          ("id_token", .secret(try #require(idToken))), ("nonce", .string("")),
          ("signed_in_at", .double(now)),
        ])
      ),
    ])
    let store = InMemorySessionStore()
    await store.write(record.encoded())
    return (store, refreshToken)
  }

  @Test func `discovers, proves the stored ID token, and ends what is refused`() async throws {
    let rig = try Rig()
    let good = try await stored(rig)
    let client = try await rig.client(store: good.store, validating: .online)
    #expect(client.sessionState == .authenticated)
    #expect(await client.claims != nil)
    #expect(rig.provider.counts[.discovery] == 1)
    #expect(rig.provider.counts[.jwks] == 1)
    #expect(rig.provider.counts[.token] == nil)

    // The ID token of another client, under the same seal: nobody who signs in here gets that.
    let bad = try await stored(rig, idTokenOf: "legacy-app")
    let refused = try await rig.client(store: bad.store, validating: .online)
    #expect(refused.sessionState == .unauthenticated)
    #expect(await refused.claims == nil)
    #expect(await bad.store.read() == nil)
    #expect(!rig.provider.isLive(bad.refreshToken.fingerprint))
    #expect(rig.provider.isLive(good.refreshToken.fingerprint))
    await #expect(throws: OAuthError.reauthenticate(ReauthenticationReason(.noSession, ""))) {
      try await refused.accessToken()
    }
  }

  @Test func `is not done unless asked for`() async throws {
    let rig = try Rig()
    let bad = try await stored(rig, idTokenOf: "legacy-app")
    let client = try await rig.client(store: bad.store)
    #expect(client.sessionState == .authenticated)
    #expect(rig.provider.log.isEmpty)
  }

  @Test func `asks the grant itself where the ID token is over`() async throws {
    let rig = try Rig()
    let old = try await stored(rig)
    rig.clock.advance(3600)
    let client = try await rig.client(store: old.store, validating: .online)
    #expect(client.sessionState == .authenticated)
    #expect(rig.provider.log.count { $0.grantType == "refresh_token" && $0.outcome == "ok" } == 1)

    let ended = try await stored(rig)
    rig.clock.advance(3600)
    rig.provider.end(grant: try #require(rig.provider.grants.last).id)
    let over = try await rig.client(store: ended.store, validating: .online)
    #expect(over.sessionState == .reauthenticationRequired)
    #expect(await ended.store.read() != nil)
  }

  @Test(arguments: [DemoEndpoint.discovery, .jwks])
  func `leaves the session where the provider cannot be reached`(endpoint: DemoEndpoint)
    async throws
  {
    let rig = try Rig()
    let kept = try await stored(rig)
    rig.provider.inject(DemoFault(endpoint, .answer(DemoAnswer(status: 503))))
    let client = try await rig.client(store: kept.store, validating: .online)
    #expect(client.sessionState == .unauthenticated)
    #expect(await client.claims == nil)
    #expect(await client.summary == nil)
    #expect(rig.events.all.contains { if case .warning = $0 { true } else { false } })
    await #expect(throws: OAuthError.self) { try await client.accessToken() }
    #expect(await kept.store.read() != nil)

    rig.provider.clearFaults()
    rig.clock.advance(60)
    #expect(try await client.accessToken().value.count > 0)
    #expect(client.sessionState == .authenticated)
    #expect(rig.provider.isLive(kept.refreshToken.fingerprint))
  }

  @Test func `gives way to a sign-in`() async throws {
    let rig = try Rig()
    let kept = try await stored(rig)
    rig.provider.inject(DemoFault(.jwks, .answer(DemoAnswer(status: 503))))
    let client = try await rig.client(store: kept.store, validating: .online)
    rig.provider.clearFaults()
    rig.clock.advance(60)
    try await client.login()
    #expect(client.sessionState == .authenticated)
    try await client.refresh()
    #expect(client.sessionState == .authenticated)
    #expect(!rig.provider.isLive(kept.refreshToken.fingerprint))
  }
}
