import DemoProvider
import Foundation
import JSON
import POSIX
import Secrets
import TestSupport
import Testing

/// What the provider has given is on disk before the command ends, or the command says what is lost.
@Suite(.timeLimit(.minutes(10))) struct `A refresh that is on its way` {
  private let world: DemoWorld

  init() async throws {
    world = try await DemoWorld()
    // Over at once, so that `token` refreshes too.
    world.provider.inject(DemoFault(.token, .set("expires_in", 5), times: 1))
    #expect(try await world.run(["login"]).code == 0)
    world.provider.inject(
      DemoFault(.token, .delay(.seconds(2)), times: 1, grantType: "refresh_token")
    )
  }

  @Test(arguments: ["refresh", "token"], ["INT", "TERM", "HUP"])
  func `is finished and saved before a signal ends the command`(
    command: String,
    signal: String
  ) async throws {
    let run = try await script(command, Self.signalled(signal))
    #expect(run.code == 3, "\(run.error)")
    #expect(run.error.contains("is finished and saved"), "\(run.error)")
    let again = try await world.run(["refresh"])
    #expect(again.code == 0, "\(again.error)")
    #expect(!again.error.contains("was lost"), "\(again.error)")
    #expect(world.provider.grants.map(\.isLive) == [true, true])
  }

  /// Where it signs in first, the second refresh proves that the session lived through the revocation.
  @Test(arguments: ["INT", "TERM"], [("revoke-first", 1), ("login-first", 2)])
  func `is finished and saved before a signal ends a migration`(
    signal: String,
    order: (name: String, refreshes: Int)
  ) async throws {
    let plan = ["plan", "dump", "--output", "plan.json", "--order", order.name]
    #expect(try await world.run(plan).code == 0)
    world.provider.inject(
      DemoFault(.token, .delay(.seconds(2)), times: order.refreshes, grantType: "refresh_token")
    )
    let run = try await script(
      "migrate plan.json --yes",
      Self.signalled(signal),
      request: order.refreshes
    )
    #expect(run.code == 3, "\(run.error)")
    let again = try await world.run(["migrate", "plan.json", "--yes"])
    #expect(again.code == 0, "\(again.error)")
    #expect(!again.error.contains("was lost"), "\(again.error)")
    #expect(world.provider.grants.map(\.isLive) == [false, true])
  }

  @Test(arguments: ["refresh", "token", "token --format json"])
  func `and meets a full disk is a loss that is told`(command: String) async throws {
    let run = try await script(command, Self.fullDisk + "wait $tool")
    #expect(run.code == 3, "\(run.error)")
    #expect(run.error.contains("could not be saved"), "\(run.error)")
    #expect(run.error.contains("the session is lost"), "\(run.error)")
    #expect(run.error.contains("appauth-migrate login"), "\(run.error)")
    #expect(!run.error.contains("kept in memory"))
    #expect(world.markers.sightings(in: run.outputBytes + run.errorBytes, "output").isEmpty)
    // What it says to do helps, though nobody can revoke the token that was lost.
    #expect(try await world.run(["logout"]).code == 3)
    #expect(try await world.run(["login"]).code == 0)
    #expect(try await world.run(["refresh"]).code == 0)
  }

  @Test(arguments: ["refresh", "token"])
  func `and is asked to wait on a full disk is not called refreshed or kept`(
    command: String
  ) async throws {
    world.provider.inject(
      DemoFault(.token, .answer(.busy(retryAfter: "4000")), times: 1, grantType: "refresh_token")
    )
    let run = try await script(command, Self.fullDisk + "wait $tool")
    #expect(run.code == 4, "\(run.error)")
    #expect(run.error.contains("asks to wait 4000 s, until 20"), "\(run.error)")
    #expect(run.error.contains("the next run does not know of it"), "\(run.error)")
    for words in ["was refreshed", "nothing is sent", "counts on", "is lost"] {
      #expect(!run.error.contains(words), "\(run.error)")
    }
  }

  @Test(arguments: ["refresh", "token"])
  func `and meets a disk that is full for a moment is saved`(command: String) async throws {
    let run = try await script(
      command,
      Self.fullDisk + "until [ -e answered ]; do sleep 0.02; done\n"
        // Until the first attempts have failed.
        + "sleep 0.3; prlimit --pid $tool --fsize=unlimited:unlimited; wait $tool"
    )
    #expect(run.code == 0, "\(run.error)")
    let again = try await world.run(["refresh"])
    #expect(again.code == 0, "\(again.error)")
    #expect(!again.error.contains("was lost"), "\(again.error)")
  }

  /// Without job control the shell would have the command ignore SIGINT.
  private static func signalled(_ signal: String) -> String {
    """
    set -m; "$0" "$@" & tool=$!
    until [ -e sent ]; do sleep 0.05; done
    kill -\(signal) $tool; wait $tool
    """
  }

  /// Large enough for what the command says, too small for a page of the store.
  private static let fullDisk = """
    trap '' XFSZ; "$0" "$@" & tool=$!
    until [ -e sent ]; do sleep 0.05; done
    prlimit --pid $tool --fsize=3000:unlimited

    """

  /// Runs a script that finds the file `sent` once that request has arrived, and `answered` after its answer.
  private func script(
    _ command: String,
    _ text: String,
    request: Int = 1
  ) async throws -> BuiltTool.Run {
    let before = world.provider.counts[.token, default: 0] + request - 1
    let answered = world.provider.log.count(where: { $0.endpoint == .token }) + request - 1
    let arguments = command.split(separator: " ").map(String.init)
    async let run = BuiltTool(executable: "/bin/bash").run(
      ["-c", text, BuiltTool.command.executable.text] + arguments,
      in: world.home
    )
    for _ in 0..<2000 where world.provider.counts[.token, default: 0] <= before {
      try await Task.sleep(for: .milliseconds(10))
    }
    _ = try world.home.folder.write("sent", text: "")
    for _ in 0..<2000 where world.provider.log.count(where: { $0.endpoint == .token }) <= answered {
      try await Task.sleep(for: .milliseconds(10))
    }
    _ = try world.home.folder.write("answered", text: "")
    return try await run
  }
}

