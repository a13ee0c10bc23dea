import DemoProvider
import HTTP
import JSON
import Locks
import Loopback
import Migration
import OAuthClient
import Secrets
import Testing

@Suite(.timeLimit(.minutes(10))) struct `A preflight` {
  private func run(
    _ issuer: String,
    now: (@Sendable () -> Double)? = nil,
    _ change: (inout PreflightSubject) -> Void = { _ in }
  ) async -> PreflightReport {
    var subject = PreflightSubject(issuer: issuer)
    subject.clientID = "migrated-app"
    subject.redirectURI = "http://127.0.0.1/callback"
    subject.scopes = ["openid", "offline_access"]
    change(&subject)
    var clock = OAuthClock.system
    clock.sleep = { _ in }
    if let now { clock.now = now }
    return await Preflight(subject).run(over: OAuthTransport(client: Client(), clock: clock))
  }

  private func result(_ id: String, _ report: PreflightReport) -> PreflightVerdict.Result? {
    report.checks.first { $0.id == id }?.result
  }

  @Test func `of a provider that is right finds nothing wrong, with two requests`() async throws {
    let provider = try DemoProvider()
    let report = await run(provider.issuer)
    #expect(report.checks.filter { [.fail, .warn].contains($0.result) }.map(\.verdict.text) == [])
    #expect(report.ending == .done)
    #expect(provider.counts == [.discovery: 1, .jwks: 1])
    #expect(result("clock-offset", report) == .pass)
    #expect(result("jwks-usable", report) == .pass)
  }

  @Test func `tells one slash from another issuer`() async throws {
    var configuration = DemoConfiguration()
    configuration.issuerPath = "/Realm"
    let provider = try DemoProvider(configuration)
    let more = await run("\(provider.issuer)/")
    #expect(result("issuer-exact-match", more) == .warn)
    #expect(more.ending == .done)
    let otherCase = await run(provider.issuer.lowercased())
    #expect(result("discovery-reachable", otherCase) == .fail)
    configuration.issuerPath = "/"
    let slashed = try DemoProvider(configuration)
    let less = await run(String(slashed.issuer.dropLast()))
    #expect(result("issuer-exact-match", less) == .warn)
    #expect(less.ending == .done)
  }

  @Test func `of configured endpoints says only what they can show`() async throws {
    let provider = try DemoProvider()
    let subject = PreflightSubject(
      endpoints: try ProviderEndpoints(
        issuer: provider.issuer,
        authorization: provider.url(of: .authorize),
        token: provider.url(of: .token),
        jwksURI: provider.url(of: .jwks)
      )
    )
    let report = await Preflight(subject).run(over: OAuthTransport(client: Client()))
    #expect(report.count(.fail) == 0)
    #expect(result("discovery-reachable", report) == .skip)
    #expect(result("issuer-exact-match", report) == .skip)
    #expect(result("pkce-s256", report) == .skip)
    #expect(result("endpoints-https", report) == .pass)
    #expect(result("revocation-endpoint", report) == .warn)
    #expect(result("jwks-usable", report) == .pass)
    #expect(provider.counts == [.jwks: 1])
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    let name: String
    let fault: DemoFault
    let check: String
    let result: PreflightVerdict.Result
    var ending = PreflightReport.Ending.findings

    var testDescription: String { name }
  }

  static let faults: [Fault] = [
    Fault(
      name: "a page",
      fault: DemoFault(.discovery, .answer(.html())),
      check: "discovery-reachable",
      result: .fail
    ),
    Fault(
      name: "not found",
      fault: DemoFault(.discovery, .answer(DemoAnswer(status: 404))),
      check: "discovery-reachable",
      result: .fail
    ),
    Fault(
      name: "a redirect",
      fault: DemoFault(.discovery, .answer(.redirect(to: "https://evil.example/"))),
      check: "discovery-reachable",
      result: .fail
    ),
    Fault(
      name: "ten megabytes",
      fault: DemoFault(.discovery, .answer(.huge(10 << 20))),
      check: "discovery-reachable",
      result: .fail
    ),
    Fault(
      name: "ten thousand levels",
      fault: DemoFault(
        .discovery,
        .answer(
          DemoAnswer(
            status: 200,
            headers: ["Content-Type": "application/json"],
            body: String(repeating: "[", count: 10_000)
          )
        )
      ),
      check: "discovery-reachable",
      result: .fail
    ),
    Fault(
      name: "a failure",
      fault: DemoFault(.discovery, .answer(DemoAnswer(status: 500))),
      check: "discovery-reachable",
      result: .skip,
      ending: .unavailable
    ),
    Fault(
      name: "a request to wait",
      fault: DemoFault(.discovery, .answer(.busy(retryAfter: "3600"))),
      check: "discovery-reachable",
      result: .skip,
      ending: .unavailable
    ),
    Fault(
      name: "no answer",
      fault: DemoFault(.discovery, .drop),
      check: "discovery-reachable",
      result: .skip,
      ending: .unavailable
    ),
    Fault(
      name: "keys as a page",
      fault: DemoFault(.jwks, .answer(.html())),
      check: "jwks-usable",
      result: .fail
    ),
    Fault(
      name: "a megabyte of keys",
      fault: DemoFault(.jwks, .answer(.huge(1 << 20))),
      check: "jwks-usable",
      result: .fail
    ),
    Fault(
      name: "no keys to be had",
      fault: DemoFault(.jwks, .drop),
      check: "jwks-usable",
      result: .skip,
      ending: .unavailable
    ),
    Fault(
      name: "another issuer",
      fault: DemoFault(.discovery, .set("issuer", "https://evil.example")),
      check: "issuer-exact-match",
      result: .fail
    ),
  ]

  @Test(arguments: faults) func `names what is wrong with the answer`(_ case: Fault) async throws {
    let provider = try DemoProvider()
    provider.inject(`case`.fault)
    let report = await run(provider.issuer)
    #expect(result(`case`.check, report) == `case`.result)
    #expect(report.ending == `case`.ending)
    #expect(report.count(.fail) == (`case`.result == .fail ? 1 : 0))
  }

  @Test func `takes a revocation endpoint from the RFC 8414 document of the same issuer only`()
    async throws
  {
    let provider = try DemoProvider()
    provider.inject(DemoFault(.discovery, .omit("revocation_endpoint")))
    let right = await run(provider.issuer)
    #expect(result("revocation-endpoint", right) == .pass)
    #expect(result("revocation-auth-none", right) == .pass)
    #expect(provider.counts[.oauthMetadata] == 1)
    provider.inject(DemoFault(.oauthMetadata, .set("issuer", "https://evil.example")))
    let wrong = await run(provider.issuer)
    #expect(result("revocation-endpoint", wrong) == .warn)
    #expect(result("revocation-auth-none", wrong) == .skip)
    #expect(wrong.ending == .done)
  }

  @Test func `never asks an address that breaks the rules, whatever the metadata name`()
    async throws
  {
    let visits = Mutex(0)
    let attacker = try LoopbackServer { _ in
      visits.withLock { $0 += 1 }
      return LoopbackResponse(status: 200)
    }
    let provider = try DemoProvider()
    provider.inject(
      DemoFault(.discovery, .set("jwks_uri", .string("http://localhost:\(attacker.port)/jwks")))
    )
    provider.inject(DemoFault(.discovery, .set("issuer", .string("\(attacker.origin)"))))
    provider.inject(DemoFault(.discovery, .omit("revocation_endpoint")))
    let report = await run(provider.issuer)
    #expect(report.ending == .findings)
    #expect(visits.withLock { $0 } == 0)
  }

  @Test(arguments: [
    (0.0, PreflightVerdict.Result.pass), (20, .pass), (-45, .warn), (180, .fail), (-660, .fail),
    (3600, .fail),
  ])
  func `measures how far the clocks differ`(
    _ offset: Double,
    _ expected: PreflightVerdict.Result
  ) async throws {
    let provider = try DemoProvider()
    let report = await run(provider.issuer, now: { OAuthClock.system.now() + offset })
    #expect(result("clock-offset", report) == expected)
  }

  @Test func `of an issuer that is not https sends nothing and says why`() async throws {
    let report = await run("http://id.example.com")
    #expect(result("discovery-reachable", report) == .fail)
    #expect(report.ending == .findings)
    #expect(report.count(.fail) == 1)
  }

  @Test func `of a provider that is not there is worth repeating`() async throws {
    let provider = try DemoProvider()
    let issuer = provider.issuer
    provider.stop()
    let report = await run(issuer)
    #expect(report.ending == .unavailable)
    #expect(report.count(.fail) == 0)
  }

  @Test func `reads like the transcript`() async throws {
    let subject = PreflightSubject(issuer: PreflightDocuments.issuer)
    let report = await Preflight(subject).run(
      saved: PreflightDocuments.bytes(
        PreflightDocuments.metadata([
          "code_challenge_methods_supported": ["plain"], "end_session_endpoint": .some(nil),
        ])
      ),
      now: 1_780_000_000
    )
    let lines = PreflightText(report, width: 80).lines
    #expect(lines.allSatisfy { $0.count <= 80 || !$0.contains("  ") })
    #expect(lines[0].hasPrefix("https://id.example.com · 22 checks"))
    #expect(lines.contains { $0.hasPrefix("pass  ") && $0.contains("discovery · issuer exact") })
    #expect(
      lines.contains {
        $0.hasPrefix("fail   1  pkce-s256   ") && $0.contains("  S256 is not among them: plain")
      }
    )
    #expect(lines.contains { $0.contains("→ enable PKCE with S256") })
    #expect(lines.last == "Fix this one, run it again, then ship.")
    let verbose = PreflightText(report, width: 80, verbose: true).lines
    #expect(verbose.contains { $0.contains("response-type-code") })
  }

  @Test func `has the members that its schema promises`() async throws {
    let provider = try DemoProvider()
    let report = await run(provider.issuer)
    let document = try JSONDocument(
      parsing: SecretBytes(copying: report.json(version: "1.2.3").encoded())
    )
    let root = document.root
    #expect(root["schema"]?.string() == "appauth-migrate/preflight/1")
    #expect(root["tool"]?["version"]?.string() == "1.2.3")
    #expect(root["complete"]?.bool() == true)
    #expect(root["checks"]?.elements.count == PreflightChecks.passive.count)
    for check in root["checks"]?.elements ?? [] {
      #expect(
        check.members.map(\.name)
          == ["id", "title", "result", "text", "evidence", "source", "fix"]
      )
    }
    let summary = try #require(root["summary"])
    let counts = ["pass", "warn", "fail", "skip"].compactMap { summary[$0]?.int() }
    #expect(counts.reduce(0, +) == Int64(PreflightChecks.passive.count))
  }
}
