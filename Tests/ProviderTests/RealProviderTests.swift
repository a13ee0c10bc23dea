import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct `A provider that others wrote` {
  @Test func `gives an old session that refreshes, rotates and notices reuse`() async throws {
    try await RealProvider.running { provider in
      let old = try await provider.oldSession()
      #expect(old.refreshToken.count >= 20 && old.accessToken.count >= 20)
      #expect(old.idToken.split(separator: ".").count == 3)

      let first = try await provider.refresh(old.refreshToken)
      #expect(first.status == 200)
      let rotated = try #require(first.refreshToken)
      #expect(rotated != old.refreshToken)
      #expect(try await provider.refreshIsRefused(old.refreshToken))
      // Reuse of the old one ended the new one.
      #expect(try await provider.refreshIsRefused(rotated))
      #expect(try provider.requests()["POST /o/token/ 200"] == 2)
      #expect(try provider.requests()["POST /o/token/ 400"] == 2)
    }
  }

  @Test func `refuses a token once a public client has revoked it`() async throws {
    try await RealProvider.running { provider in
      let (old, other) = (try await provider.oldSession(), try await provider.oldSession())
      #expect(try await provider.revoke(old.refreshToken).status == 200)
      #expect(try await provider.refreshIsRefused(old.refreshToken))
      #expect(try await !provider.refreshIsRefused(other.refreshToken))
    }
  }

  @Test func `is gone afterwards, after a failure too`() async throws {
    struct Failure: Error {}
    let known = Known()
    await #expect(throws: Failure.self) {
      try await RealProvider.running { provider in
        known.provider = provider
        throw Failure()
      }
    }
    let provider = try #require(known.provider)
    await #expect(throws: ToolHome.NotPossible.self) { try await provider.oldSession() }
  }

  private final class Known {
    var provider: RealProvider?
  }
}
