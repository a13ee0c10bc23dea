import DemoProvider
import JSON
import POSIX
import Secrets
import TestSupport
import Testing

/// Each json of each command fits the schema that it names, and each schema is the schema of something.
@Suite(.timeLimit(.minutes(10))) struct `The json of a command` {
  /// The commands in an order in which each has something to show; `down` stands for an issuer that nobody answers for.
  private static let lines = [
    "version", "version --verbose", "explain", "explain AM101", "ledger show", "status",
    "preflight", "preflight down", "plan dump --output plan.json", "plan dump",
    "plan dump --login skip --order login-first", "plan down dump", "audit dump",
    "revoke dump --dry-run", "delete dump --dry-run", "migrate dump --dry-run",
    "migrate plan.json --yes", "migrate plan.json --yes", "ledger show", "login", "status",
    "token", "request api", "request api/step-up", "userinfo",
    "step-up --acr-values urn:demo:strong", "handle-redirect -", "refresh", "logout", "logout",
    "purge --dry-run", "token", "audit dump", "audit missing",
    "delete dump --yes", "delete again --yes", "revoke again --yes --verify redeem",
    "revoke again --yes", "ledger show", "migrate plan.json --yes", "plann", "explain AM999",
  ]

  @Test func `fits the schema that it names`() async throws {
    let world = try await DemoWorld()
    _ = try AppDump(stateText: try again(world), in: world.home.folder, named: "again")
    var seen: Set<String> = []
    for line in Self.lines {
      var words = line.split(separator: " ").map(String.init) + ["--format", "json"]
      if let down = words.firstIndex(of: "down") {
        words[down...down] = ["--issuer", "http://127.0.0.1:9"]
      }
      if let api = words.firstIndex(where: { $0.hasPrefix("api") }) {
        words[api] = world.provider.url(of: .api) + words[api].dropFirst(3)
        words += ["--protected-origins", "http://127.0.0.1:\(world.provider.port)"]
      }
      let run = try await world.run(words)
      // A plan that was written to a file is told to a person.
      guard !run.outputBytes.isEmpty else {
        #expect(line.contains("--output"), "\(line): \(run.error)")
        continue
      }
      let document = try JSONDocument(parsing: SecretBytes(copying: run.outputBytes)).root
      let name = try #require(document["schema"]?.string(), "\(line)")
      seen.insert(name)
      #expect(try schema(name).faults(in: document) == [], "\(line)")
    }
    let files = try Directory.open(BuiltTool.package.appending("docs/schemas")).entries()
    // Lines, and what an audit reads, are held against theirs elsewhere.
    let others = ["audit-lines-1.json", "baseline-1.json", "map-1.json"]
    let known = files.map(\.name.text).filter { !others.contains($0) }
    #expect(seen == Set(known.map { "appauth-migrate/" + $0.dropLast(7) + "/1" }))
  }

  @Test func `would not fit with a member more, one less, or another type`() throws {
    let text =
      #""schema":"appauth-migrate/logout/1","was_signed_in":true,"token_revoked":false,"#
      + #""revocation":"not_revoked","#
    let whole = text + #""session_ended":false,"remarks":[]"#
    func faults(_ members: String) throws -> [String] {
      let bytes = SecretBytes(copying: Array("{\(members)}".utf8))
      return try schema("appauth-migrate/logout/1").faults(in: JSONDocument(parsing: bytes).root)
    }
    #expect(try faults(whole) == [])
    #expect(try faults(whole + #","more":1"#).count == 1)
    #expect(try faults(text + #""session_ended":false"#).count == 1)
    #expect(try faults(text + #""session_ended":0,"remarks":[]"#).count == 1)
  }

  private func schema(_ name: String) throws -> SchemaCheck {
    let parts = name.split(separator: "/")
    return try SchemaCheck(
      BuiltTool.package.appending(Path("docs/schemas/\(parts[1])-\(parts[2]).json"))
    )
  }

  /// A state with a token of its own, for the commands that come after the first one is gone.
  private func again(_ world: DemoWorld) throws -> String {
    let tokens = try world.provider.signIn()
    var state = AndroidState(
      issuer: world.provider.issuer,
      client: "legacy-app",
      endpoints: ["token_endpoint": world.provider.url(of: .token)]
    )
    state.refreshToken = try #require(tokens.refreshToken).text
    return state.json
  }
}
