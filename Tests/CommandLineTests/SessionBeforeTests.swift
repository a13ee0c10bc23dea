import DemoProvider
import Foundation
import JSON
import POSIX
import Secrets
import TestSupport
import Testing

/// Somebody is signed in already when a plan is applied.
@Suite(.timeLimit(.minutes(10))) struct `A session from before the migration` {
  private let world: DemoWorld

  init() async throws {
    world = try await DemoWorld()
    #expect(try await run("login") == 0)
  }

  @Test func `is not ended by a plan that only wanted to prove the sign-in`() async throws {
    #expect(try await run("plan dump --login prove --output plan.json") == 0)
    let migrate = try await world.run(["migrate", "plan.json", "--yes"])
    #expect(migrate.code == 2)
    #expect(migrate.error.contains("signed in already"), "\(migrate.error)")
    #expect(world.provider.counts[.revoke, default: 0] == 0)
    #expect(try await run("status") == 0)
  }

  @Test func `or after it is not ended by the same plan once more`() async throws {
    #expect(try await run("logout") == 0)
    #expect(try await run("plan dump --login prove --output plan.json") == 0)
    #expect(try await run("migrate plan.json --yes") == 0)
    #expect(try await run("status") == 5)
    #expect(try await run("login") == 0)
    #expect(try await run("migrate plan.json --yes") == 0)
    #expect(try await run("status") == 0)
  }

  @Test func `is proven by a refresh, whatever it did before`() async throws {
    #expect(try await run("refresh") == 0)
    let before = world.provider.counts
    #expect(try await run("plan dump --output plan.json") == 0)
    let migrate = try await world.run(["migrate", "plan.json", "--yes", "--format", "json"])
    #expect(migrate.code == 0)
    let document = try JSONDocument(parsing: SecretBytes(copying: migrate.outputBytes)).root
    #expect(document["login"]?.string() == "kept_session")
    #expect(world.provider.counts[.token, default: 0] == before[.token, default: 0] + 1)
    #expect(world.provider.counts[.authorize] == before[.authorize])
  }

  @Test func `that cannot be refreshed proves nothing, so somebody signs in anew`() async throws {
    let scopes = " --scopes openid"
    #expect(try await run("logout") == 0)
    #expect(try await run("login" + scopes) == 0)
    let before = world.provider.counts
    #expect(try await run("plan dump --output plan.json" + scopes) == 0)
    let migrate = try await world.run(["migrate", "plan.json", "--yes", "--format", "json"])
    #expect(migrate.code == 0, "\(migrate.error)")
    #expect(migrate.output.contains("\"signed_in\""), "\(migrate.output)")
    #expect(world.provider.counts[.authorize, default: 0] > before[.authorize, default: 0])
  }

  @Test func `or made to prove the sign-in is not called signed out while its token lives`()
    async throws
  {
    let world = try await DemoWorld()
    func run(_ line: String) async throws -> BuiltTool.Run {
      try await world.run(line.split(separator: " ").map(String.init))
    }
    #expect(try await run("revoke dump --yes").code == 0)
    #expect(try await run("plan dump --login prove --output plan.json").code == 0)
    world.provider.inject(DemoFault(.revoke, .answer(DemoAnswer(status: 403)), times: 1))
    for _ in 0..<2 {
      let stopped = try await run("migrate plan.json --yes")
      #expect(stopped.code == 3, "\(stopped.output)")
      #expect(stopped.error.contains("did not revoke its token"), "\(stopped.error)")
      #expect(!stopped.output.contains("Done."))
    }
  }

  @Test func `or made now, without a refresh token that was asked for, proves nothing`()
    async throws
  {
    let world = try await DemoWorld()
    func run(_ line: String) async throws -> BuiltTool.Run {
      try await world.run(line.split(separator: " ").map(String.init))
    }
    #expect(try await run("plan dump --output plan.json").code == 0)
    world.provider.inject(
      DemoFault(.token, .omit("refresh_token"), times: 1, grantType: "authorization_code")
    )
    let before = try TreeHash(of: world.dump.path)
    let stopped = try await run("migrate plan.json --yes")
    #expect(stopped.code == 3, "\(stopped.error)")
    #expect(stopped.error.contains("gave no refresh token"), "\(stopped.error)")
    #expect(try TreeHash(of: world.dump.path) == before)
    let again = try await run("migrate plan.json --yes")
    #expect(again.code == 0, "\(again.error)")
    #expect(again.output.contains("Done."))
  }

  @Test func `that the provider ended makes way for a new one before anything is deleted`()
    async throws
  {
    #expect(try await run("plan dump --output plan.json") == 0)
    world.provider.inject(
      DemoFault(
        .token,
        .answer(.error(400, "invalid_grant")),
        times: 1,
        grantType: "refresh_token"
      )
    )
    let before = world.provider.counts
    #expect(try await run("migrate plan.json --yes") == 0)
    #expect(world.provider.counts[.authorize, default: 0] > before[.authorize, default: 0])
    #expect(try await run("status") == 0)
  }

  @Test func `whose key is missing is not forgotten by a sign-out`() async throws {
    let home = world.home.path
    let key = try #require(try keyFile(in: home))
    let hidden = home.appending("hidden.key")
    try FileManager.default.moveItem(atPath: key.text, toPath: hidden.text)
    let logout = try await world.run(["logout"])
    #expect(logout.code == 3)
    #expect(logout.error.contains("waits for its key"), "\(logout.error)")
    #expect(try await run("logout") == 3)
    try? FileManager.default.removeItem(atPath: key.text)
    try FileManager.default.moveItem(atPath: hidden.text, toPath: key.text)
    #expect(try await run("status") == 0)
    #expect(try await run("logout") == 0)
    #expect(world.provider.grants.map(\.isLive) == [true, false])
  }

  private func keyFile(in home: Path) throws -> Path? {
    let files = FileManager.default.enumerator(atPath: home.text)?.compactMap { $0 as? String }
    return files?.first { $0.hasSuffix("store.key") }.map { home.appending(Path($0)) }
  }

  @Test func `is proven by the next run too, when its refresh was refused`() async throws {
    #expect(try await run("logout") == 0)
    #expect(try await run("plan dump --output plan.json") == 0)
    world.provider.inject(DemoFault(.token, .claim("aud", "evil"), grantType: "refresh_token"))
    #expect(try await run("migrate plan.json --yes") == 4)
    #expect(try await run("migrate plan.json --yes") == 4)
    #expect(try await world.run(["audit", "dump"]).output.contains("AuthState.xml"))
  }

  private func run(_ line: String) async throws -> Int32? {
    try await world.run(line.split(separator: " ").map(String.init)).code
  }
}
