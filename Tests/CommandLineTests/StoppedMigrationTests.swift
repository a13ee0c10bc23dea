import DemoProvider
import JSON
import POSIX
import Secrets
import TestSupport
import Testing

/// What a migration says of its sign-in when it does not come to its end.
@Suite(.timeLimit(.minutes(10))) struct `A migration that stops after its sign-in` {
  private let world: DemoWorld

  init() async throws { world = try await DemoWorld() }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let name: String
    let action: DemoFault.Action
    let code: Int32
    let isKept: Bool
    var testDescription: String { name }
  }

  private static let refusals = [
    Refusal(
      name: "invalid_client",
      action: .answer(.error(401, "invalid_client")),
      code: 3,
      isKept: true
    ),
    Refusal(name: "bad ID token", action: .claim("aud", "evil"), code: 4, isKept: true),
    Refusal(name: "503", action: .answer(DemoAnswer(status: 503)), code: 4, isKept: true),
    Refusal(
      name: "invalid_grant",
      action: .answer(.error(400, "invalid_grant")),
      code: 5,
      isKept: false
    ),
  ]

  @Test(arguments: refusals)
  func `at a refused proof says what became of the sign-in, and what is next`(
    refusal: Refusal
  ) async throws {
    #expect(try await world.run(["plan", "dump", "--output", "plan.json"]).code == 0)
    world.provider.inject(DemoFault(.token, refusal.action, times: 3, grantType: "refresh_token"))
    let stopped = try await world.run(["migrate", "plan.json", "--yes", "--format", "json"])
    #expect(stopped.code == refusal.code, "\(stopped.error)")
    #expect(stopped.error.contains("the sign-in worked"), "\(stopped.error)")
    #expect(stopped.error.contains("is kept") == refusal.isKept, "\(stopped.error)")
    #expect(stopped.error.contains("run the same command again"), "\(stopped.error)")
    let root = try JSONDocument(parsing: SecretBytes(copying: stopped.outputBytes)).root
    #expect(root["login"]?.string() == (refusal.isKept ? "signed_in_unproven" : nil))
    #expect(try await world.run(["status"]).code == (refusal.isKept ? 0 : 5))
    let before = world.provider.counts[.authorize]
    world.provider.clearFaults()
    let again = try await world.run(["migrate", "plan.json", "--yes"])
    #expect(again.code == 0, "\(again.error)")
    #expect((world.provider.counts[.authorize] == before) == refusal.isKept)
  }

  @Test func `at a session that its own revocations ended names the sign-in that is next`()
    async throws
  {
    let world = try await DemoWorld(DemoConfiguration(revocationEndsAllOfUser: true))
    let plan = ["plan", "dump", "--output", "plan.json", "--order", "login-first"]
    #expect(try await world.run(plan).code == 0)
    let before = try TreeHash(of: world.dump.path)
    for _ in 0..<2 {
      let stopped = try await world.run(["migrate", "plan.json", "--yes", "--format", "json"])
      #expect(stopped.code == 5, "\(stopped.error)")
      #expect(stopped.error.contains("did not outlive"), "\(stopped.error)")
      #expect(stopped.error.contains("appauth-migrate login"), "\(stopped.error)")
      let root = try JSONDocument(parsing: SecretBytes(copying: stopped.outputBytes)).root
      #expect(root["login"]?.string() == "ended", "\(stopped.output)")
    }
    #expect(try TreeHash(of: world.dump.path) == before)
    _ = try await world.run(["logout"])
    let signedOut = try await world.run(["migrate", "plan.json", "--yes"])
    #expect(signedOut.code == 3, "\(signedOut.error)")
    #expect(signedOut.error.contains("could not be proven"), "\(signedOut.error)")
    #expect(signedOut.error.contains("appauth-migrate login"), "\(signedOut.error)")
    #expect(try await world.run(["login"]).code == 0)
    let done = try await world.run(["migrate", "plan.json", "--yes"])
    #expect(done.code == 0, "\(done.error)")
    #expect(world.provider.grants.map(\.isLive) == [false, false, true])
  }

  @Test func `since the answer of its last proof was lost blames no revocation and signs in again`()
    async throws
  {
    let plan = ["plan", "dump", "--output", "plan.json", "--order", "login-first"]
    #expect(try await world.run(plan).code == 0)
    world.provider.inject(DemoFault(.revoke, .delay(.seconds(2)), times: 1))
    async let first = world.run(["migrate", "plan.json", "--yes"])
    for _ in 0..<2000 where world.provider.counts[.revoke, default: 0] == 0 {
      try await Task.sleep(for: .milliseconds(10))
    }
    // The refresh that comes after the revocation.
    world.provider.inject(
      DemoFault(.token, .drop, times: 1, grantType: "refresh_token", afterwards: true)
    )
    let stopped = try await first
    #expect(stopped.code == 4, "\(stopped.error)")
    #expect(!stopped.error.contains("did not outlive"), "\(stopped.error)")
    let again = try await world.run(["migrate", "plan.json", "--yes", "--format", "json"])
    #expect(again.code == 0, "\(again.error)")
    #expect(!again.error.contains("did not outlive"), "\(again.error)")
    let root = try JSONDocument(parsing: SecretBytes(copying: again.outputBytes)).root
    #expect(root["login"]?.string() == "signed_in", "\(again.output)")
    #expect(root["left_behind"]?.stringArray()?.count == 1, "\(again.output)")
    #expect(world.provider.grants.last?.isLive == true)
    #expect(try await world.run(["status"]).code == 0)
    let last = try await world.run(["migrate", "plan.json", "--yes", "--format", "json"])
    #expect(last.code == 0, "\(last.error)")
  }

  @Test(arguments: ["INT", "TERM", "HUP"])
  func `while it signs out again ends that sign-out first`(signal: String) async throws {
    // Only the token of the sign-in is left to be revoked.
    #expect(try await world.run(["revoke", "dump", "--yes"]).code == 0)
    let plan = ["plan", "dump", "--output", "plan.json", "--login", "prove"]
    #expect(try await world.run(plan).code == 0)
    let before = world.provider.counts[.revoke, default: 0]
    world.provider.inject(DemoFault(.revoke, .delay(.seconds(2)), times: 1))
    let script = """
      set -m; "$0" migrate plan.json --yes & tool=$!
      until [ -e sent ]; do sleep 0.05; done
      kill -\(signal) $tool; wait $tool
      """
    async let run = BuiltTool(executable: "/bin/bash").run(
      ["-c", script, BuiltTool.command.executable.text],
      in: world.home,
      environment: ["BROWSER": world.browser.text]
    )
    for _ in 0..<2000 where world.provider.counts[.revoke, default: 0] == before {
      try await Task.sleep(for: .milliseconds(10))
    }
    _ = try world.home.folder.write("sent", text: "")
    let stopped = try await run
    #expect(stopped.code == 3, "\(stopped.error)")
    #expect(world.provider.grants.map(\.isLive) == [false, false])
    let again = try await world.run(["migrate", "plan.json", "--yes"])
    #expect(again.code == 0, "\(again.error)")
    #expect(world.provider.grants.map(\.isLive) == [false, false])
  }

  @Test
  func `proves its session again where a later run revokes, and signs in anew if that ended it`()
    async throws
  {
    let world = try await DemoWorld(DemoConfiguration(revocationEndsAllOfUser: true))
    #expect(try await world.run(["plan", "dump", "--output", "plan.json"]).code == 0)
    world.provider.inject(DemoFault(.revoke, .answer(DemoAnswer(status: 500)), times: 2))
    let doubt = try await world.run(["migrate", "plan.json", "--yes"])
    #expect(doubt.code == 4, "\(doubt.error)")
    #expect(world.provider.grants.last?.isLive == true)
    let done = try await world.run(["migrate", "plan.json", "--yes"])
    #expect(done.code == 0, "\(done.error)")
    #expect(world.provider.grants.count == 3)
    #expect(try await world.run(["refresh"]).code == 0)
  }

  @Test(arguments: ["login-first", "revoke-first"])
  func `keeps a session that is only to prove the sign-in while revocations are in doubt`(
    order: String
  ) async throws {
    let plan = ["plan", "dump", "--output", "plan.json", "--login", "prove", "--order", order]
    #expect(try await world.run(plan).code == 0)
    world.provider.inject(DemoFault(.revoke, .answer(DemoAnswer(status: 500)), times: 2))
    let doubt = try await world.run(["migrate", "plan.json", "--yes"])
    #expect(doubt.code == 4, "\(doubt.error)")
    let done = try await world.run(["migrate", "plan.json", "--yes"])
    #expect(done.code == 0, "\(done.error)")
    #expect(world.provider.grants.allSatisfy { !$0.isLive })
    #expect(try await world.run(["status"]).code == 5)
  }

  @Test func `or goes on asks no provider but the one that was compared with the plan`()
    async throws
  {
    #expect(try await world.run(["plan", "dump", "--output", "plan.json"]).code == 0)
    world.provider.inject(DemoFault(.revoke, .delay(.seconds(2)), times: 1))
    async let run = world.run(["migrate", "plan.json", "--yes"])
    for _ in 0..<2000 where world.provider.counts[.revoke, default: 0] == 0 {
      try await Task.sleep(for: .milliseconds(10))
    }
    for document: DemoEndpoint in [.discovery, .oauthMetadata] {
      world.provider.inject(
        DemoFault(document, .set("token_endpoint", "http://127.0.0.1:9/elsewhere"))
      )
    }
    let done = try await run
    #expect(done.code == 0, "\(done.error)")
  }

  @Test(arguments: ["INT", "TERM"])
  func `while a person is to sign in was given up by them, and goes on from there`(
    signal: String
  ) async throws {
    #expect(try await world.run(["plan", "dump", "--output", "plan.json"]).code == 0)
    let script = """
      set -m; "$0" migrate plan.json --yes --no-browser 2> told & tool=$!
      until grep -q 'open this address' told; do sleep 0.05; done
      kill -\(signal) $tool; wait $tool; code=$?; cat told >&2; exit $code
      """
    let stopped = try await BuiltTool(executable: "/bin/bash").run(
      ["-c", script, BuiltTool.command.executable.text],
      in: world.home
    )
    #expect(stopped.code == 6, "\(stopped.error)")
    #expect(stopped.error.contains("the sign-in was cancelled"), "\(stopped.error)")
    #expect(stopped.error.contains("goes on from here"), "\(stopped.error)")
    let again = try await world.run(["migrate", "plan.json", "--yes"])
    #expect(again.code == 0, "\(again.error)")
    #expect(world.provider.counts[.revoke] == 1)
  }

  @Test(arguments: [true, false])
  func `and has no refresh token is proven by its access token`(isEnding: Bool) async throws {
    let world = try await DemoWorld(DemoConfiguration(revocationEndsAllOfUser: isEnding))
    let scopes = ["--scopes", "openid"]
    let plan = ["plan", "dump", "--output", "plan.json", "--order", "login-first"]
    #expect(try await world.run(plan + scopes).code == 0)
    let run = try await world.run(["migrate", "plan.json", "--yes"])
    #expect(run.code == (isEnding ? 5 : 0), "\(run.error)")
    #expect(world.provider.counts[.userinfo] == 1)
    #expect(run.error.contains("did not outlive") == isEnding, "\(run.error)")
  }

  @Test func `and can be proven by nothing is not called proven`() async throws {
    for endpoint: DemoEndpoint in [.discovery, .oauthMetadata] {
      world.provider.inject(DemoFault(endpoint, .omit("userinfo_endpoint")))
    }
    let plan = ["plan", "dump", "--output", "plan.json", "--order", "login-first"]
    #expect(try await world.run(plan + ["--scopes", "openid"]).code == 0)
    let run = try await world.run(["migrate", "plan.json", "--yes"])
    #expect(run.code == 3, "\(run.error)")
    #expect(run.error.contains("nobody can tell"), "\(run.error)")
    #expect(run.error.contains("appauth-migrate login"), "\(run.error)")
  }

  @Test(arguments: ["token", "discovery"])
  func `since it was asked to wait sends nothing more until then`(endpoint: String) async throws {
    #expect(try await world.run(["plan", "dump", "--output", "plan.json"]).code == 0)
    world.provider.inject(
      DemoFault(
        try #require(DemoEndpoint(rawValue: endpoint)),
        .answer(.busy(retryAfter: "4000")),
        times: 1
      )
    )
    #expect(try await world.run(["migrate", "plan.json", "--yes"]).code == 4)
    let counts = world.provider.counts
    for line in ["migrate plan.json --yes", "login"] {
      let again = try await world.run(line.split(separator: " ").map(String.init))
      #expect(again.code == 4, "\(again.error)")
      #expect(again.error.contains(", until 20"), "\(again.error)")
      #expect(world.provider.counts == counts)
    }
  }
}
