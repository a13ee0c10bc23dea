import JSON
import LegacyState
import Migration
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `A comparison with an earlier audit` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func state(_ mark: String) -> String {
    StateDraft { $0.top["refreshToken"] = .string("refresh-\(mark)-0123456789abcdef") }.text
  }

  /// Writes the files of an app into a folder of their own.
  private func make(_ name: Path, _ files: [Path: String]) throws -> Path {
    let top = try Directory.make(folder.path.appending(name))
    let app = try Directory.make(top.path.appending("com.example.app"))
    let inner = try Directory.make(app.path.appending("files"))
    for (file, text) in files {
      try inner.openFile(file, .createExclusive(permissions: 0o600)).write(Array(text.utf8))
    }
    return top.path
  }

  private func contents(
    _ path: Path,
    _ change: (inout AuditOptions) -> Void = { _ in }
  ) -> AuditContents {
    audit([.bytesOfPath(path.bytes)], change).report.contents()
  }

  private func write(_ text: String, _ name: Path = "before.json") throws -> Path {
    try folder.write(name, text: text)
  }

  private func compared(_ before: AuditContents, _ after: AuditContents) throws -> JSONValue {
    var after = after
    try after.compare(with: EarlierReport(reading: write(before.text(.json))))
    let text = after.text(.json)
    let schema = try SchemaCheck(BuiltTool.package.appending("docs/schemas/audit-1.json"))
    let root = try JSONDocument(parsing: SecretBytes(copying: text.utf8)).root
    #expect(schema.faults(in: root) == [])
    return try #require(root["comparison"])
  }

  private func figures(_ comparison: JSONValue) -> [String] {
    let counts = ["new", "gone", "unchanged"].map { "\(comparison[$0]?.int() ?? -1)" }
    return [comparison["verdict"]?.string() ?? ""] + counts
  }

  @Test func `passes if there was state and nothing is left`() throws {
    let before = contents(try make("before", ["a.json": state("a"), "b.json": state("b")]))
    let after = contents(try make("after", ["a.json": "{}"]))
    let comparison = try compared(before, after)
    #expect(figures(comparison) == ["passed", "0", "2", "0"])
    #expect(comparison["earlier"]?["states"]?.int() == 2)
    #expect(comparison["reasons"]?.elements.isEmpty == true)
  }

  @Test func `tells new, gone and unchanged credentials apart by their digests`() throws {
    let before = contents(try make("before", ["a.json": state("a"), "b.json": state("b")]))
    // The same token in another place is the same credential.
    let after = contents(
      try make("after", ["moved.json": state("b"), "c.json": state("c"), "d.json": state("c")])
    )
    let comparison = try compared(before, after)
    #expect(figures(comparison) == ["failed", "1", "1", "1"])
    let fingerprint = { (mark: String) in
      SecretBytes(copying: "refresh-\(mark)-0123456789abcdef".utf8).fingerprint.short
    }
    let list = comparison["credentials"]?.elements.map {
      "\($0["change"]?.string() ?? "") \($0["role"]?.string() ?? "") \($0["fingerprint"]?.string() ?? "")"
    }
    #expect(
      list == [
        "new refresh \(fingerprint("c"))", "unchanged refresh \(fingerprint("b"))",
        "gone refresh \(fingerprint("a"))",
      ]
    )
    #expect(comparison["reasons"]?.stringArray() == ["3 states found"])
  }

  @Test func `fails if the earlier audit found nothing, whatever this one finds`() throws {
    let clean = contents(try make("before", ["a.json": "{}"]))
    let after = contents(try make("after", ["a.json": "{}"]))
    #expect(figures(try compared(clean, after)) == ["failed", "0", "0", "0"])
  }

  @Test func `proves nothing by an audit that is not complete`() throws {
    let before = contents(try make("before", ["a.json": state("a")]))
    let after = try make("after", ["a.json": "{}"])
    let open = contents(after) { $0.expectedApps = ["com.example.other"] }
    #expect(figures(try compared(before, open)) == ["not_proven", "0", "1", "0"])
  }

  @Test func `proves nothing where another part was looked at`() throws {
    let before = contents(try make("before", ["a.json": state("a")]))
    let after = try make("after", ["a.json": "{}", "b.json": "{}"])
    let pattern = try PathPattern("a.json")
    let part = contents(after) { $0.filter = PathFilter(exclude: [pattern]) }
    let comparison = try compared(before, part)
    #expect(figures(comparison) == ["not_proven", "0", "1", "0"])
    #expect(comparison["reasons"]?.stringArray()?.first?.contains("another --include") == true)
  }

  @Test func `passes where the same part was looked at`() throws {
    let filter = PathFilter(include: [try PathPattern("a.json")])
    let before = contents(try make("before", ["a.json": state("a")])) { $0.filter = filter }
    let after = contents(try make("after", ["a.json": "{}"])) { $0.filter = filter }
    #expect(figures(try compared(before, after)) == ["passed", "0", "1", "0"])
  }

  private static let empty = "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n<map />\n"

  /// Makes files and, where the name ends in a slash, empty folders.
  private func tree(_ name: Path, _ files: [String: String]) throws -> Path {
    let top = try Directory.make(folder.path.appending(name)).path
    for (file, text) in files {
      let parts = file.split(separator: "/").map(String.init)
      var path = top
      for part in file.hasSuffix("/") ? parts : parts.dropLast() {
        path = path.appending(part)
        _ = try? Directory.make(path)
      }
      guard !file.hasSuffix("/") else { continue }
      try Directory.open(path).openFile(
        Path(parts.last ?? ""),
        .createExclusive(permissions: 0o600)
      )
      .write(Array(text.utf8))
    }
    return top
  }

  @Test(
    arguments: [
      (
        ["a.b.c/files/x.json": "{}"],
        "prefs of a.b.c was read in the earlier audit, now it is not there"
      ),
      (["a.b.c/files/x.json": "{}", "a.b.c/shared_prefs/": ""], nil),
      (["a.b.c/files/": "", "a.b.c/shared_prefs/o.xml": empty], nil),
      (
        ["a.b.c/shared_prefs/o.xml": empty],
        "files of a.b.c was read in the earlier audit, now it is not"
      ),
    ] as [([String: String], String?)]
  )
  func `passes only if the folder of each place is there again, be it empty`(
    files: [String: String],
    reason: String?
  ) throws {
    let before = try tree(
      "before",
      ["a.b.c/shared_prefs/s.xml": Self.empty, "a.b.c/files/a.json": state("a")]
    )
    let comparison = try compared(contents(before), contents(tree("after", files)))
    #expect(figures(comparison).first == (reason == nil ? "passed" : "not_proven"))
    let reasons = comparison["reasons"]?.stringArray() ?? []
    #expect(reasons.count == (reason == nil ? 0 : 1))
    if let reason { #expect(reasons.first?.hasPrefix(reason) == true, "\(reasons)") }
  }

  @Test(arguments: ["p1/a.b.c", "data/user/10/a.b.c"])
  func `proves nothing if one of several folders of an app is missing`(second: String) throws {
    let first = ["data/user/0/a.b.c/shared_prefs/s.xml": Self.empty]
    let before = try tree(
      "before",
      first.merging([
        "\(second)/files/a.json": state("a"), "\(second)/shared_prefs/s.xml": Self.empty,
      ]) { $1 }
    )
    let whole = try tree(
      "whole",
      first.merging(["\(second)/files/": "", "\(second)/shared_prefs/s.xml": Self.empty]) { $1 }
    )
    #expect(figures(try compared(contents(before), contents(whole))).first == "passed")
    try folder.directory.unlink("before.json")
    let part = try tree("part", first.merging(["\(second)/files/": ""]) { $1 })
    let comparison = try compared(contents(before), contents(part))
    #expect(figures(comparison).first == "not_proven")
    #expect(
      comparison["reasons"]?.stringArray() == [
        "prefs of a.b.c was read in 2 folders of the app in the earlier audit, now in 1"
      ]
    )
  }

  @Test func `proves nothing by one file of a folder`() throws {
    let before = try tree(
      "before",
      ["a.b.c/shared_prefs/s.xml": Self.empty, "loose/a.json": state("a")]
    )
    let after = try tree("after", ["a.b.c/shared_prefs/o.xml": Self.empty, "loose/o.json": "{}"])
    #expect(figures(try compared(contents(before), contents(after))).first == "passed")
    try folder.directory.unlink("before.json")
    let file = after.appending("loose/o.json")
    let comparison = try compared(contents(before), contents(file))
    #expect(
      comparison["reasons"]?.stringArray() == [
        "prefs of a.b.c was read in the earlier audit, now it is not in this input",
        "files of no app was read as a folder in the earlier audit, now only files of it were named",
      ]
    )
    // Who named one file then may name one now.
    try folder.directory.unlink("before.json")
    let one = contents(before.appending("loose/a.json"))
    #expect(figures(try compared(one, contents(file))).first == "passed")
  }

  @Test func `proves nothing about an app that is not in the input any more`() throws {
    let before = contents(try make("before", ["a.json": state("a")]))
    let elsewhere = try Directory.make(folder.path.appending("elsewhere"))
    try elsewhere.openFile("a.json", .createExclusive(permissions: 0o600)).write(Array("{}".utf8))
    let comparison = try compared(before, contents(elsewhere.path))
    #expect(figures(comparison).first == "not_proven")
    #expect(
      comparison["reasons"]?.stringArray() == [
        "files of com.example.app was read in the earlier audit, now it is not in this input"
      ]
    )
  }

  @Test func `passes where the same part was asked for in other words`() throws {
    let (json, xml) = (try PathPattern("*.json"), try PathPattern("*.xml"))
    let before = contents(try make("before", ["a.json": state("a")])) {
      $0.filter = PathFilter(include: [json, xml])
    }
    let after = contents(try make("after", ["a.json": "{}"])) {
      $0.filter = PathFilter(include: [xml, json, xml])
    }
    #expect(figures(try compared(before, after)).first == "passed")
  }

  @Test func `says what it does not compare`() throws {
    let before = contents(try make("before", ["a.json": state("a")]))
    // A name of the app's own, of which nothing tells that a token is behind it.
    let after = try make("after", ["a.json": #"{"moved": "refresh-a-0123456789abcdef"}"#])
    var moved = contents(after)
    try moved.compare(with: EarlierReport(reading: write(before.text(.json))))
    #expect(moved.comparison?.verdict == .passed)
    let lines = try AuditText(moved, threshold: .high, paths: ["after"], isVerbose: false)
      .lines().map(\.plain).joined(separator: "\n")
    #expect(lines.contains("1 credential in no state any more"))
    #expect(lines.contains("a token that stands alone, under a name of the app's own"))
    #expect(!lines.contains("gone"))
  }

  private func sarif(_ contents: AuditContents) throws -> JSONValue {
    let text = contents.text(.sarif)
    let schema = try DraftSchema(
      BuiltTool.package.appending("Tests/MigrationTests/Fixtures/sarif-schema-2.1.0.json")
    )
    let root = try JSONDocument(parsing: SecretBytes(copying: text.utf8)).root
    #expect(schema.faults(in: root) == [])
    return try #require(root["runs"]?[0])
  }

  @Test(
    arguments: [
      (["a.b.c/files/a.json": "{}"], 0, 0, 0),
      (["a.b.c/shared_prefs/s.xml": empty], 3, 0, 1),
      (["a.b.c/files/a.json": "STATE"], 1, 1, 1),
    ] as [([String: String], Int64, Int, Int)]
  )
  func `tells programs that read sarif how it ended`(
    files: [String: String],
    code: Int64,
    results: Int,
    reasons: Int
  ) throws {
    let before = contents(try tree("before", ["a.b.c/files/a.json": state("a")]))
    var after = contents(
      try tree("after", files.mapValues { $0 == "STATE" ? state("a") : $0 })
    )
    try after.compare(with: EarlierReport(reading: write(before.text(.json))))
    let run = try sarif(after)
    let invocation = try #require(run["invocations"]?[0])
    #expect(invocation["exitCode"]?.int() == code)
    #expect(invocation["executionSuccessful"]?.bool() == (code != 3))
    #expect(invocation["toolExecutionNotifications"]?.elements.count == reasons)
    let gate = run["results"]?.elements.filter { $0["ruleId"]?.string() == "comparison" } ?? []
    #expect(gate.count == results)
    let uri = gate.first?["locations"]?[0]?["physicalLocation"]?["artifactLocation"]?["uri"]
    #expect(results == 0 || uri?.string()?.hasSuffix("/after/a.b.c/files/a.json") == true)
  }

  @Test func `stands in every format`() throws {
    let before = contents(try make("before", ["a.json": state("a")]))
    var after = contents(try make("after", ["b.json": state("b")]))
    try after.compare(with: EarlierReport(reading: write(before.text(.json))))
    for format in AuditFormat.allCases {
      let text = after.text(format)
      #expect(text.contains("comparison") || text.contains("Compared with"), "\(format)")
      #expect(text.contains("before.json") || text.contains("before\\.json"), "\(format)")
    }
    let lines = try AuditText(after, threshold: .critical, paths: ["after"], isVerbose: false)
      .lines().map(\.plain)
    #expect(lines.contains("  failed: 1 state found"))
    #expect(lines.contains("  1 credential in no state any more, 1 new, 0 still there"))
    #expect(lines.last?.contains("exit 1") == true)
    #expect(after.fails(.critical) && !after.reaches(.critical))
    let jsonLines = after.text(.jsonLines).split(separator: "\n")
    let line = try JSONDocument(parsing: SecretBytes(copying: jsonLines[jsonLines.count - 2].utf8))
    let schemas = try JSONDocument(
      parsing: File.open(BuiltTool.package.appending("docs/schemas/audit-lines-1.json"))
        .readAll(limit: 1 << 20)
    ).root
    let schema = SchemaCheck(schema: try #require(schemas["types"]?["comparison"]))
    #expect(schema.faults(in: line.root) == [])
    let sarif = try DraftSchema(
      BuiltTool.package.appending("Tests/MigrationTests/Fixtures/sarif-schema-2.1.0.json")
    )
    let root = try JSONDocument(parsing: SecretBytes(copying: after.text(.sarif).utf8)).root
    #expect(sarif.faults(in: root) == [])
    #expect(root["runs"]?[0]?["properties"]?["comparison"]?["gone"]?.int() == 1)
  }
}

@Suite struct `The report of an earlier audit` {
  private let folder: TemporaryFolder
  private let whole: String

  init() throws {
    folder = try TemporaryFolder()
    whole = audit(text: StateDraft().text).contents().text(.json)
  }

  private func refusal(_ text: String) throws -> String {
    let path = try folder.write("before.json", text: text)
    do throws(EarlierReportRefusal) {
      _ = try EarlierReport(reading: path)
    } catch {
      #expect(error.description.contains("before.json"))
      return error.description
    }
    return "none"
  }

  @Test func `is taken as it was written`() throws {
    #expect(try refusal(whole) == "none")
  }

  @Test(arguments: [
    ("{", "", "is no audit report: "),
    (
      "\"schema\": \"appauth-migrate/audit/1\"", "\"schema\": \"appauth-migrate/audit/2\"",
      "audit/2"
    ),
    ("\"schema\"", "\"scheme\"", "does not say that it is one"),
    ("\"complete\": true", "\"complete\": false", "is not complete"),
    ("\"complete\": true", "\"complete\": \"yes\"", "see complete"),
    ("\"states\": [", "\"stetes\": [", "see states"),
    ("\"tokens\": {", "\"tokens\": 3, \"x\": {", "see states[0].tokens"),
    ("\"sha256\": \"", "\"sha256\": \"x", "see states[0].tokens"),
    ("\"length\": 24", "\"length\": -24", "see states[0].tokens"),
    ("\"refresh\": {", "\"refrish\": {", "see states[0].tokens"),
    ("\"states\": 1", "\"states\": 2", "see summary.states"),
    ("\"status\": \"read\"", "\"status\": \"absent\"", "see coverage"),
    ("\"coverage\": [", "\"coverage\": [], \"x\": [", "see coverage"),
  ])
  func `is refused with its name and the place if it is not whole`(
    part: String,
    other: String,
    words: String
  ) throws {
    let start = try #require(whole.firstRange(of: part))
    var broken = whole
    broken.replaceSubrange(start, with: other)
    let refusal = try refusal(broken)
    #expect(refusal.contains(words), "\(refusal)")
  }

  @Test func `is refused if it is deep, cut, something else or nothing`() throws {
    let deep = String(repeating: "[", count: 100_000)
    for text in [deep, String(whole.dropLast(10)), "[]", "3", "", whole + whole, "\u{0}"] {
      #expect(try refusal(text) != "none")
      try folder.directory.unlink("before.json")
    }
    for path in [folder.path, folder.path.appending("missing.json"), "/dev/zero"] {
      #expect(throws: EarlierReportRefusal.self) { try EarlierReport(reading: path) }
    }
  }

  @Test func `shows nothing of itself that could steer a terminal`() throws {
    let text = #"{"schema": "\u001b[31mx\u202e", "complete": true}"#
    #expect(try !refusal(text).unicodeScalars.contains { ["\u{1B}", "\u{202E}"].contains($0) })
  }
}
