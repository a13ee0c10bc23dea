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
    #expect(unchanged.output.contains("0 credentials in no state any more, 0 new, 1 still there"))
    #expect(unchanged.output.contains("failed: 1 state found"))

    try update(after)
    let gone = try await run("audit after/ --compare before.json")
    #expect(gone.code == 0, "\(gone.output)")
    #expect(gone.output.contains("\nCompared with before.json ("))
    #expect(gone.output.contains("1 credential in no state any more, 0 new, 0 still there"))
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

  @Test func `takes one earlier report, and no path without a name`() async throws {
    try home.folder.write("clean.json", text: "{}")
    for arguments in [
      ["clean.json", "--compare", "a.json", "--compare", "b.json"], [""], ["clean.json", ""],
    ] {
      let run = try await BuiltTool.command.run(["audit"] + arguments, in: home)
      #expect(run.code == 2, "\(arguments)")
      #expect(run.output.isEmpty)
      #expect(run.error.contains(arguments.count > 2 ? "given twice" : "a path is empty"))
    }
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

  @Test func `accepts known states until a day, and says who answers for them`() async throws {
    _ = try AppDump(state, in: home.folder)
    let first = try await run("audit dump --write-baseline known.json")
    #expect(first.code == 1)
    #expect(first.error.contains("wrote known.json: fill in a reason and an owner"))
    #expect(try home.folder.directory.status(of: "known.json").mode & 0o777 == 0o600)
    let text = try home.folder.text("known.json")
    let again = try await run("audit dump --write-baseline known.json")
    #expect(again.code == 2)
    #expect(again.error.contains("it exists already"))
    #expect(try home.folder.text("known.json") == text)

    let unsigned = try await run("audit dump --baseline known.json")
    #expect(unsigned.code == 2)
    #expect(unsigned.error.contains("accepted[0].reason is missing"), "\(unsigned.error)")
    let signed = text.replacing("\"reason\": \"\"", with: "\"reason\": \"lab device\"")
      .replacing("\"owner\": \"\"", with: "\"owner\": \"alice\"")
    try home.folder.write("signed.json", text: signed)
    let live = try await run("audit dump --baseline signed.json")
    #expect(live.code == 1)
    #expect(live.output.contains("--accept-live-credential"))
    let accepted = try await run("audit dump --baseline signed.json --accept-live-credential")
    #expect(accepted.code == 0, "\(accepted.output)")
    #expect(accepted.output.contains("lab device"))
    #expect(accepted.output.contains("2 high, 1 low (3 accepted): exit 0"))
    let json = try await run(
      "audit dump --baseline signed.json --accept-live-credential --format json"
    )
    let root = try JSONDocument(parsing: SecretBytes(copying: json.outputBytes)).root
    let schema = try SchemaCheck(BuiltTool.package.appending("docs/schemas/audit-1.json"))
    #expect(schema.faults(in: root) == [])
    #expect(root["baseline"]?["accepted_findings"]?.int() == 3)

    let until = try #require(signed.firstMatch(of: #/"until": "[0-9-]+"/#)?.output)
    let over = signed.replacing(until, with: "\"until\": \"2020-01-01\"")
    try home.folder.write("over.json", text: over)
    let expired = try await run("audit dump --baseline over.json --accept-live-credential")
    #expect(expired.code == 1)
    #expect(expired.output.contains("no longer accepted (until 2020-01-01, alice)"))
  }

  private static let entry = """
    {"schema": "appauth-migrate/baseline/1", "accepted": [{"state": "st_0123456789abcdef", "reason": "r",
    "owner": "o", "until": "2027-01-31"}]}
    """

  @Test(arguments: [
    ("\"owner\"", "\"ownr\"", "no member 'accepted[0].ownr'; did you mean accepted[0].owner?"),
    ("\"accepted\"", "\"acepted\"", "no member 'acepted'; did you mean accepted?"),
    ("\"r\"", "\"  \"", "accepted[0].reason is missing"),
    ("\"owner\": \"o\"", "\"owner\": null", "accepted[0].owner is missing"),
    ("2027-01-31", "2027-02-30", "accepted[0].until wants a day"),
    ("st_0123456789abcdef", "st_x", "accepted[0].state wants st_ and 16 hex digits"),
    ("\"r\"", "\"r\", \"fingerprint\": \"a\"", "accepted[0].fingerprint wants 12 hex digits"),
    ("\"r\"", "3", "accepted[0].reason wants text, not a number"),
    ("baseline/1", "baseline/2", "this is not appauth-migrate/baseline/1"),
    ("[{", "{\"a\": [{", "accepted wants a list"), ("}]}", "}]", "known.json, line 2"),
  ])
  func `takes no baseline with a mistake in it`(part: String, other: String, words: String)
    async throws
  {
    try home.folder.write("clean.json", text: "{}")
    var text = Self.entry.replacing(part, with: other)
    if other.hasPrefix("{") { text = text.replacing("}]}", with: "}]}}") }
    try home.folder.write("known.json", text: text)
    let run = try await run("audit clean.json --baseline known.json")
    #expect(run.code == 2)
    #expect(run.error.contains(words), "\(run.error)")
    #expect(run.output.isEmpty)
    let whole = try home.folder.write("whole.json", text: Self.entry)
    let twin = try await BuiltTool.command.run(
      ["audit", "clean.json", "--baseline", whole.text],
      in: home
    )
    #expect(twin.code == 0)
    #expect(twin.output.contains("st_0123456789abcdef: matches nothing any more: take it out"))
  }

  @Test(arguments: [
    ("--accept-live-credential", "does nothing without --baseline"),
    ("--baseline known.json --compare before.json", "exclude each other"),
    ("--baseline known.json --write-baseline new.json", "exclude each other"),
    ("--write-baseline -", "wants the name of a file"),
    ("--baseline none.json", "none.json"),
  ])
  func `refuses flags that make no sense together`(flags: String, words: String) async throws {
    try home.folder.write("clean.json", text: "{}")
    try home.folder.write("known.json", text: Self.entry)
    #expect(try await run("audit clean.json --report json=before.json").code == 0)
    let run = try await run("audit clean.json \(flags)")
    #expect(run.code == 2)
    #expect(run.error.contains(words), "\(run.error)")
    #expect(run.output.isEmpty)
  }
}
