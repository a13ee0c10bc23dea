import JSON
import POSIX
import Secrets
import TestSupport
import Testing

/// The recipes of docs/audit.md for pipelines, run as they stand there.
@Suite struct `An audit as a gate` {
  private let home: ToolHome

  init() async throws {
    home = try await ToolHome()
  }

  private var state: AndroidState {
    var state = AndroidState(issuer: "https://id.example.com", client: "example-app")
    state.refreshToken = "old-refresh-0123456789abcdef"
    state.accessToken = "old-access-0123456789abcdef"
    return state
  }

  private func run(_ line: String) async throws -> BuiltTool.Run {
    try await BuiltTool.command.run(line.split(separator: " ").map(String.init), in: home)
  }

  private func comparison(_ run: BuiltTool.Run) throws -> JSONValue? {
    try JSONDocument(parsing: SecretBytes(copying: run.outputBytes)).root["comparison"]
  }

  /// What the app's folder is after an update that took the state away.
  private func update(_ dump: AppDump) throws {
    let folder = try Directory.open(dump.preferencesPath.parent)
    try folder.unlink("AuthState.xml")
    try folder.openFile("AuthState.xml", .createExclusive(permissions: 0o600))
      .write(Array(dump.preferencesWithoutState.utf8))
  }

  @Test func `passes an app's folder only if the update took the state away`() async throws {
    _ = try AppDump(state, in: home.folder, named: "before")
    let after = try AppDump(state, in: home.folder, named: "after")
    let before = try await run("audit before/ --report json=before.json")
    #expect(before.code == 1)

    let unchanged = try await run("audit after/ --compare before.json --fail-on critical")
    #expect(unchanged.code == 1)
    #expect(unchanged.output.contains("0 credentials gone, 0 new, 1 unchanged"))
    #expect(unchanged.output.contains("failed: 1 state found"))

    try update(after)
    let gone = try await run("audit after/ --compare before.json")
    #expect(gone.code == 0, "\(gone.output)")
    #expect(gone.output.contains("\nCompared with before.json ("))
    #expect(gone.output.contains("1 credential gone, 0 new, 0 unchanged"))
    #expect(gone.output.contains("passed: the earlier audit had 1 state, this one has none"))
    #expect(gone.output.contains("no findings: exit 0"))
    #expect(gone.output.split(separator: "\n").allSatisfy { $0.count <= 80 })

    let json = try await run("audit after/ --compare before.json --format json")
    #expect(json.code == 0)
    #expect(try comparison(json)?["verdict"]?.string() == "passed")
    #expect(json.error.isEmpty)
  }

  @Test func `proves nothing by a folder that is not the app's, or not all of it`() async throws {
    let dump = try AppDump(state, in: home.folder, named: "before")
    #expect(try await run("audit before/ --report json=before.json").code == 1)
    try update(dump)
    #expect(try await run("audit before/ --compare before.json").code == 0)
    #expect(try await run("audit before/com.example.app/files --compare before.json").code == 3)
    #expect(try await run("audit before/ --exclude *.xml --compare before.json").code == 3)
    let app = "--expect-app com.example.other"
    let unmet = try await run("audit before/ --compare before.json --format json \(app)")
    #expect(unmet.code == 3)
    #expect(unmet.error.contains("not proven: this audit is not complete"))
  }

  @Test func `fails if the earlier audit found nothing`() async throws {
    try home.folder.write("clean.json", text: "{}")
    #expect(try await run("audit clean.json --report json=before.json").code == 0)
    let run = try await run("audit clean.json --compare before.json")
    #expect(run.code == 1)
    #expect(run.output.contains("failed: the earlier audit found no state"))
  }

  @Test func `takes no report that is not one, or not complete`() async throws {
    try home.folder.write("clean.json", text: "{}")
    try home.folder.write("deep.json", text: String(repeating: "[", count: 100_000))
    #expect(try await run("audit clean.json --expect-app a.b --report json=open.json").code == 3)
    #expect(try await run("audit clean.json --report jsonl=lines.json").code == 0)
    for (name, words) in [
      ("open.json", "open.json is not complete"), ("lines.json", "lines.json is no audit report"),
      ("deep.json", "deep.json is no audit report"), ("none.json", "none.json"),
      ("clean.json", "clean.json is no audit report"), ("data", "data is a folder"),
    ] {
      let run = try await run("audit clean.json --compare \(name)")
      #expect(run.code == 2, "\(name)")
      #expect(run.error.contains(words), "\(run.error)")
      #expect(run.error.contains("--report json=BEFORE.json"))
      #expect(run.output.isEmpty)
    }
  }

  @Test func `looks at a part, counts the rest and never calls nothing clean`() async throws {
    _ = try AppDump(state, in: home.folder)
    let part = try await run("audit dump --exclude AuthState.xml")
    #expect(part.code == 0)
    #expect(part.output.contains("\nNot looked at: 1 file (--exclude)\n"))
    #expect(part.output.contains("not in this input: prefs"))
    let xml = try await run("audit dump --include *.xml --include *.json --exclude ui.json")
    #expect(xml.code == 1)
    #expect(xml.output.hasPrefix("2 files, "))
    #expect(xml.output.contains("Not looked at: 2 files (--include and --exclude)"))
    let nothing = try await run("audit dump --include dump/**")
    #expect(nothing.code == 3)
    #expect(nothing.output.contains("nothing was looked at: --include left out 1 folder"))
    let away = try await run("audit dump --exclude ../dump")
    #expect(away.code == 2)
    #expect(away.error.contains("--exclude '../dump' leads out of what is audited"))
  }
}