/// The commands of the session say what is so, and with which code.
@Suite(.timeLimit(.minutes(10))) struct `The session's commands` {
  private let world: DemoWorld

  init() async throws { world = try await DemoWorld() }

  @Test(arguments: ["--output token.txt", "--report json=token.txt"])
  func `print a token to standard output alone`(flags: String) async throws {
    #expect(try await world.run(["login"]).code == 0)
    let run = try await world.run(["token"] + flags.split(separator: " ").map(String.init))
    #expect(run.code == 2 && run.output.isEmpty, "\(run.error)")
    #expect(throws: (any Error).self) { try world.home.folder.text("token.txt") }
  }

  private static let refused: [DemoFault.Action] = [
    .tamperedSignature, .unsigned, .claim("aud", "evil"), .claim("iss", "https://evil.example"),
    .claim("nonce", "n"), .claim("exp", 1_000_000_000), .claim("at_hash", "AAAAAAAAAAAAAAAAAAAAAA"),
  ]

  @Test(arguments: refused)
  func `end a sign-in whose ID token is refused with one code`(action: DemoFault.Action)
    async throws
  {
    world.provider.inject(DemoFault(.token, action, times: 1))
    let login = try await world.run(["login"])
    #expect(login.code == 5, "\(login.error)")
    #expect(login.error.contains("the ID token was refused"), "\(login.error)")
  }

  @Test func `end a sign-in whose code was refused as one that the provider refused`() async throws
  {
    world.provider.inject(
      DemoFault(
        .token,
        .answer(.error(400, "invalid_grant")),
        times: 1,
        grantType: "authorization_code"
      )
    )
    let login = try await world.run(["login"])
    #expect(login.code == 5, "\(login.error)")
    #expect(login.error.contains("refused the code"), "\(login.error)")
  }

  @Test(arguments: [
    DemoFault.Action.tamperedSignature, .unsigned, .claim("exp", 1_000_000_000),
    .claim("iss", "https://evil.example"),
  ])
  func `ask nobody to sign in for a refused ID token of a refresh`(action: DemoFault.Action)
    async throws
  {
    #expect(try await world.run(["login"]).code == 0)
    world.provider.inject(DemoFault(.token, action, times: 1, grantType: "refresh_token"))
    let refresh = try await world.run(["refresh"])
    #expect(refresh.code == 4, "\(refresh.error)")
    #expect(refresh.error.contains("the session is kept"), "\(refresh.error)")
    #expect(!refresh.error.contains("sign in"), "\(refresh.error)")
    #expect(try await world.run(["refresh"]).code == 0)
  }

  @Test func `do not say that the provider ended what it may still hold for good`() async throws {
    #expect(try await world.run(["login"]).code == 0)
    world.provider.inject(DemoFault(.token, .drop, times: 2, grantType: "refresh_token"))
    #expect(try await world.run(["refresh"]).code == 4)
    #expect(try await world.run(["refresh"]).code == 4)
    let third = try await world.run(["refresh", "--format", "json"])
    #expect(third.code == 5)
    #expect(third.output.contains(#""refresh_interrupted""#), "\(third.output)")
    let status = try await world.run(["status"])
    #expect(status.code == 5)
    #expect(status.output.contains("two refreshes were interrupted"), "\(status.output)")
    #expect(!status.output.contains("by the provider"), "\(status.output)")
    #expect(try await world.run(["login"]).code == 0)
    #expect(world.provider.grants.map(\.isLive) == [true, false, true])
  }

  @Test func `call no token revoked that a page answered for`() async throws {
    #expect(try await world.run(["login"]).code == 0)
    world.provider.inject(DemoFault(.revoke, .answer(.html())))
    let logout = try await world.run(["logout"])
    #expect(logout.code == 3, "\(logout.error)")
    #expect(logout.output.contains("not revoked"), "\(logout.output)")
    #expect(logout.error.contains("not from a revocation endpoint"), "\(logout.error)")
  }

  @Test func `obey a wait in the next process and never shorten it`() async throws {
    #expect(try await world.run(["login"]).code == 0)
    world.provider.inject(
      DemoFault(.token, .answer(.busy(retryAfter: "4000")), times: 1, grantType: "refresh_token")
    )
    let asked = Date.now.timeIntervalSince1970
    let first = try await retryAt(world.run(["refresh", "--format", "json"]))
    #expect(first >= asked + 4000)
    let counts = world.provider.counts
    let second = try await retryAt(world.run(["refresh", "--format", "json"]))
    #expect((first...first + 1).contains(second))
    #expect(world.provider.counts == counts)
  }

  private func retryAt(_ run: BuiltTool.Run) throws -> Double {
    #expect(run.code == 4, "\(run.error)")
    let document = try JSONDocument(parsing: SecretBytes(copying: run.outputBytes)).root
    let text = try #require(document["retry_at"]?.string())
    return try Date(text, strategy: .iso8601).timeIntervalSince1970
  }
}
