import DemoProvider
import JSON
import TestSupport
import Testing

/// Every command that needs the provider says what is wrong with it, what to do, and sends no token.
@Suite(.timeLimit(.minutes(10))) struct `A provider that is not as it should be` {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    var faults: [DemoFault] = []
    /// In place of the world's own.
    var issuer: String?
    let code: Int32
    let preflightCode: Int32
    /// What the message must say.
    let words: [String]

    var testDescription: String { name }
  }

  private static let cases = [
    Case(
      name: "is down",
      issuer: "http://127.0.0.1:9",
      code: 4,
      preflightCode: 4,
      words: ["no connection to 127.0.0.1", "check that it runs", "run the same command again"]
    ),
    Case(
      name: "answers with a page",
      faults: [
        DemoFault(.discovery, .answer(.html())), DemoFault(.oauthMetadata, .answer(.html())),
      ],
      code: 2,
      preflightCode: 1,
      words: ["instead of JSON", "is the issuer spelled right?"]
    ),
    Case(
      name: "calls itself another issuer",
      faults: [DemoFault(.discovery, .set("issuer", "https://evil.example"))],
      code: 2,
      preflightCode: 1,
      words: ["another issuer", "announced https://evil.example", "nothing was sent there"]
    ),
    Case(
      name: "is reached in clear over a network",
      issuer: "http://id.example.com",
      code: 2,
      preflightCode: 1,
      words: ["must be", "https"]
    ),
    Case(
      name: "is overloaded",
      faults: [DemoFault(.discovery, .answer(.busy(retryAfter: "3600")))],
      code: 4,
      preflightCode: 4,
      words: ["run the same command again"]
    ),
  ]

  @Test(
    arguments: cases,
    ["plan dump", "login --timeout 5", "revoke dump --yes", "delete dump --revoke --yes"]
  )
  func `is an error that says what to do`(case: Case, line: String) async throws {
    let world = try await DemoWorld()
    `case`.faults.forEach(world.provider.inject)
    let before = try TreeHash(of: world.dump.path, withTimes: true)
    let issuer = `case`.issuer.map { ["--issuer", $0] } ?? []
    let run = try await world.run(line.split(separator: " ").map(String.init) + issuer)
    #expect(run.code == `case`.code, "\(run.error)")
    for words in `case`.words { #expect(run.error.contains(words), "\(run.error)") }
    #expect(run.error.hasPrefix("appauth-migrate: "))
    #expect(try TreeHash(of: world.dump.path, withTimes: true).differences(from: before) == [])
    #expect(world.provider.counts[.revoke, default: 0] == 0)
    #expect(world.provider.counts[.token, default: 0] == 0)
  }

  @Test func `after the plan was made, stops its migration before anything is done`() async throws {
    let world = try await DemoWorld()
    #expect(try await world.run(["plan", "dump", "--output", "plan.json"]).code == 0)
    world.provider.inject(DemoFault(.discovery, .answer(.error(503, "temporarily_unavailable"))))
    let run = try await world.run(["migrate", "plan.json", "--yes", "--timeout", "5"])
    #expect(run.code == 4, "\(run.error)")
    #expect(run.error.contains("openid-configuration answered 503"), "\(run.error)")
    #expect(!run.error.contains("0 fail"), "\(run.error)")
    #expect(world.provider.counts[.revoke, default: 0] == 0)
  }

  @Test(arguments: cases)
  func `fails the preflight, whose other checks go on`(case: Case) async throws {
    let world = try await DemoWorld()
    `case`.faults.forEach(world.provider.inject)
    let issuer = `case`.issuer.map { ["--issuer", $0] } ?? []
    let run = try await world.run(["preflight"] + issuer)
    #expect(run.code == `case`.preflightCode, "\(run.output)")
    #expect(run.output.contains("pass "))
    #expect(run.output.contains(`case`.preflightCode == 1 ? "fail   1" : "could not be asked"))
  }
}
