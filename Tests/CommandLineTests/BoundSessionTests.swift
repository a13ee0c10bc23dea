import DemoProvider
import JSON
import POSIX
import Secrets
import TestSupport
import Testing

/// Tokens that are bound to a key of the session's (RFC 9449).
@Suite(.timeLimit(.minutes(10))) struct `A session of the command` {
  private func dpop(_ world: DemoWorld) async throws -> Bool? {
    let run = try await world.run(["status", "--format", "json"])
    let document = try JSONDocument(parsing: SecretBytes(copying: run.outputBytes))
    #expect(document.root["dpop"] != nil)
    return document.root["dpop"]?.bool()
  }

  @Test(arguments: [("auto", true), ("require", true), ("off", false)])
  func `is bound to a key where that is announced and wanted, over every start`(
    use: String,
    isBound: Bool
  ) async throws {
    let world = try await DemoWorld(DemoConfiguration(renewsDPoPNonce: true))
    #expect(try await dpop(world) == nil)
    let login = try await world.run(["login", "--dpop", use])
    #expect(login.code == 0, "\(login.error)")
    #expect(login.output.contains("DPoP") == isBound, "\(login.output)")
    #expect(try await dpop(world) == isBound)
    for _ in 0..<2 {
      let refresh = try await world.run(["refresh", "--dpop", use])
      #expect(refresh.code == 0, "\(refresh.error)")
    }
    let token = try await world.run(["token"])
    #expect(token.code == 0)
    #expect(token.error.contains("bound to the session's key") == isBound, "\(token.error)")
    #expect(try await world.run(["logout"]).code == 0)
    #expect(try await dpop(world) == nil)
    let grant = try #require(world.provider.grants.last)
    #expect((grant.keyThumbprint != nil) == isBound)
    #expect(!grant.isLive)
    // One nonce was asked for in all, since the last one lies in the store.
    let asked = world.provider.log.count { $0.outcome == "use_dpop_nonce" }
    #expect(asked == (isBound ? 1 : 0))
  }

  @Test func `takes no Bearer token where a bound one is required`() async throws {
    let world = try await DemoWorld(
      DemoConfiguration(offersDPoP: true, bindsTokens: false)
    )
    let refused = try await world.run(["login", "--dpop", "require", "--format", "json"])
    #expect(refused.code == 2, "\(refused.error)")
    #expect(refused.output.contains(#""unsupported_provider""#), "\(refused.output)")
    #expect(world.provider.grants.map(\.isLive) == [true, false])
    let taken = try await world.run(["login"])
    #expect(taken.code == 0)
    #expect(taken.error.contains("gave a Bearer token"), "\(taken.error)")
    #expect(try await dpop(world) == false)
    let refresh = try await world.run(["refresh", "--dpop", "require", "--format", "json"])
    #expect(refresh.code == 5, "\(refresh.error)")
    #expect(refresh.output.contains(#""not_bound""#), "\(refresh.output)")
  }

  @Test(arguments: [("dpopp", "dpop"), ("pars", "par")])
  func `has configuration members for it, of which a misspelt one is named`(
    written: String,
    meant: String
  ) async throws {
    let world = try await DemoWorld(DemoConfiguration(offersDPoP: true))
    func configure(_ member: String) async throws {
      try world.home.folder.write(
        Path("\(member).json"),
        JSONNode.object([
          ("issuer", .string(world.provider.issuer)), ("client_id", "migrated-app"),
          (member, "off"),
        ]).encoded()
      )
    }
    try await configure(written)
    let wrong = try await world.run(["login", "--config", "\(written).json"])
    #expect(wrong.code == 2)
    #expect(wrong.error.contains("did you mean \(meant)?"), "\(wrong.error)")
    try await configure(meant)
    #expect(try await world.run(["login", "--config", "\(meant).json"]).code == 0)
    #expect(try await dpop(world) == (meant != "dpop"))
  }
}
