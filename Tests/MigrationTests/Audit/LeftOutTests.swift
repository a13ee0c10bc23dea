import JSON
import LegacyState
import Migration
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `An audit of a part` {
  private let folder: TemporaryFolder
  private let dump: AppDump

  init() throws {
    folder = try TemporaryFolder()
    var state = AndroidState(issuer: "https://id.example.com", client: "example-app")
    state.refreshToken = "old-refresh-0123456789abcdef"
    dump = try AppDump(state, in: folder)
  }

  private func report(
    _ include: [String] = [],
    _ exclude: [String] = [],
    path: Path? = nil
  ) throws -> AuditReport {
    let filter = PathFilter(
      include: try include.map { try PathPattern($0) },
      exclude: try exclude.map { try PathPattern($0) }
    )
    return audit([.bytesOfPath((path ?? dump.path).bytes)]) { $0.filter = filter }.report
  }

  private func figures(_ report: AuditReport) -> [Int?] {
    let summary = report.summary
    return [summary.states, summary.files, summary.leftOut?.files, summary.leftOut?.folders]
  }

  @Test(
    arguments: [
      ([], [], [1, 4, nil, nil]),
      (["*.xml"], [], [1, 2, 2, 0]),
      (["*.json"], [], [0, 1, 3, 0]),
      (["shared_prefs"], [], [1, 2, 2, 0]),
      (["com.example.app/shared_prefs"], [], [1, 2, 0, 1]),
      (["com.example.app/*/AuthState.xml"], [], [1, 1, 3, 0]),
      ([], ["shared_prefs"], [0, 2, 0, 1]),
      ([], ["com.example.app/shared_prefs/**"], [0, 2, 2, 0]),
      (["*.xml", "*.txt"], ["AuthState.xml"], [0, 2, 2, 0]),
    ] as [([String], [String], [Int?])]
  )
  func `looks at what was asked for and counts the rest`(
    include: [String],
    exclude: [String],
    expected: [Int?]
  ) throws {
    let report = try report(include, exclude)
    #expect(figures(report) == expected)
    #expect(report.isComplete)
  }

  @Test func `is not complete if nothing at all was looked at`() throws {
    for (include, exclude) in [(["dump/**"], []), ([], ["**"]), ([], ["com.example.app"])] {
      let report = try report(include, exclude)
      #expect(report.summary.files == 0)
      #expect(!report.isComplete)
      #expect(report.unmet.first?.hasPrefix("nothing was looked at: --") == true)
      #expect(report.text().contains("exit 3"))
    }
    #expect(try report([], ["AuthState.xml"]).isComplete)
  }

  @Test func `calls no place read of which something was left out`() throws {
    func prefs(_ report: AuditReport) -> CoverageEntry? {
      report.coverage.first { $0.app == "com.example.app" && $0.place == .preferences }
    }
    #expect(try prefs(report())?.status == .read)
    let part = try prefs(report([], ["AuthState.xml"]))
    #expect(part?.status == .notInThisInput)
    #expect(part?.why == "1 file searched; 1 left out by --include or --exclude")
    #expect(try prefs(report([], ["shared_prefs"]))?.status == .notInThisInput)
    #expect(try prefs(report([], ["*.json"]))?.status == .read)
  }

  @Test func `says in every format what was left out`() throws {
    let contents = try report([], ["shared_prefs", "*.txt"]).contents()
    let sentence = "Not looked at: 1 file and 1 folder (--exclude)"
    #expect(try report([], ["shared_prefs", "*.txt"]).text().contains("\n\(sentence)\n"))
    for format in AuditFormat.allCases where ![.json, .jsonLines].contains(format) {
      let text = contents.text(format).replacing("\\", with: "")
      #expect(text.contains(sentence), "\(format)")
    }
    let schema = try SchemaCheck(BuiltTool.package.appending("docs/schemas/audit-1.json"))
    let json = try JSONDocument(parsing: SecretBytes(copying: contents.text(.json).utf8)).root
    #expect(schema.faults(in: json) == [])
    #expect(json["summary"]?["left_out"]?["exclude"]?.stringArray() == ["shared_prefs", "*.txt"])
    #expect(json["summary"]?["left_out"]?["folders"]?.int() == 1)
  }

  @Test func `goes on inside an archive by the members' paths`() throws {
    let state = StateDraft().text
    var tar = TarFile()
    tar.add("apps/com.example.app/f/a.json".utf8, Array(state.utf8))
    tar.add("apps/com.example.app/f/b.json".utf8, Array(state.utf8))
    tar.add("apps/com.example.app/f/c.txt".utf8, Array("nothing".utf8))
    let inside = try TemporaryFolder()
    try inside.write("backup.tar", tar.bytes)
    let archive = inside.path.appending("backup.tar")
    let named = try report(["apps/*/f/a.json"], path: archive)
    #expect(named.states.map(\.source.inner) == [["apps/com.example.app/f/a.json"]])
    #expect(named.summary.leftOut?.files == 2)
    #expect(try report(["backup.tar/apps/**/b.json"], path: inside.path).states.count == 1)
    #expect(try report(["*.json"], path: inside.path).states.count == 2)
    #expect(try report(["backup.tar"], path: inside.path).states.count == 2)
    #expect(try report([], ["a.json"], path: inside.path).states.count == 1)
    let out = try report(["apps/**"], path: inside.path)
    #expect(out.states.isEmpty)
    #expect(out.summary.leftOut?.files == 1)
    let nothing = try report(["*.xml"], path: archive)
    #expect(!nothing.isComplete)
    #expect(nothing.summary.leftOut?.files == 3)
  }

  @Test func `looks at what is named itself, whatever is included`() throws {
    let preferences = try Directory.open(dump.preferencesPath.parent)
    let bytes = try preferences.openFile("AuthState.xml").read(at: 0, count: 1 << 20)
    try preferences.openFile("AuthState.xml.bak", .createExclusive(permissions: 0o600)).write(bytes)
    #expect(try figures(report(["*.json"], path: dump.preferencesPath)) == [1, 1, 0, 0])
    #expect(try figures(report(["*.json"])) == [0, 1, 4, 0])
  }

  @Test func `opens neither a link nor a folder that was left out`() throws {
    try Directory.open(dump.path).makeLink("link.json", to: "nowhere")
    let all = try report()
    #expect(all.coverage.contains { $0.why.contains("1 link not followed") })
    let part = try report([], ["link.json"])
    #expect(!part.coverage.contains { $0.why.contains("not followed") })
    #expect(part.summary.leftOut?.files == 1)
    #expect(try report(["*.xml"]).summary.leftOut?.files == 3)
  }
}
