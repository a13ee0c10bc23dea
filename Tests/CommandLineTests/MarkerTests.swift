import DemoProvider
import JSON
import POSIX
import Secrets
import TestSupport
import Testing

/// Every token has a mark; no mark, in whatever encoding, may turn up where somebody else can see it: output, files,
/// arguments and environments, the browser's included.
///
/// Serialized, since each login waits for a browser that must not starve.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `No secret` {
  /// Runs one step and looks everywhere; the dump alone may hold old tokens.
  private func take(_ step: MarkerStep, in world: DemoWorld) async throws {
    step.faults.forEach(world.provider.inject)
    defer { world.provider.clearFaults() }
    let api = world.provider.url(of: .api)
    let words = step.arguments.map {
      $0.replacing("API", with: api)
        .replacing("ORIGIN", with: "http://127.0.0.1:\(world.provider.port)")
    }
    let run = try await world.run(words, isWatched: true)
    var found = world.markers.sightings(in: run, exemptingOutput: step.mayPrint)
    found += try world.markers.sightings(under: world.home.path) { path in
      path.bytes.starts(with: Path("dump/").bytes)
    }
    // Whoever types a token on a command line has shown it already; only what comes of it counts.
    let isTyped = step.arguments.contains { $0.contains(world.old.refresh.text) }
    found.removeAll { isTyped && $0.place.hasPrefix("the arguments of") }

    #expect(found == [], "\(step.arguments.first ?? "")")
    #expect(
      run.code.map(step.codes.contains) == true,
      "\(step.arguments.first ?? ""): \(run.exit) \(run.error)"
    )
    if step.mayPrint { #expect(!world.markers.sightings(in: run).isEmpty) }
    if step.opensBrowser {
      // What opens the browser shows its arguments to everyone: the start page is all that may stand there.
      let seen = (try? world.home.folder.directory.openFolder("run").openFile("browser-seen"))
      let text = try seen.map { try $0.read(at: 0, count: $0.status().size) } ?? []
      #expect(String(decoding: text, as: UTF8.self).contains("/start/"), "no browser was opened")
    }
  }

  @Test(arguments: ["", "--verbose", "--format json"])
  func `is in anything that the commands write or show on the whole road`(flags: String)
    async throws
  {
    let world = try await DemoWorld()
    for step in [
      MarkerStep("version", [0]),
      MarkerStep("explain AM101", [0]),
      MarkerStep("completions man", [0]),
      MarkerStep("audit dump", [1]),
      MarkerStep("audit dump --report json=audit-\(flags.count).json", [1]),
      MarkerStep(
        "audit dump --report jsonl=a.jsonl --report sarif=a.sarif --report junit=a.xml "
          + "--report csv=a.csv --report markdown=a.md --report html=a.html",
        [1]
      ),
      MarkerStep("preflight", [0]),
      MarkerStep("plan dump", [0]),
      MarkerStep("plan dump --output plan.json --verify redeem", [0]),
      MarkerStep("revoke dump --dry-run", [0]),
      MarkerStep("delete dump --dry-run", [0]),
      MarkerStep("migrate plan.json --dry-run", [0]),
      MarkerStep("migrate plan.json --yes --timeout 30", [0], opensBrowser: true),
      MarkerStep("ledger show", [0]),
      MarkerStep("login", [0]),
      MarkerStep("status", [0]),
      MarkerStep("token", [0], mayPrint: true),
      MarkerStep("request API --protected-origins ORIGIN", [0]),
      MarkerStep("request API/step-up --protected-origins ORIGIN", [5]),
      MarkerStep("userinfo", [0]),
      MarkerStep("step-up --acr-values urn:demo:strong", [0]),
      MarkerStep("handle-redirect -", [5]),
      MarkerStep("refresh", [0]),
      MarkerStep("logout --timeout 30", [0], opensBrowser: true),
      MarkerStep("status", [5]),
    ] {
      try await take(step.adding(flags), in: world)
    }
    #expect(try world.markers.sightings(under: world.home.path) == [])
  }

  @Test(arguments: ["", "--verbose", "--format json"])
  func `is in anything that revoking and deleting write`(flags: String) async throws {
    let world = try await DemoWorld()
    for step in [
      MarkerStep("revoke dump --yes --verify redeem", [0]),
      MarkerStep("revoke dump --yes", [0]),
      MarkerStep("delete dump --revoke --yes", [0]),
      MarkerStep("delete dump --yes", [0]),
      MarkerStep("ledger show", [0]),
    ] {
      try await take(step.adding(flags), in: world)
    }
    #expect(try world.markers.sightings(under: world.home.path) == [])
  }

  /// With the old state still there.
  private static let migrationFailures: [MarkerStep] = [
    MarkerStep("revoke dump --yes", [3], faults: [DemoFault(.revoke, .echo(400, "odd"))]),
    MarkerStep(
      "revoke dump --yes",
      [3],
      faults: [DemoFault(.revoke, .echo(401, "invalid_client"))]
    ),
    MarkerStep("revoke dump --yes", [3, 4], faults: [DemoFault(.revoke, .echo(503, "busy"))]),
    MarkerStep("revoke dump --yes", [3, 4], faults: [DemoFault(.revoke, .drop)]),
    MarkerStep("revoke dump --yes", [0, 3, 4], faults: [DemoFault(.revoke, .answer(.html()))]),
    MarkerStep(
      "revoke dump --yes --verify redeem",
      [0, 3, 4],
      faults: [DemoFault(.token, .echo(400, "invalid_request"))]
    ),
    MarkerStep(
      "delete dump --revoke --yes",
      [3],
      faults: [DemoFault(.revoke, .echo(400, "invalid_request"))]
    ),
    MarkerStep(
      "migrate plan.json --yes --timeout 5",
      [3],
      faults: [DemoFault(.revoke, .echo(400, "invalid_request"))]
    ),
    MarkerStep(
      "migrate plan.json --yes --timeout 5",
      [2, 4, 5],
      faults: [DemoFault(.token, .echo(400, "invalid_grant"))]
    ),
    MarkerStep("preflight", [1], faults: [DemoFault(.jwks, .answer(.html()))]),
    MarkerStep("audit TOKEN", [3]),
    MarkerStep("audit dump/TOKEN", [3]),
    MarkerStep("revoke TOKEN --yes", [2, 3]),
    MarkerStep("delete TOKEN --yes", [2, 3]),
    MarkerStep("plan TOKEN", [2]),
    MarkerStep("migrate TOKEN --yes", [2, 3]),
    MarkerStep("migrate plan.json --yes --expect TOKEN", [2]),
    MarkerStep("audit dump/damaged.json", [0, 1, 3]),
  ]

  @Test(arguments: migrationFailures, ["", "--verbose", "--format json"])
  func `is in anything that revoking, deleting and migrating write when they fail`(
    step: MarkerStep,
    flags: String
  ) async throws {
    let world = try await DemoWorld()
    // Broken in the middle of a token.
    let text = "{\"refreshToken\":\"\(world.old.refresh.text.dropLast(3))"
    try Directory.open(world.dump.path)
      .openFile("damaged.json", .createExclusive(permissions: 0o600)).write(Array(text.utf8))
    if step.description.contains("plan.json") {
      try await take(MarkerStep("plan dump --output plan.json", [0, 3]), in: world)
    }
    try await take(step.naming(world.old.refresh.text).adding(flags), in: world)
  }

  /// Each begins signed in.
  private static let failures: [MarkerStep] = [
    MarkerStep("refresh", [5], faults: [DemoFault(.token, .echo(400, "invalid_grant"))]),
    MarkerStep("refresh", [4], faults: [DemoFault(.token, .echo(503, "server_error"))]),
    MarkerStep("refresh", [2, 4, 5], faults: [DemoFault(.token, .echo(401, "invalid_client"))]),
    MarkerStep("refresh", [2], faults: [DemoFault(.token, .set("token_type", "odd"))]),
    MarkerStep("refresh", [2, 4, 5], faults: [DemoFault(.token, .tamperedSignature)]),
    MarkerStep("refresh", [4], faults: [DemoFault(.token, .answer(.html(200)))]),
    MarkerStep("refresh", [4], faults: [DemoFault(.token, .drop)]),
    MarkerStep("logout --timeout 30", [3], faults: [DemoFault(.revoke, .echo(400, "busy"))]),
    MarkerStep("logout --no-browser --timeout 1", [0, 3]),
    MarkerStep(
      "request API --protected-origins ORIGIN",
      [4],
      faults: [DemoFault(.api, .answer(.busy(retryAfter: "4000")))]
    ),
    MarkerStep("request TOKEN --protected-origins ORIGIN", [2]),
    MarkerStep("request API --protected-origins ORIGIN --header TOKEN", [2]),
    MarkerStep("request API --protected-origins ORIGIN --data TOKEN", [2]),
    MarkerStep("userinfo", [5], faults: [DemoFault(.userinfo, .echo(401, "invalid_token"))]),
    MarkerStep("userinfo", [5], faults: [DemoFault(.userinfo, .set("sub", "other"))]),
    MarkerStep("step-up", [4, 5], faults: [DemoFault(.token, .echo(400, "invalid_grant"))]),
    MarkerStep("step-up --acr-values gold", [5], faults: [DemoFault(.token, .claim("acr", "x"))]),
    MarkerStep("handle-redirect TOKEN", [5]),
    MarkerStep("login --refresh-token TOKEN", [2]),
    MarkerStep("status TOKEN", [2]),
    MarkerStep("status --config TOKEN", [2]),
    MarkerStep("explain TOKEN", [2]),
  ]

  @Test(arguments: failures, ["", "--verbose", "--format json"])
  func `is in anything that the commands write when they fail`(
    step: MarkerStep,
    flags: String
  ) async throws {
    let world = try await DemoWorld()
    try await take(MarkerStep("login --timeout 30", [0], opensBrowser: true), in: world)
    try await take(step.naming(world.old.refresh.text).adding(flags), in: world)
  }

  @Test(arguments: [
    DemoFault(.token, .echo(400, "invalid_grant")), DemoFault(.token, .echo(500, "server_error")),
    DemoFault(.token, .tamperedSignature), DemoFault(.token, .answer(.html())),
    DemoFault(.token, .claim("iss", "https://evil.example")),
    DemoFault(.authorize, .omit("state")),
    DemoFault(.authorize, .set("iss", "https://evil.example")),
  ])
  func `is in anything that a login writes when it fails`(fault: DemoFault) async throws {
    let world = try await DemoWorld()
    let step = MarkerStep("login --timeout 5", [2, 4, 5, 6], opensBrowser: true, faults: [fault])
    for flags in ["--verbose", "--format json"] { try await take(step.adding(flags), in: world) }
  }
}
