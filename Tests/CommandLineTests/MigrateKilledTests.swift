#if os(Linux)
import DemoProvider
import JSON
import POSIX
import Secrets
import TestSupport
import Testing

/// `migrate` dies at each write, rename and request, and goes on when it is started again.
@Suite(.timeLimit(.minutes(30))) struct `Killed at any point, migrate` {
  /// Plans, and leaves everything else to the command that is killed.
  @Sendable private func prepare() async throws -> DemoWorld {
    let world = try await DemoWorld()
    let plan = try await world.run(["plan", "dump", "--output", "plan.json"])
    guard plan.code == 0 else { throw ToolHome.NotPossible(reason: plan.error) }
    return world
  }

  @Sendable private func command(_ world: DemoWorld) -> KillWalk.Command {
    command(world, browserDelay: "0.1")
  }

  private func command(_ world: DemoWorld, browserDelay: String) -> KillWalk.Command {
    var environment = world.home.environment
    environment["BROWSER"] = world.browser.text
    environment["BROWSER_DELAY"] = browserDelay
    return KillWalk.Command(
      BuiltTool.command.executable,
      ["migrate", "plan.json", "--yes", "--timeout", "90"],
      environment: environment,
      folder: world.home.path,
      timeout: .seconds(240)
    )
  }

  @Sendable private func observe(
    _ world: DemoWorld,
    _ last: ChildProcess.Outcome
  ) async throws -> KillWalk.Observation {
    let status = try await world.run(["status", "--format", "json"])
    let ledger = try await world.run(["ledger", "show", "--format", "json"])
    let found = try world.markers.sightings(under: world.home.path)
    return [
      "exit": last.exit == .code(0) ? "0" : "\(last.exit): \(last.errorText)",
      "status": world.normalised(status.output),
      "dump": try TreeHash(of: world.dump.path).description,
      "ledger": try world.normalised(Self.lastRows(ledger.outputBytes)),
      "ledger's exit": "\(ledger.exit)",
      "old session": world.provider.isLive(world.old.refresh.fingerprint) ? "alive" : "revoked",
      "secrets on disk": found.map(\.description).joined(separator: "\n"),
      "live sessions": "\(world.provider.grants.count(where: \.isLive))",
      "successful revocations": "\(world.provider.count(.revoke))",
      "successful exchanges": "\(world.provider.count(.token))",
      "sign-outs": "\(world.provider.count(.endSession))",
      Self.answers: world.provider.log.map { "\($0.endpoint) \($0.outcome)" }
        .joined(separator: ", "),
    ]
  }

  /// All that the provider answered: no two runs are compared by it, but a difference is explained by it.
  private static let answers = "answers"

  /// The last word on each step and subject: a run that was killed may have said more on the way.
  private static func lastRows(_ json: [UInt8]) throws -> String {
    let document = try JSONDocument(parsing: SecretBytes(copying: json))
    var rows: [String: String] = [:]
    for row in document.root["entries"]?.elements ?? document.root["rows"]?.elements ?? [] {
      let text = { (name: String) in row[name]?.string() ?? "-" }
      rows["\(text("step")) \(text("subject"))"] = "\(text("status")) \(text("outcome"))"
    }
    return rows.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "\n")
  }

  /// An act whose answer was lost is in doubt, and doubt is sent once more: that is the one difference allowed.
  @Sendable private func compare(
    _ expected: KillWalk.Observation,
    _ actual: KillWalk.Observation
  ) -> [String] {
    var (expected, actual) = (expected, actual)
    let counts = ["live sessions", "successful revocations", "successful exchanges", "sign-outs"]
    let extra = counts.map { name in
      (Int(actual[name] ?? "") ?? 0) - (Int(expected[name] ?? "") ?? 0)
    }
    let inDoubt = [
      // The revocation was sent again.
      [0, 1, 0, 0],
      // The code was exchanged and nobody left to keep the answer: a second sign-in, and an orphaned session.
      [1, 0, 1, 0],
      // The refresh was answered and nobody left to keep it: used again, its token ended the grant, hence a new one.
      [0, 0, 2, 0],
      // The new refresh token was kept, and what else the answer held not proven yet: one refresh more proves it.
      [0, 0, 1, 0],
    ]
    if inDoubt.contains(extra) {
      for name in counts {
        expected[name] = nil
        actual[name] = nil
      }
    }
    let answers = actual.removeValue(forKey: Self.answers) ?? ""
    expected[Self.answers] = nil
    let differences = KillWalk.differences(expected, actual)
    return differences.isEmpty ? [] : differences + ["the provider answered: \(answers)"]
  }

  @Test func `comes to the same end as an undisturbed run`() async throws {
    let report = try await KillWalk().walk(
      prepare: prepare,
      command: command,
      observe: observe,
      compare: compare
    )
    print("migrate, \(report)")
    #expect(report.failures == [])
    #expect(report.hits.count >= 25)
  }

  @Test func `comes to the same end when the login is finished after its death`() async throws {
    // The browser comes back a second after it was opened: whoever died at a request before that is gone by then.
    let report = try await KillWalk(calls: KillWalk.networkCalls, sample: 12).walk(
      prepare: prepare,
      command: { world in command(world, browserDelay: "1") },
      afterKill: { _ in try await Task.sleep(for: .seconds(2)) },
      observe: observe,
      compare: compare
    )
    print("migrate with a late login, \(report)")
    #expect(report.failures == [])
    #expect(report.hits.count >= 10)
  }
}

extension DemoProvider {
  /// How many requests an endpoint has answered with success.
  func count(_ endpoint: DemoEndpoint) -> Int {
    log.count { $0.endpoint == endpoint && $0.outcome == "ok" }
  }
}
#endif
