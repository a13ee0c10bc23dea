import DemoProvider
import JSON
import POSIX
import Secrets
import TestSupport
import Testing

/// What may live on at the provider without anybody to hold it is named, once.
@Suite(.timeLimit(.minutes(10))) struct `A sign-in that was killed` {
  private let world: DemoWorld

  init() async throws { world = try await DemoWorld() }

  @Test(arguments: [("authorization_code", 1), ("refresh_token", 1)])
  func `in the middle of a migration is named by the next run, once`(
    grantType: String,
    count: Int
  ) async throws {
    #expect(try await world.run(["plan", "dump", "--output", "plan.json"]).code == 0)
    world.provider.inject(DemoFault(.token, .delay(.seconds(2)), times: 1, grantType: grantType))
    try await kill("migrate plan.json --yes", at: grantType)
    let resumed = try await world.run(["migrate", "plan.json", "--yes", "--format", "json"])
    #expect(resumed.code == 0, "\(resumed.error)")
    #expect(try leftBehind(resumed).count == count, "\(resumed.output)")
    #expect(resumed.error.contains("cannot be revoked from here"), "\(resumed.error)")
    #expect(world.markers.sightings(in: resumed.outputBytes + resumed.errorBytes, "it").isEmpty)
    let ledger = try await world.run(["ledger", "show", "--format", "json"])
    #expect(ledger.code == 0)
    // Whatever the session comes to later, the grant stays in the list.
    #expect(ledger.output.contains("left_behind") && ledger.output.contains("cannot be revoked"))
    let last = try await world.run(["migrate", "plan.json", "--yes", "--format", "json"])
    #expect(last.code == 0)
    #expect(try leftBehind(last) == [])
    #expect(!last.error.contains("cannot be revoked from here"), "\(last.error)")
  }

  @Test func `before its code was sent leaves nothing to name`() async throws {
    #expect(try await world.run(["plan", "dump", "--output", "plan.json"]).code == 0)
    world.provider.inject(DemoFault(.jwks, .delay(.seconds(2)), times: 1))
    // Preflight reads the keys as well.
    try await kill("migrate plan.json --yes", at: nil)
    let resumed = try await world.run(["migrate", "plan.json", "--yes", "--format", "json"])
    #expect(resumed.code == 0, "\(resumed.error)")
    #expect(try leftBehind(resumed) == [])
  }

  @Test func `by itself is named by the next one`() async throws {
    world.provider.inject(DemoFault(.token, .delay(.seconds(2)), times: 1))
    try await kill("login", at: "authorization_code")
    let login = try await world.run(["login"])
    #expect(login.code == 0)
    #expect(login.error.contains("cannot be revoked from here"), "\(login.error)")
    #expect(try await world.run(["logout"]).code == 0)
    let later = try await world.run(["login"])
    #expect(!later.error.contains("cannot be revoked from here"), "\(later.error)")
  }

  private func leftBehind(_ run: BuiltTool.Run) throws -> [String] {
    let root = try JSONDocument(parsing: SecretBytes(copying: run.outputBytes)).root
    return try #require(root["left_behind"]?.stringArray(), "\(run.output)")
  }

  /// Runs a command and kills it when the request has arrived.
  private func kill(_ command: String, at grantType: String?) async throws {
    let script = """
      set -m; "$0" "$@" & tool=$!
      until [ -e sent ]; do sleep 0.05; done
      kill -KILL $tool; wait $tool
      """
    let arguments = command.split(separator: " ").map(String.init)
    async let run = BuiltTool(executable: "/bin/bash").run(
      ["-c", script, BuiltTool.command.executable.text] + arguments,
      in: world.home,
      environment: ["BROWSER": world.browser.text]
    )
    let isArrived: () -> Bool =
      switch grantType {
      case "refresh_token": { world.provider.counts[.token, default: 0] >= 2 }
      case nil: { world.provider.counts[.jwks, default: 0] >= 1 }
      default: { world.provider.counts[.token, default: 0] >= 1 }
      }
    for _ in 0..<2000 where !isArrived() { try await Task.sleep(for: .milliseconds(10)) }
    _ = try world.home.folder.write("sent", text: "")
    #expect(try await run.code == 137)
    // Until the provider has done what it was asked.
    try await Task.sleep(for: .seconds(3))
    world.provider.clearFaults()
  }
}
