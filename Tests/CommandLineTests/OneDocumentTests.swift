import DemoProvider
import JSON
import POSIX
import Secrets
import TestSupport
import Testing

/// A program that reads standard output gets one document, whatever happened.
@Suite(.timeLimit(.minutes(10))) struct `A command that was asked for json` {
  private func document(_ run: BuiltTool.Run) throws -> JSONValue {
    try JSONDocument(parsing: SecretBytes(copying: run.outputBytes)).root
  }

  private func planned() async throws -> DemoWorld {
    let world = try await DemoWorld()
    #expect(try await world.run(["plan", "dump", "--output", "plan.json"]).code == 0)
    return world
  }

  private static let stops: [(DemoFault, Int32)] = [
    (DemoFault(.discovery, .answer(.html())), 1),
    (DemoFault(.revoke, .answer(.busy(retryAfter: "999999"))), 4), (DemoFault(.token, .drop), 4),
    (DemoFault(.token, .claim("nonce", "other")), 5),
  ]

  @Test(arguments: stops)
  func `writes one, with the reason in it, when a migration stops`(fault: DemoFault, code: Int32)
    async throws
  {
    let world = try await planned()
    world.provider.inject(fault)
    let run = try await world.run(
      "migrate plan.json --yes --timeout 90 --format json --report json=r.json".words
    )
    #expect(run.code == code, "\(run.error)")
    let root = try document(run)
    #expect(root["schema"]?.string() == "appauth-migrate/migration/1")
    #expect(root["error"]?["exit_code"]?.int() == Int64(code))
    #expect(root["error"]?["message"]?.string()?.isEmpty == false)
    // The report is the result, not the error that came after it.
    #expect(try world.home.folder.text("r.json") == run.output)
  }

  private static let lines: [(String, Int32)] = [
    ("migrate dump", 2), ("migrate plan.json --dry-run", 0),
    ("plan dump --output other.json", 0), ("delete dump --dry-run", 0),
    ("delete appauth-migrate.json --yes", 0), ("revoke dump", 2), ("status", 5), ("token", 5),
  ]

  @Test(arguments: lines)
  func `writes one or nothing`(line: String, code: Int32) async throws {
    let world = try await planned()
    let run = try await world.run((line + " --format json").words)
    #expect(run.code == code, "\(run.error)")
    if !line.contains("--output") { _ = try document(run) } else { #expect(run.output.isEmpty) }
  }
}

@Suite(.timeLimit(.minutes(10))) struct `At its end, migrate` {
  @Test func `says of each step that an earlier run of the plan has done it`() async throws {
    let world = try await DemoWorld()
    #expect(try await world.run(["plan", "dump", "--output", "plan.json"]).code == 0)
    world.provider.inject(DemoFault(.token, .claim("nonce", "other"), times: 1))
    let stopped = try await world.run("migrate plan.json --yes --timeout 90".words)
    #expect(stopped.code == 5, "\(stopped.error)")
    #expect(!stopped.error.contains("earlier run"))

    let resumed = try await world.run("migrate plan.json --yes --timeout 90".words)
    #expect(resumed.code == 0, "\(resumed.error)")
    #expect(resumed.error.contains("1 of 1 · "))
    #expect(resumed.error.contains("(known from an earlier run)"), "\(resumed.error)")
    #expect(resumed.error.contains("login       signed in"), "\(resumed.error)")

    let again = try await world.run("migrate plan.json --yes --timeout 90".words)
    #expect(again.code == 0, "\(again.error)")
    #expect(again.error.contains("login       done by an earlier run of this plan\n"))
    #expect(again.output.contains("login       done by an earlier run of this plan; this tells"))
    // The old token once, and once what came with the ID token that was refused.
    #expect(world.provider.counts[.revoke] == 2)
    #expect(world.provider.counts[.authorize].map { $0 > 0 } == true)
  }

  private func migrate(_ fault: DemoFault) async throws -> BuiltTool.Run {
    let world = try await DemoWorld()
    #expect(try await world.run(["plan", "dump", "--output", "plan.json"]).code == 0)
    world.provider.inject(fault)
    return try await world.run("migrate plan.json --yes --timeout 90".words)
  }

  @Test func `says that a state which it kept is still there`() async throws {
    let run = try await migrate(DemoFault(.revoke, .answer(.html())))
    #expect(run.code == 3)
    #expect(run.error.contains("1 planned state is still in this copy, 1 of them kept"))
    #expect(!run.error.contains("no planned state is left"))
  }

  @Test func `calls no refresh proven for which no token came`() async throws {
    let run = try await migrate(DemoFault(.token, .omit("refresh_token")))
    #expect(run.code == 3, "\(run.error)")
    #expect(run.error.contains("the provider gave no refresh token although"), "\(run.error)")
  }
}

extension String {
  fileprivate var words: [String] { split(separator: " ").map(String.init) }
}
