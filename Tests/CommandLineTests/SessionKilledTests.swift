#if os(Linux)
import DemoProvider
import JSON
import POSIX
import Secrets
import TestSupport
import Testing

/// `login` and `refresh` die at each write, rename and request, and the next start has to do with what is left.
///
/// The provider gives a new refresh token at each refresh, and takes an old one that comes again for theft.
@Suite(.timeLimit(.minutes(30))) struct `Killed at any point, a session's command` {
  private func command(_ world: DemoWorld, _ arguments: [String]) -> KillWalk.Command {
    var environment = world.home.environment
    environment["BROWSER"] = world.browser.text
    return KillWalk.Command(
      BuiltTool.command.executable,
      arguments,
      environment: environment,
      folder: world.home.path,
      timeout: .seconds(120)
    )
  }

  /// What the provider and the disk have seen, and what the user has in the end.
  private func observe(
    _ world: DemoWorld,
    _ last: ChildProcess.Outcome,
    firstExits: Set<Int32>
  ) async throws -> KillWalk.Observation {
    var faults: [String] = []
    if case .code(let code) = last.exit, firstExits.contains(code) {
    } else {
      faults.append("the next start ended with \(last.exit): \(last.errorText)")
    }
    let token = try await world.run(["token", "--format", "json"])
    let isUsable = token.code == 0
    if !isUsable {
      if token.code != 5 { faults.append("token ended with \(token.exit): \(token.error)") }
      let status = try await world.run(["status", "--format", "json"])
      let state = try JSONDocument(parsing: SecretBytes(copying: status.outputBytes)).root["state"]
      if state?.string() != "reauthenticationRequired" {
        faults.append("the session is neither usable nor over: \(status.output)")
      }
    }
    for (token, count) in presented(to: world.provider, "refresh_token") where count > 2 {
      faults.append("the refresh token \(token.short) was sent \(count) times")
    }
    for (code, count) in presented(to: world.provider, "authorization_code") where count > 1 {
      faults.append("the code \(code.short) was sent \(count) times")
    }
    // A new sign-in is always possible, and whatever went before is in nobody's way.
    if !isUsable {
      let login = try await world.run(["login", "--timeout", "60"])
      if login.code != 0 { faults.append("no sign-in after it: \(login.error)") }
    }
    // The dump of the old app has its tokens, and no command here has to do with it.
    faults += try world.markers.sightings(under: world.home.path)
      .filter { !$0.place.hasPrefix("dump/") }.map { "on disk: \($0)" }
    return [
      "faults": faults.joined(separator: "\n"),
      "usable": isUsable ? "yes" : "no",
      "answers": world.provider.log.map { "\($0.endpoint) \($0.outcome)" }.joined(separator: ", "),
    ]
  }

  private func presented(to provider: DemoProvider, _ grant: String) -> [Fingerprint: Int] {
    provider.log.filter { $0.grantType == grant }.reduce(into: [:]) { counts, entry in
      if let token = entry.token { counts[token, default: 0] += 1 }
    }
  }

  @Sendable private func compare(
    _ undisturbed: KillWalk.Observation,
    _ other: KillWalk.Observation
  ) -> [String] {
    var faults = [undisturbed, other].compactMap { $0["faults"] }.filter { !$0.isEmpty }
    if undisturbed["usable"] != "yes" { faults.append("the undisturbed run left no session") }
    // An answer that was lost is the only way to lose a session, and the provider's answers tell of it: the token came
    // again, which it takes for theft.
    if other["usable"] != "yes", other["answers"]?.contains("invalid_grant") != true {
      faults.append("the session is over, and the provider did not end it")
    }
    return faults.isEmpty ? [] : faults + ["the provider answered: \(other["answers"] ?? "")"]
  }

  @Test func `refresh leaves a session that works, or one that is over and says so`() async throws {
    let report = try await KillWalk(sample: Self.sample).walk(
      prepare: {
        let world = try await DemoWorld()
        let login = try await world.run(["login", "--timeout", "60"])
        guard login.code == 0 else { throw ToolHome.NotPossible(reason: login.error) }
        return world
      },
      command: { world in command(world, ["refresh"]) },
      observe: { world, last in try await observe(world, last, firstExits: [0, 5]) },
      compare: compare
    )
    print("refresh, \(report)")
    #expect(report.failures == [])
    #expect(report.hits.count >= 20)
  }

  @Test func `login sends no code twice, and the next one signs in`() async throws {
    let report = try await KillWalk(sample: Self.sample).walk(
      prepare: { try await DemoWorld() },
      command: { world in command(world, ["login", "--timeout", "60"]) },
      observe: { world, last in try await observe(world, last, firstExits: [0]) },
      compare: compare
    )
    print("login, \(report)")
    #expect(report.failures == [])
    #expect(report.hits.count >= 20)
  }

  /// All points in a soak.
  private static let sample = Environment.value("SOAK") == nil ? 30 : nil
}
#endif
