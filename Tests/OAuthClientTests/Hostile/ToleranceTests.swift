import DemoProvider
import FoundationEssentials
import JSON
import OAuthClient
import Secrets
import Testing

/// What the standards allow is no hostility.
@Suite(.timeLimit(.minutes(10))) struct `An odd but honest provider` {
  private func scene(_ misconduct: Misconduct, isRotating: Bool = true) async throws -> HostileScene
  {
    let idle = HostileCase("honest", .refresh, .none, .ignored(0))
      .at { $0.rotatesRefreshTokens = isRotating }
    return try await HostileScene(idle, misconduct)
  }

  @Test(
    arguments: [
      (JSONNode.int(300), 300.0), (.double(300.5), 300.5), (.string("300"), 300), (.int(0), 0),
      (.int(1_700_000_000_000), 315_360_000), (.double(1e300), 315_360_000), (.int(-5), nil),
      (.string("soon"), nil), (.string("-5"), nil), (.string("NaN"), nil), (.string("inf"), nil),
      (.null, nil), ([], nil), (true, nil),
    ] as [(JSONNode, Double?)]
  )
  func `may count the life of a token as it likes`(life: JSONNode, seconds: Double?) async throws {
    let scene = try await scene(.token(.set("expires_in", life)))
    let client = try await scene.client()
    try await client.refresh()
    let summary = try #require(await client.summary)
    let refreshed = try #require(summary.refreshedAt)
    let counted = summary.accessTokenExpiresAt.map { $0 - refreshed }
    #expect(counted.map { abs($0 - (seconds ?? -1)) < 0.01 } ?? (seconds == nil))
    // And what was stored can be read again.
    try await scene.client().refresh()
  }

  @Test(arguments: [
    DemoFault.Action.set("refresh_token", ""), .set("refresh_token", .null), .omit("x"),
  ])
  func `may leave the refresh token as it is`(action: DemoFault.Action) async throws {
    let scene = try await scene(.token(action), isRotating: false)
    try await scene.client().refresh()
    let kept = try await scene.stored()?.tokens?.refreshToken
    #expect(kept?.fingerprint == scene.before.refreshToken?.fingerprint)
    try await scene.client().refresh()
  }

  @Test func `may give the same refresh token again`() async throws {
    let same = Misconduct.provider { place in
      [DemoFault(.token, .set("refresh_token", .string(place.refreshToken)))]
    }
    let scene = try await scene(same, isRotating: false)
    try await scene.client().refresh()
    try await scene.client().refresh()
    let kept = try await scene.stored()?.tokens?.refreshToken
    #expect(kept?.fingerprint == scene.before.refreshToken?.fingerprint)
  }

  @Test(arguments: [
    (DemoFault.Action.omit("scope"), "openid profile offline_access"),
    (.set("scope", ""), "openid profile offline_access"),
    (.set("scope", .null), "openid profile offline_access"), (.set("scope", "openid"), "openid"),
    (.set("scope", ["openid"]), "openid profile offline_access"),
  ])
  func `may narrow the scope, or not name it`(action: DemoFault.Action, scope: String) async throws
  {
    let scene = try await scene(.token(action))
    let client = try await scene.client()
    try await client.refresh()
    #expect(await client.summary?.scopes?.joined(separator: " ") == scope)
  }

  @Test(arguments: [
    DemoAnswer(status: 500), .busy(429, retryAfter: "1"), .busy(503, retryAfter: "1"),
  ])
  func `may fail for a moment`(answer: DemoAnswer) async throws {
    let fault = DemoFault(.token, .answer(answer), times: 1)
    let scene = try await scene(.provider { _ in [fault] })
    let client = try await scene.client()
    try await client.refresh()
    #expect(scene.place.provider.counts[.token] == 2)
    #expect(scene.place.provider.grants.map(\.isLive) == [true])
  }

  @Test func `may be sent to another path of its own by its own document`() async throws {
    let scene = try await scene(.none)
    let client = try await scene.client()
    try await client.refresh()
    scene.place.provider.inject(
      DemoFault(
        .discovery,
        .set("token_endpoint", .string(scene.place.provider.url(of: .token) + "/moved"))
      )
    )
    // The document is read live by every start of the program.
    try await scene.client().refresh()
    #expect(scene.place.provider.counts[.token] == 2)
  }

  @Test func `may write nothing into the scopes that moves a terminal's cursor`() async throws {
    let odd = JSONNode.string("openid a\u{1B}[2J\u{202E}b\r\nc \u{9B}31m")
    let scene = try await scene(.token(.set("scope", odd)))
    let client = try await scene.client()
    try await client.refresh()
    #expect(await client.summary?.scopes == ["openid"])
    #expect(try await client.accessToken().scopes == ["openid"])
  }
}
