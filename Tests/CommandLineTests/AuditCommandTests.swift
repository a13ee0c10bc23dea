import JSON
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `The audit command` {
  private let home: ToolHome
  private let secrets = [
    "refresh token": "old-refresh-0123456789abcdef", "access token": "old-access-0123456789abcdef",
    "code": "old-code-0123456789abcdef",
    "verifier": "old-verifier-0123456789abcdef0123456789abcdef",
  ]

  init() async throws {
    home = try await ToolHome()
  }

  private var state: AndroidState {
    var state = AndroidState(issuer: "https://id.example.com", client: "example-app")
    state.refreshToken = secrets["refresh token"]
    state.accessToken = secrets["access token"]
    return state
  }

  private func run(_ arguments: String..., input: String = "") async throws -> BuiltTool.Run {
    try await BuiltTool.command.run(
      ["audit"] + arguments,
      in: home,
      input: Array(input.utf8),
      isWatched: true
    )
  }

  private func report(_ bytes: [UInt8]) throws -> JSONValue {
    try JSONDocument(parsing: SecretBytes(copying: bytes)).root
  }

  private func expectNoSecret(in run: BuiltTool.Run) throws {
    let markers = Markers(secrets.map { (name: $0.key, bytes: Array($0.value.utf8)) })
    #expect(markers.sightings(in: run.outputBytes, "stdout") == [])
    #expect(markers.sightings(in: run.errorBytes, "stderr") == [])
    #expect(markers.sightings(in: run.processes) == [])
  }

  @Test func `shows what is left behind, in 80 columns, and changes nothing`() async throws {
    let dump = try AppDump(state, in: home.folder)
    let before = try TreeHash(of: dump.path, withTimes: true)
    let run = try await run("dump", "--verbose")
    #expect(run.code == 1)
    #expect(run.output.contains("\ncom.example.app\n"))
    #expect(run.output.contains("    high      AM101 a refresh token"))
    #expect(run.output.contains("plan dump --issuer https://id.example.com"))
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(run.error.isEmpty)
    #expect(try TreeHash(of: dump.path, withTimes: true).differences(from: before) == [])
    try expectNoSecret(in: run)
  }

  @Test func `gives programs a report that keeps to its schema`() async throws {
    _ = try AppDump(state, in: home.folder)
    let run = try await run("dump", "--format", "json", "--report", "text=a.txt", "-v")
    #expect(run.code == 1)
    let schema = try SchemaCheck(BuiltTool.package.appending("docs/schemas/audit-1.json"))
    #expect(schema.faults(in: try report(run.outputBytes)) == [])
    #expect(try home.folder.text("a.txt").contains("AM107"))
    #expect(try home.folder.directory.status(of: "a.txt").mode & 0o777 == 0o600)
    try expectNoSecret(in: run)
  }

  @Test func `reads standard input`() async throws {
    let run = try await run("-", "--format", "json", input: state.json)
    #expect(run.code == 1)
    let state = try report(run.outputBytes)["states"]?[0]
    #expect(state?["source"]?["path"]?.string() == "-")
    #expect(state?["client_id"]?.string() == "example-app")
    try expectNoSecret(in: run)
  }

  @Test func `fails from the severity on that was asked for`() async throws {
    try home.folder.write("state.json", text: state.json)
    #expect(try await run("state.json", "--fail-on", "critical").code == 0)
    #expect(try await run("state.json", "--fail-on", "low").code == 1)
    try home.folder.write("clean.json", text: "{}")
    #expect(try await run("clean.json", "--fail-on", "info").code == 0)
  }

  @Test func `a demand that is not met is exit 3, unless the threshold is reached`() async throws {
    try home.folder.write("clean.json", text: "{}")
    let unmet = try await run("clean.json", "--expect-app", "com.example.app", "--format", "json")
    #expect(unmet.code == 3)
    #expect(try report(unmet.outputBytes)["complete"]?.bool() == false)
    #expect(unmet.error.contains("not proven: the app com.example.app is not in the input"))
    #expect(try await run("clean.json", "--require", "databases,keychain").code == 3)
    try home.folder.write("state.json", text: state.json)
    #expect(try await run("state.json", "--require", "databases").code == 1)
  }

  @Test func `goes on behind what it cannot read, and says so`() async throws {
    let deep = "{\"mLastTokenResponse\":" + String(repeating: "[", count: 10_000)
    try home.folder.write("deep.json", text: deep)
    try home.folder.write("gone.txt", text: "")
    try home.folder.directory.makeLink("link.json", to: "state.json")
    try home.folder.write("utf8.json", Array(state.json.utf8.dropLast(1)) + [0xFF, 0x7D])
    try home.folder.write("z.json", text: state.json)
    let run = try await run("deep.json", "missing", "link.json", "utf8.json", "z.json")
    #expect(run.code == 1)
    #expect(run.output.contains("\nNot read\n"))
    for words in [
      "  deep.json: malformed", "  cannot look at missing: no such file",
      "  cannot open link.json: it is a symbolic link", "  utf8.json: a state begins",
    ] {
      #expect(run.output.contains(words), "\(words)")
    }
    #expect(run.output.contains("    z.json · AppAuth-Android"))
    try expectNoSecret(in: run)
    let bad = try await self.run("deep.json", "--format", "json")
    #expect(bad.code == 3)
    #expect(bad.error.contains("not everything could be read: deep.json"))
  }

  @Test func `a file and a folder without rights are errors that say what to do`() async throws {
    let home = try await ToolHome(user: .nobody)
    let dump = try AppDump(state, in: home.folder)
    try await home.giveAway()
    let app = dump.path.appending("com.example.app")
    let rights = try await ChildProcess.run(
      "chmod",
      arguments: ["000", app.appending("files/ui.json").text, app.appending("shared_prefs").text]
    )
    #expect(rights.exit == .code(0))
    let run = try await BuiltTool.command.run(["audit", "dump"], in: home)
    #expect(run.code == 3)
    #expect(run.output.contains("no AppAuth state found"))
    #expect(run.output.contains("not all read: prefs (1 not, or not all: see errors)"))
    #expect(run.output.contains("ui.json"))
  }

  @Test func `refuses what it does not know`() async throws {
    #expect(try await run().code == 2)
    #expect(try await run("x", "--fail-on", "terrible").code == 2)
    #expect(try await run("x", "--requires", "prefs").code == 2)
    let folder = try await run("x", "--output", "no/such/folder/out.json")
    #expect(folder.code == 2)
  }
}
