import DemoProvider
import JSON
import POSIX
import Secrets
import TestSupport
import Testing

/// What people read.
@Suite(.timeLimit(.minutes(10))) struct `The text of a result` {
  private func json(_ run: BuiltTool.Run) throws -> JSONValue {
    try JSONDocument(parsing: SecretBytes(copying: run.outputBytes)).root
  }

  private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

  @Test(arguments: [
    "plan dump", "plan dump --output plan.json", "migrate dump --dry-run", "ledger show",
    "delete dump --dry-run", "revoke dump --dry-run", "preflight", "audit dump",
  ])
  func `has at most 80 columns where there is no terminal`(line: String) async throws {
    let world = try await DemoWorld()
    if line == "ledger show" {
      #expect(try await world.run(["delete", "dump", "--yes"]).code == 0)
      #expect(try await world.run(["revoke", "dump", "--yes"]).code == 0)
    }
    let run = try await world.run(words(line))
    #expect(run.output.count > 80, "\(run.error)")
    for line in run.output.split(separator: "\n") where line.count > 80 {
      // A word that has no blank in it is never broken.
      let long = line.split(separator: " ").filter { $0 != #"\"# }.map(\.count).max() ?? 0
      #expect(long > 40, "\(line)")
    }
  }

  @Test func `of a plan that changes nothing says so, and is not applied`() async throws {
    let world = try await DemoWorld()
    let folder = try Directory.make(world.home.path.appending("empty"))
    try folder.openFile("notes.txt", .createExclusive(permissions: 0o600)).write([0x61])
    let plan = try await world.run(words("plan empty --output plan.json"))
    #expect(plan.code == 0, "\(plan.error)")
    #expect(plan.output.contains("Nothing to do"))
    #expect(!plan.output.contains("appauth-migrate migrate"))
    for line in ["migrate plan.json --yes", "migrate empty"] {
      let run = try await world.run(words(line))
      #expect(run.code == 0, "\(run.error)")
      #expect(run.error.contains("Nothing to do"))
      let asked = try await world.run(words(line + " --format json"))
      #expect(try json(asked)["complete"]?.bool() == true)
    }
    #expect(world.provider.counts[.authorize, default: 0] == 0)
  }

  @Test func `of a preflight names the one cause when the provider is down`() async throws {
    let world = try await DemoWorld()
    let down = ["preflight", "--issuer", "http://127.0.0.1:9"]
    let run = try await world.run(down)
    #expect(run.code == 4)
    #expect(run.output.contains("\nskip  20  discovery-reachable  could not be asked: "))
    #expect(run.output.contains(" 19 more could not be tried without it"), "\(run.output)")
    #expect(!run.output.contains("templated-issuer"))
    #expect(try await world.run(down + ["--verbose"]).output.contains("templated-issuer"))
    let checks = try json(await world.run(down + ["--format", "json"]))["checks"]?.elements ?? []
    #expect(checks.count == 22)
  }

  @Test func `of a preflight names the one cause when the discovery fails`() async throws {
    let world = try await DemoWorld()
    world.provider.inject(DemoFault(.discovery, .answer(.html())))
    world.provider.inject(DemoFault(.oauthMetadata, .answer(.html())))
    let run = try await world.run(["preflight"])
    #expect(run.code == 1)
    #expect(run.output.contains("fail   1  discovery-reachable"), "\(run.output)")
    #expect(!run.output.contains("templated-issuer"), "\(run.output)")
  }

  @Test(arguments: ["revoke dump --yes", "delete dump --revoke --yes"])
  func `does not ask for a proof that was asked for`(line: String) async throws {
    for isProven in [false, true] {
      let world = try await DemoWorld()
      let run = try await world.run(words(line) + (isProven ? ["--verify", "redeem"] : []))
      #expect(run.code == 0, "\(run.error)")
      #expect((run.output + run.error).contains("--verify redeem") == !isProven, "\(run.error)")
    }
  }

  @Test func `of a migration does not ask for it either`() async throws {
    for isProven in [false, true] {
      let world = try await DemoWorld()
      let flags = isProven ? ["--verify", "redeem"] : []
      let plan = try await world.run(words("plan dump --output plan.json") + flags)
      #expect(plan.code == 0, "\(plan.error)")
      let run = try await world.run(words("migrate plan.json --yes --timeout 20"))
      #expect(run.code == 0, "\(run.error)")
      #expect((run.output + run.error).contains("--verify redeem") == !isProven, "\(run.error)")
    }
  }

  @Test func `of token is the token alone, and one document as json`() async throws {
    let world = try await DemoWorld()
    #expect(try await world.run(words("login --timeout 20")).code == 0)
    let plain = try await world.run(["token"])
    let document = try json(await world.run(words("token --format json")))
    #expect(document["schema"]?.string() == "appauth-migrate/token/1")
    #expect(document["access_token"]?.string().map { $0 + "\n" } == plain.output)
    #expect(document["token_type"]?.string() == "Bearer")
    let status = try json(await world.run(words("status --format json")))
    #expect(document["expires_at"]?.string() == status["access_token_expires_at"]?.string())
  }

  @Test(arguments: [
    ("{\"client_id\": \"a\",\n}", "line 2, column 1"),
    ("{\"scopes\": [\"openid\", ]}", "line 1, column 23"),
  ])
  func `of a configuration with a comma too many says that`(text: String, place: String)
    async throws
  {
    let home = try await ToolHome()
    try home.folder.write("appauth-migrate.json", text: text)
    let run = try await BuiltTool.command.run(["status"], in: home)
    #expect(run.code == 2)
    let words = "\(place): there is a comma before the closing bracket, where JSON allows none"
    #expect(run.error.contains(words), "\(run.error)")
  }
}
