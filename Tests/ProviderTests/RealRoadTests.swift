import JSON
import POSIX
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct `The road at a provider that others wrote` {
  @Test func `leads from a leftover state to a fresh session, and out again`() async throws {
    try await RealProvider.running { provider in
      let world = try await RealWorld(provider)
      try await migrate(world)
      try await useTheSession(of: world)
      try await signOut(of: world)
    }
  }

  private func migrate(_ world: RealWorld) async throws {
    let (provider, home) = (world.provider, world.home)
    let before = try TreeHash(of: world.dump.path)
    let audit = try await world.run("audit", "dump")
    #expect(audit.code == 1)
    #expect(audit.output.contains("AM101"))
    let preflight = try await world.run("preflight")
    #expect(preflight.code == 0, "\(preflight.output)\(preflight.error)")
    let plan = try await world.run("plan", "dump", "--verify", "redeem", "--output", "plan.json")
    #expect(plan.code == 0, "\(plan.output)\(plan.error)")
    #expect(world.markers.sightings(in: try home.folder.read("plan.json"), "plan.json") == [])
    #expect(try TreeHash(of: world.dump.path).differences(from: before) == [])
    #expect(try provider.requests()["POST /o/revoke_token/ 200"] == nil)

    let migrate = try await world.run("migrate", "plan.json", "--yes")
    #expect(migrate.code == 0, "\(migrate.output)\(migrate.error)")
    #expect(migrate.output.contains("revoke      1 of 1 token\n"))
    #expect(migrate.output.contains("delete      1 of 1 state in this copy\n"))
    #expect(migrate.error.contains("verified"))

    // Asked directly, the provider itself refuses what the app had kept.
    #expect(try await provider.refreshIsRefused(world.old.refreshToken))
    #expect(try await provider.userinfo(world.old.accessToken).status == 401)
    let changed = try TreeHash(of: world.dump.path).differences(from: before)
    #expect(changed.count == 1)
    #expect(changed.allSatisfy { $0.hasPrefix("\(AppDump.preferences): ") })
    #expect(try world.preferences == world.dump.preferencesWithoutState)
    #expect(try world.markers.sightings(under: home.path) == [])
    #expect(try await world.run("audit", "dump").code == 0)
  }

  private func useTheSession(of world: RealWorld) async throws {
    let provider = world.provider
    // Each run is a process of its own: it restores the session, and asks nobody for it.
    let asked = try provider.requests()
    let (code, status) = try await world.json("status")
    #expect(code == 0)
    #expect(status["state"]?.string() == "authenticated")
    let first = try #require(status["refresh_token"]?["sha256_12"]?.string())
    let token = try await world.run("token")
    #expect(token.code == 0)
    #expect(try provider.requests() == asked)
    #expect(try await provider.userinfo(token.output.trimmed).status == 200)

    // The provider ends the whole family if a token is used twice: here no two of these may meet.
    async let one = world.json("refresh")
    async let two = world.json("refresh")
    async let three = world.json("refresh")
    let refreshed = try await [one, two, three]
    #expect(refreshed.map(\.code) == [0, 0, 0])
    let last = try await world.json("status").root["refresh_token"]?["sha256_12"]?.string()
    #expect(last != nil && last != first)
    let renewed = try await world.run("token").output.trimmed
    #expect(renewed != token.output.trimmed)
    #expect(try await provider.userinfo(renewed).status == 200)
  }

  private func signOut(of world: RealWorld) async throws {
    let last = try await world.run("token").output.trimmed
    let (code, logout) = try await world.json("logout")
    #expect(code == 0)
    #expect(logout["token_revoked"]?.bool() == true)
    #expect(logout["session_ended"]?.bool() == true)
    #expect(try await world.provider.userinfo(last).status == 401)
    let (status, root) = try await world.json("status")
    #expect(status == 5)
    #expect(root["state"]?.string() == "unauthenticated")
    #expect(try await world.run("token").code == 5)
    #expect(try await world.json("logout").code == 0)
  }

  @Test func `goes on where it was when the provider is lost midway`() async throws {
    try await RealProvider.running { provider in
      let world = try await RealWorld(provider)
      let before = try TreeHash(of: world.dump.path)
      #expect(try await world.run("plan", "dump", "--output", "plan.json").code == 0)
      let lost = try await world.run(
        "migrate",
        "plan.json",
        "--yes",
        browser: try provider.browserThatLosesTheProvider(in: world.home)
      )
      #expect(lost.code == 4, "\(lost.output)\(lost.error)")
      #expect(lost.error.contains("run the same command again"))
      // Revoked, not signed in: the old state stays until the new session is proven.
      #expect(try TreeHash(of: world.dump.path).differences(from: before) == [])
      let down = try await world.run("migrate", "plan.json", "--yes")
      #expect(down.code == 4, "\(down.output)\(down.error)")

      try await provider.startAgain()
      let again = try await world.run("migrate", "plan.json", "--yes")
      #expect(again.code == 0, "\(again.output)\(again.error)")
      #expect(try provider.requests()["POST /o/revoke_token/ 200"] == 1)
      #expect(try await provider.refreshIsRefused(world.old.refreshToken))
      #expect(try world.preferences == world.dump.preferencesWithoutState)
      #expect(try await world.run("status").code == 0)
    }
  }

  @Test func `is closed to tokens of other clients, and keeps what it could not revoke`()
    async throws
  {
    try await RealProvider.running { provider in
      let foreign = try await RealWorld(provider, client: "legacy-app")
      let before = try TreeHash(of: foreign.dump.path)
      // Our own client is the one that is configured: another's token is none of its business.
      let revoke = ["revoke", "dump", "--yes", "--issuer", provider.issuer]
      let (skipped, nothing) = try await foreign.json(revoke + ["--client-id", "migrated-app"])
      // But then nothing was sent, although there was a token: that is not done.
      #expect(skipped == 3)
      #expect(nothing["not_sent"]?[0]?["reason"]?.string() == "other_client")
      #expect(try provider.requests()["POST /o/revoke_token/ 401"] == nil)
      // A client with a secret can't be spoken for without it.
      let (refused, report) = try await foreign.json(revoke)
      #expect(refused == 3)
      let outcome = report["report"]?["tokens"]?[0]?["outcome"]?.string()
      #expect(outcome == "needs_confidential_client")
      let kept = try await foreign.run(
        "delete",
        "dump",
        "--revoke",
        "--yes",
        "--issuer",
        provider.issuer
      )
      #expect(kept.code == 3)
      #expect(try TreeHash(of: foreign.dump.path).differences(from: before) == [])
      #expect(try await !provider.refreshIsRefused(foreign.old.refreshToken))

      let own = try await RealWorld(provider)
      try await provider.stop()
      let delete = ["delete", "dump", "--revoke", "--yes", "--issuer", provider.issuer]
      let untouched = try TreeHash(of: own.dump.path)
      #expect(try await own.json(delete).code == 4)
      #expect(try TreeHash(of: own.dump.path).differences(from: untouched) == [])
      try await provider.startAgain()
      #expect(try await own.json(delete).code == 0)
      #expect(try own.preferences == own.dump.preferencesWithoutState)
      #expect(try await provider.refreshIsRefused(own.old.refreshToken))
    }
  }
}

extension String {
  /// Without the line's end.
  fileprivate var trimmed: String { hasSuffix("\n") ? String(dropLast()) : self }
}
