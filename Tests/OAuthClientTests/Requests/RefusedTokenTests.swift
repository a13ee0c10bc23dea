import DemoProvider
import HTTP
import JSON
import OAuthClient
import POSIX
import Secrets
import Testing

@Suite(.timeLimit(.minutes(10))) struct `A token that a resource refuses` {
  private static let refusal = DemoFault.Action.answer(
    DemoAnswer(status: 401, headers: ["WWW-Authenticate": #"Bearer error="invalid_token""#])
  )

  @Test func `is renewed first where it is over`() async throws {
    let rig = try await SignedIn()
    rig.clock.advance(3600)
    let answer = try await rig.session.data(for: ResourceRequest(url: rig.api()))
    #expect(answer.status == 200)
    #expect(rig.provider.counts[.api] == 1)
    #expect(rig.refreshes == 1)
  }

  @Test func `is renewed once, and the request with its body sent once more`() async throws {
    let rig = try await SignedIn()
    rig.provider.inject(DemoFault(.api, Self.refusal, times: 1))
    let answer = try await rig.session.data(
      for: ResourceRequest(method: "POST", url: rig.api(), body: Array("again".utf8))
    )
    #expect(answer.status == 200)
    #expect(rig.json(answer)?["body"]?.string() == "again")
    #expect(rig.provider.counts[.api] == 2)
    #expect(rig.refreshes == 1)
    #expect(rig.client.sessionState == .authenticated)
  }

  @Test func `twice is given back as it is, without a loop`() async throws {
    let rig = try await SignedIn()
    rig.provider.inject(DemoFault(.api, Self.refusal))
    let answer = try await rig.session.data(for: ResourceRequest(url: rig.api()))
    #expect(answer.status == 401)
    #expect(rig.provider.counts[.api] == 2)
    #expect(rig.refreshes == 1)
  }

  @Test func `after a forced refresh is given back as it is`() async throws {
    let rig = try await SignedIn()
    rig.provider.inject(DemoFault(.api, Self.refusal))
    let answer = try await rig.session.data(
      for: ResourceRequest(url: rig.api()),
      forceRefresh: true
    )
    #expect(answer.status == 401)
    #expect(rig.provider.counts[.api] == 1)
    #expect(rig.refreshes == 1)
  }

  @Test func `is not renewed a second time for ten requests at once`() async throws {
    let rig = try await SignedIn()
    rig.provider.inject(DemoFault(.api, Self.refusal, times: 10))
    let (session, address) = (rig.session, rig.api())
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<10 {
        group.addTask { try await session.data(for: ResourceRequest(url: address)).status }
      }
      for try await status in group { #expect(status == 200 || status == 401) }
    }
    #expect(rig.refreshes == 1)
    #expect(rig.provider.grants.map(\.isLive) == [true])
  }

  @Test(arguments: [true, false])
  func `is not renewed if another start of the program did so meanwhile`(
    isRotated: Bool
  ) async throws {
    let rig = try await SignedIn(DemoConfiguration(rotatesRefreshTokens: isRotated))
    try await rig.rig.client().refresh()
    rig.provider.inject(DemoFault(.api, Self.refusal, times: 1))
    let answer = try await rig.session.data(for: ResourceRequest(url: rig.api()))
    #expect(answer.status == 200)
    #expect(rig.refreshes == 1)
  }

  @Test func `without a refresh token asks for another sign-in`() async throws {
    let rig = try await SignedIn(scopes: ["openid"])
    rig.provider.inject(DemoFault(.api, Self.refusal))
    let request = ResourceRequest(url: rig.api())
    let expected = OAuthError.reauthenticate(ReauthenticationReason(.accessTokenRejected, ""))
    await #expect(throws: expected) { try await rig.session.data(for: request) }
    #expect(rig.provider.counts[.api] == 1)
  }

  @Test func `whose grant is over asks for another sign-in`() async throws {
    let rig = try await SignedIn()
    rig.provider.end(grant: 0)
    let request = ResourceRequest(url: rig.api())
    await #expect(throws: OAuthError.reauthenticate(ReauthenticationReason(.grantRejected, ""))) {
      try await rig.session.data(for: request)
    }
    #expect(rig.client.sessionState == .reauthenticationRequired)
  }

  @Test func `for a sign-in that is not enough is not renewed, but says what is asked for`()
    async throws
  {
    let rig = try await SignedIn()
    var states = rig.client.sessionStates().makeAsyncIterator()
    #expect(await states.next() == .authenticated)
    let error = await #expect(throws: OAuthError.self) {
      try await rig.session.data(for: ResourceRequest(url: rig.api("/step-up")))
    }
    let expected = StepUpChallenge(acrValues: ["urn:demo:strong"], maxAgeSeconds: 300)
    #expect(error == .stepUp(expected))
    #expect(rig.provider.counts[.api] == 1)
    #expect(rig.refreshes == 0)
    #expect(await states.next() == .stepUpRequired)
    // The token is good for everything else, and a renewal changes nothing about what is asked for.
    #expect(try await rig.session.data(for: ResourceRequest(url: rig.api())).status == 200)
    try await rig.client.refresh()
    #expect(rig.client.sessionState == .stepUpRequired)
    try await rig.client.login()
    #expect(rig.client.sessionState == .authenticated)
  }
}
