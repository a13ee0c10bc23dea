import JSON
import LegacyState
import Migration
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `A baseline` {
  /// 2026-12-01 is today.
  private func contents(_ refresh: String? = "refresh-0123456789abcdef") -> AuditContents {
    let text = StateDraft { $0.top["refreshToken"] = refresh.map { .string($0) } }.text
    return audit(text: text).contents()
  }

  private func entry(
    _ contents: AuditContents,
    state: String? = nil,
    fingerprint: String?? = nil,
    until: String = "2026-12-01"
  ) throws -> Baseline.Entry {
    let first = try JSONDocument(parsing: SecretBytes(copying: contents.text(.json).utf8))
      .root["states"]?[0]
    let tokens = first?["tokens"]
    let digest =
      tokens?["refresh"]?["sha256"]?.string() ?? tokens?["access"]?["sha256"]?.string()
    return Baseline.Entry(
      state: try state ?? #require(first?["id"]?.string()),
      fingerprint: fingerprint ?? digest.map { String($0.prefix(12)) },
      acceptance: Acceptance(reason: "a reason \u{1B}[31m", owner: "alice", until: until)
    )
  }

  private func accepted(
    _ contents: AuditContents,
    _ entries: [Baseline.Entry],
    live: Bool = true
  ) throws -> AuditContents {
    var contents = contents
    try contents.accept(
      Baseline(path: "known.json", entries: entries, acceptsLiveCredentials: live)
    )
    return contents
  }

  private func results(_ contents: AuditContents) throws -> [String] {
    try #require(contents.baseline?.json()["entries"]?.elements).compactMap { $0["result"]?.text }
  }

  @Test func `takes what it accepts out of what the audit fails for`() throws {
    let before = contents()
    #expect(before.reaches(.high))
    let after = try accepted(before, [entry(before)])
    #expect(try results(after) == ["accepted"])
    #expect(!after.reaches(.info))
    #expect(after.summary.bySeverity == before.summary.bySeverity)
  }

  @Test func `accepts until the end of its last day`() throws {
    let before = contents()
    let over = try accepted(before, [entry(before, until: "2026-11-30")])
    #expect(try results(over) == ["expired"])
    #expect(over.reaches(.high))
  }

  @Test func `accepts a refresh token only if that was asked for`() throws {
    let live = contents()
    let refused = try accepted(live, [entry(live)], live: false)
    #expect(try results(refused) == ["live_credential"])
    #expect(refused.reaches(.high))
    let dead = contents(nil)
    #expect(dead.reaches(.info))
    #expect(try results(accepted(dead, [entry(dead)], live: false)) == ["accepted"])
  }

  @Test func `accepts neither another state nor another token`() throws {
    let before = contents()
    let other = try accepted(before, [entry(before, fingerprint: "000000000000")])
    #expect(try results(other) == ["other_credential"])
    #expect(other.reaches(.high))
    let missing = try accepted(before, [entry(before, fingerprint: .some(nil))])
    #expect(try results(missing) == ["other_credential"])
    let gone = try accepted(before, [entry(before, state: "st_0000000000000000")])
    #expect(try results(gone) == ["unmatched"])
    #expect(gone.reaches(.high))
    let text = try AuditText(gone, threshold: .high, paths: ["d"], isVerbose: false)
      .lines().map(\.plain)
    #expect(text.contains("Baseline known.json"))
    #expect(
      text.contains(
        "  st_0000000000000000: matches nothing any more: take it out (until 2026-12-01, alice)"
      )
    )
  }

  @Test func `marks what it accepts in every format`() throws {
    let before = contents()
    let after = try accepted(before, [entry(before)])
    for format in AuditFormat.allCases {
      let text = after.text(format)
      #expect(text.contains("accepted"), "\(format)")
      #expect(text.contains("2026-12-01"), "\(format)")
      #expect(!text.contains("\u{1B}"), "\(format)")
    }
    func root(_ format: AuditFormat) throws -> JSONValue {
      try JSONDocument(parsing: SecretBytes(copying: after.text(format).utf8)).root
    }
    let schema = try SchemaCheck(BuiltTool.package.appending("docs/schemas/audit-1.json"))
    #expect(schema.faults(in: try root(.json)) == [])
    for finding in try #require(root(.json)["findings"]).elements {
      #expect(finding["accepted"]?["owner"]?.string() == "alice")
    }
    let sarif = try DraftSchema(
      BuiltTool.package.appending("Tests/MigrationTests/Fixtures/sarif-schema-2.1.0.json")
    )
    #expect(sarif.faults(in: try root(.sarif)) == [])
    let result = try root(.sarif)["runs"]?[0]?["results"]?[0]
    #expect(result?["suppressions"]?[0]?["status"]?.string() == "accepted")
    #expect(!after.text(.junit).contains("<failure"))
    #expect(after.text(.junit).contains(" failures=\"0\""))
    #expect(before.text(.junit).contains("<failure"))
  }

  @Test func `is written with all states that the audit fails for, and keeps to its schema`() throws
  {
    let schema = try SchemaCheck(BuiltTool.package.appending("docs/schemas/baseline-1.json"))
    func written(_ contents: AuditContents, _ threshold: Severity) throws -> JSONValue {
      var bytes: [UInt8] = []
      try contents.writeBaseline(threshold) { bytes += $0 }
      let root = try JSONDocument(parsing: SecretBytes(copying: bytes)).root
      #expect(schema.faults(in: root) == [])
      return root
    }
    let one = try written(contents(), .high)["accepted"]
    #expect(one?.elements.count == 1)
    #expect(one?[0]?["until"]?.string() == "2027-03-01")
    #expect(one?[0]?["reason"]?.string() == "")
    #expect(one?[0]?["fingerprint"]?.string()?.count == 12)
    #expect(try written(contents(), .critical)["accepted"]?.elements.isEmpty == true)
    #expect(try written(audit(text: "{}").contents(), .info)["accepted"]?.elements.isEmpty == true)
  }

  @Test(arguments: [
    ("2027-01-31", true), ("2028-02-29", true), ("2000-02-29", true), ("2027-02-29", false),
    ("1900-02-29", false), ("2027-04-31", false), ("2027-13-01", false), ("2027-00-01", false),
    ("2027-01-00", false), ("0000-01-01", false), ("2027-1-31", false), ("20270131", false),
    ("2027-01-31T00:00:00Z", false), ("+027-01-31", false), ("soon", false), ("", false),
    ("２０２７-01-31", false),
  ])
  func `knows days of the calendar`(text: String, isDay: Bool) {
    #expect(Baseline.isDay(text) == isDay)
  }
}
