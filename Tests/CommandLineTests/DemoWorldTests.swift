import DemoProvider
import Secrets
import TestSupport
import Testing

@Suite struct `The world of the command's tests` {
  @Test func `has a live old session in the dump, in a form that the search knows`() async throws {
    let world = try await DemoWorld()
    #expect(world.provider.isLive(world.old.refresh.fingerprint))
    let found = try world.markers.sightings(under: world.home.path)
    #expect(Set(found.map(\.place)) == ["dump/\(AppDump.preferences)"])
    #expect(
      Set(found.map(\.secret)) == [
        "a token of the provider's", "the old refresh token", "the old access token",
        "an ID token", "the old code verifier", "the old code",
      ]
    )
  }
}
