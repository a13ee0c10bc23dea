import DemoProvider
import OAuthClient
import Secrets
import TestSupport
import Testing

/// Whatever a provider, a page or a neighbour does wrong has its reason, and costs nobody a session.
@Suite(.timeLimit(.minutes(10))) struct `A hostile provider` {
  @Test func `is tried in at least eighty ways, each with a twin of its own`() {
    let cases = HostileCase.all
    #expect(cases.count >= 80)
    #expect(Set(cases.map(\.name)).count == cases.count)
    // A twin that is the fault itself, by oversight, would not succeed: the next test runs every one.
    #expect(cases.allSatisfy { $0.verdict.isError != $0.verdict.kind.hasNoCode })
  }

  @Test(arguments: HostileCase.all)
  func `that does only what its twin does is no trouble`(case: HostileCase) async throws {
    let scene = try await HostileScene(`case`, `case`.twin)
    let client = try await scene.client()
    switch `case`.act {
    case .signIn:
      try await client.login()
      #expect(client.sessionState == .authenticated)
      #expect(await client.summary?.refreshedAt == nil)
      #expect(
        try await scene.stored()?.tokens?.accessToken.equals(scene.before.accessToken) == false
      )
    case .refresh:
      try await client.refresh()
      #expect(client.sessionState == .authenticated)
      #expect(await client.summary?.refreshedAt != nil)
    case .signOut:
      let outcome = try await client.logout()
      #expect(outcome.sessionEnded)
      #expect(outcome.tokenRevoked)
    }
    _ = await scene.agent.statuses
  }

  @Test(arguments: HostileCase.all)
  func `gets its reason, no secret, and harms nobody's session`(case: HostileCase) async throws {
    let scene = try await HostileScene(`case`, `case`.fault)
    let client = try await scene.client()
    let told: String
    switch `case`.act {
    case .signIn:
      told = try await trying(`case`, scene) { () throws(OAuthError) in try await client.login() }
    case .refresh:
      told = try await trying(`case`, scene) { () throws(OAuthError) in try await client.refresh() }
    case .signOut: told = try await signingOut(`case`, scene, client)
    }
    let statuses = await scene.agent.statuses
    if case .ignored(let status) = `case`.verdict.kind {
      #expect(!statuses.isEmpty && statuses.allSatisfy { $0 == status }, "\(statuses)")
    }
    for (endpoint, count) in `case`.requests {
      #expect(scene.place.provider.counts[endpoint, default: 0] == count, "\(endpoint)")
    }
    #expect(scene.place.elsewhere.counts.isEmpty)
    let everything = await [told, "\(scene.events.all)", "\(client.leftBehind)"].joined()
    #expect(try scene.secrets().sightings(in: Array(everything.utf8), "what was told").isEmpty)
    for word in ["-demo-", "eyj", "sub-demo", "\u{1B}", "\u{202E}"] {
      #expect(!everything.lowercased().contains(word), "\(word.debugDescription) in \(everything)")
    }
    try await expectUnharmed(`case`, scene, client)
  }

  private func trying(
    _ case: HostileCase,
    _ scene: HostileScene,
    _ act: () async throws(OAuthError) -> Void
  ) async throws -> String {
    let verdict = `case`.verdict
    do throws(OAuthError) {
      try await act()
      if case .ignored = verdict.kind { return "" }
      Issue.record("nothing was wrong")
      return ""
    } catch {
      #expect(Verdict.Kind(error) == verdict.kind, "\(error.code): \(error)")
      #expect(error.code == verdict.code, "\(error)")
      #expect(verdict.words.isEmpty || "\(error)".contains(verdict.words), "\(error)")
      var text = "\(error)"
      if case .recoverable(let failure) = error {
        #expect(failure.providerError == verdict.providerError)
        text += failure.providerError ?? ""
      }
      return text
    }
  }

  private func signingOut(
    _ case: HostileCase,
    _ scene: HostileScene,
    _ client: OAuthClient
  ) async throws -> String {
    let outcome = try await client.logout()
    guard case .signedOut(let sessionEnded, let revocation) = `case`.verdict.kind else {
      Issue.record("a sign-out has another verdict")
      return ""
    }
    #expect(outcome.sessionEnded == sessionEnded)
    #expect(outcome.revocation == revocation)
    let remarks = outcome.remarks.joined(separator: "\n")
    #expect(remarks.contains(`case`.verdict.words), "\(remarks)")
    return remarks
  }

  /// The session from before is what it was, and works on: in this run and in the next.
  private func expectUnharmed(
    _ case: HostileCase,
    _ scene: HostileScene,
    _ client: OAuthClient
  ) async throws {
    let provider = scene.place.provider
    let stored = try await scene.stored()
    switch (`case`.act, `case`.verdict.kind) {
    case (.signOut, _):
      // Whatever the provider does, nothing is left here.
      #expect(client.sessionState == .unauthenticated)
      #expect(stored?.tokens == nil)
      return
    case (_, .ignored):
      #expect(client.sessionState == .authenticated)
    case (_, .reauthenticate):
      #expect(client.sessionState == .reauthenticationRequired)
      provider.clearFaults()
      try await scene.client().login()
      return
    case (let act, _):
      #expect(client.sessionState == .authenticated)
      let tokens = try #require(stored?.tokens)
      #expect(tokens.accessToken.equals(scene.before.accessToken))
      #expect(tokens.idToken.equals(scene.before.idToken))
      #expect(tokens.scope == scene.before.scope)
      #expect(stored?.flow == nil)
      if act == .signIn {
        #expect(tokens.refreshToken?.fingerprint == scene.before.refreshToken?.fingerprint)
      }
      #expect(try await client.accessToken().value.equals(scene.before.accessToken))
      let told = await !client.leftBehind.isEmpty || scene.events.all.contains { $0.isAboutGrants }
      #expect(told || provider.grants.dropFirst().allSatisfy { !$0.isLive }, "a grant is left")
    }
    provider.clearFaults()
    // Whatever was asked to be waited for is over then.
    scene.clock.advance(86_400 * 8)
    let next = try await scene.client()
    try await next.refresh()
    #expect(next.sessionState == .authenticated)
    // Nobody took it for reuse, or ended it for another reason.
    if `case`.verdict.isError { #expect(provider.grants[0].isLive) }
  }
}

extension Verdict.Kind {
  fileprivate var hasNoCode: Bool {
    switch self {
    case .ignored, .signedOut: true
    default: false
    }
  }
}

extension Verdict {
  fileprivate var isError: Bool { !code.isEmpty }
}

extension OAuthEvent {
  /// Whether it tells of a grant that lives on at the provider.
  fileprivate var isAboutGrants: Bool {
    switch self {
    case .warning(let text), .leftBehind(let text): text.contains("live on at the provider")
    default: false
    }
  }
}
