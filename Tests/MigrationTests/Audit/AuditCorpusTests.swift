import JSON
import LegacyState
import Migration
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `Auditing the corpus` {
  private static let schema = try? SchemaCheck(
    BuiltTool.package.appending("docs/schemas/audit-1.json")
  )

  @Test(
    arguments: CorpusFile.under("android-json/", "android-prefs/").filter { $0.expect == "parse" }
  )
  func `reports every state to the field, and no secret`(_ file: CorpusFile) throws {
    let result = audit([.document(try file.bytes, name: file.path)])
    let report = try JSONDocument(
      parsing: SecretBytes(copying: result.report.jsonText.utf8)
    ).root
    #expect(try #require(Self.schema).faults(in: report) == [])
    let states = try #require(report["states"]).elements
    #expect(states.count == file.states.count)
    for (state, expected) in zip(states, file.states) { check(state, expected) }
    #expect(Set(states.map { $0["id"]?.string() }).count == states.count)
    #expect(report["complete"]?.bool() == true)
    #expect(report["summary"]?["states"]?.int() == Int64(states.count))
    if file.states.contains(where: { $0["has_refresh_token"]?.bool() == true }) {
      #expect(result.report.reaches(.high))
    }
    expectNoSecret(of: result)
  }

  @Test(arguments: CorpusFile.under("negative/", "android-").filter { $0.expect == "not_appauth" })
  func `accuses no other file`(_ file: CorpusFile) throws {
    let report = audit([.document(try file.bytes, name: file.path)]).report
    #expect(report.states.isEmpty)
    #expect(report.errors.isEmpty)
    #expect(report.findings.allSatisfy { $0.severity == .info })
    #expect(report.isComplete)
  }

  @Test func `says which lines of JSON Lines are bad, and reports the others`() throws {
    let file = try #require(CorpusFile.all.first { $0.path == "jsonl/fleet.jsonl" })
    let report = audit([.document(try file.bytes, name: file.path)]).report
    #expect(report.states.count == 970)
    #expect(!report.isComplete)
    #expect(report.errors.allSatisfy { $0.path == file.path && $0.reason.hasPrefix("line ") })
    #expect(report.states.allSatisfy { $0.source.locator.line != nil })
  }

  @Test func `a file cut off inside a state makes the report incomplete`() throws {
    let file = try #require(CorpusFile.all.first { $0.path == "android-prefs/truncated.xml" })
    let report = audit([.document(try file.bytes, name: file.path)]).report
    #expect(report.states.isEmpty)
    #expect(report.errors.map(\.path) == [file.path])
    #expect(report.verdicts == ["AM402 medium"])
    #expect(!report.isComplete)
  }

  @Test func `gives the same bytes twice, and every state once`() {
    let folder = LegacyScanner.Input.bytesOfPath(CorpusFile.folder.bytes)
    let once = audit([folder]).report
    #expect(once.jsonText == audit([folder]).report.jsonText)
    let twice = audit([folder, folder]).report
    #expect(twice.states.map(\.id) == once.states.map(\.id))
    #expect(twice.summary.files == 2 * once.summary.files)
  }

  @Test func `keeps the tokens only when they are wanted`() throws {
    let folder = LegacyScanner.Input.bytesOfPath(CorpusFile.folder.bytes)
    let kept = audit([folder])
    #expect(kept.states.map(\.state.id) == kept.report.states.map(\.id))
    #expect(kept.states.map(\.entry.findings) == kept.report.states.map(\.findings))
    #expect(audit([folder]) { $0.keepsTokens = false }.states.isEmpty)
  }

  private func check(_ state: JSONValue, _ expected: JSONValue) {
    let isSplit = expected["confidence"]?.string() == "low"
    #expect(state["library"]?.string() == (isSplit ? "unknown" : "appauth-android"))
    for name in [
      "issuer", "authorization_endpoint", "token_endpoint", "revocation_endpoint", "client_id",
      "redirect_uri",
    ] {
      #expect(state[name]?.string() == expected[name]?.string(), "\(name)")
    }
    #expect(
      state["issuer_from_id_token"]?.string()
        == (expected["issuer_from_id_token"]?.string() ?? state["issuer_from_id_token"]?.string())
    )
    #expect(
      state["scopes"]?.stringArray()?.sorted() == (expected["scopes"]?.stringArray() ?? []).sorted()
    )
    let tokens = state["tokens"]
    for (role, name) in [
      ("refresh", "refresh_token"), ("access", "access_token"), ("id", "id_token"),
      ("authorization_code", "authorization_code"),
      ("registration_access", "registration_access_token"),
    ] {
      let wanted = expected["token_sha256"]?[name]?.stringArray() ?? []
      let found = [tokens?[role]?["sha256"]?.string()].compactMap { $0 }
      #expect(found == wanted, "\(role)")
    }
    #expect((tokens?["client_secret"]?.isNull == false) == expected["has_client_secret"]?.bool())
    let access = tokens?["access"]
    #expect(
      access?["expires_at"]?.string().map(second)
        == expected["access_token_expires_at"]?.string().map(second)
    )
    #expect(access?["expired"]?.bool() == expected["expired_at_2026_12_01"]?.bool())
  }

  /// `2026-12-01T00:00:00Z`, whatever the fraction.
  private func second(_ time: String) -> String { String(time.prefix(19)) }

  private func expectNoSecret(of result: AuditResult) {
    let secrets = result.states.flatMap(\.state.tokens).enumerated().compactMap { index, token in
      token.secret.count < 12
        ? nil
        : token.secret.withBytes { bytes in
          (name: "\(token.role) \(index)", bytes: bytes.indices.map { bytes[$0] })
        }
    }
    let markers = Markers(secrets)
    let contents = result.report.contents()
    for format in AuditFormat.allCases {
      #expect(markers.sightings(in: Array(contents.text(format).utf8), format.rawValue) == [])
    }
    #expect(markers.sightings(in: Array(result.report.text().utf8), "text") == [])
  }
}
