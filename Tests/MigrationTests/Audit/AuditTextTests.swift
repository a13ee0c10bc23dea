import Database
import JSON
import LegacyState
import Migration
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `The text of an audit` {
  @Test func `names the credential first, then its places and what is wrong`() throws {
    let folder = try TemporaryFolder()
    var state = AndroidState(issuer: "https://id.example.com", client: "example-app")
    state.refreshToken = "old-refresh-0123456789abcdef"
    state.accessToken = "old-access-0123456789abcdef"
    let dump = try AppDump(state, in: folder)
    let report = audit([.bytesOfPath(dump.path.bytes)]).report
    let digest = report.states[0].tokens.refresh?.fingerprint?.short ?? ""
    let lines = report.text(isVerbose: false).split(
      separator: "\n",
      omittingEmptySubsequences: false
    )
    #expect(lines[0].hasPrefix("4 files, 3"))
    #expect(lines[0].hasSuffix(" kB in 0 ms: 1 credential in 1 place, 1 app"))
    #expect(
      lines.dropFirst() == [
        "",
        "com.example.app",
        "  refresh token \(digest) (opaque) · id.example.com · client example-app · "
          + "openid profile offline_access",
        "    shared_prefs/AuthState.xml › state · AppAuth-Android, plain text",
        "    high      AM101  a refresh token \(digest) (opaque) at rest",
        "    high      AM107  kept as plain text in a preferences file",
        "    low       AM205  any app can claim the redirect's scheme com.example.app:",
        "  looked at: prefs, files",
        "  not there: databases, caches, web storage, encrypted stores",
        "  not in this input: keychain",
        "",
        "Sign-ins to come, at most",
        "  1 sign-in  https://id.example.com · example-app · look live: 1 refresh token",
        "",
        "This is a copy of the app's data: deleting here changes nothing on the phone.",
        "",
        "Next: appauth-migrate preflight --issuer https://id.example.com --client-id NEW-CLIENT",
        "      appauth-migrate plan dump --issuer https://id.example.com --client-id NEW-CLIENT"
          + " --output plan.json",
        "",
        "2 high, 1 low: exit 1 (appauth-migrate explain AM101)",
        "",
      ]
    )
  }

  @Test func `says when there is nothing, and where nobody looked`() {
    let report = audit(text: "{}")
    #expect(report.text().hasPrefix("1 file, 2 B in 0 ms: no AppAuth state found\n"))
    #expect(report.text().hasSuffix("no findings: exit 0\n"))
  }

  @Test func `of a database shows no key, table or column that is a token`() throws {
    let folder = try TemporaryFolder()
    let token = "refresh.of.the.demo.pilot"
    var state = AndroidState(issuer: "https://id.example.com", client: "example-app")
    state.refreshToken = token
    let database = try Connection(path: folder.path.appending("app.db"))
    for statement in [
      "CREATE TABLE \"\(token)\" (k TEXT PRIMARY KEY, \"x\(token)\" TEXT) WITHOUT ROWID",
      "INSERT INTO \"\(token)\" VALUES ('\(token)', '\(state.json)')",
    ] {
      _ = try database.execute(statement)
    }
    let report = audit([.bytesOfPath(folder.path.bytes)]).report
    #expect(report.states.count == 1)
    #expect(report.states.first?.source.locator.cell != nil)
    #expect(!String(describing: report.states).contains(token))
    #expect(!report.text(isVerbose: true).contains(token))
  }

  @Test func `neutralises what comes from the input`() throws {
    let folder = try TemporaryFolder()
    let evil = "\u{1B}[31m\u{202E}\n\u{9B}2J"
    let text = StateDraft {
      $0.request["clientId"] = .string("client\(evil)")
      $0.tokenRequest = [:]
      $0.configuration["discoveryDoc"] = ["issuer": .string("https://id.example.com/\(evil)")]
      $0.request["redirectUri"] = .string("x\(evil):/")
      $0.request["responseType"] = .string("code\(evil)")
      $0.top["scope"] = .string("openid\(evil)")
    }.text
    let name = "a\(evil)b.json"
    try folder.write(Path(name), text: "{\"k\(String(evil.filter { $0 != "\n" }))\":\(text)}")
    try folder.write(Path("broken" + name), text: "{\"mLastTokenResponse\":{")
    let report = audit([.bytesOfPath(folder.path.bytes)]).report
    #expect(report.states.count == 1)
    #expect(report.errors.count == 1)
    for shown in [report.text(), report.jsonText] {
      #expect(
        !shown.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" || $0 == "\u{9B}" }
      )
    }
    #expect(!report.text().contains("\n[31m") && !report.text().contains("\n2J"))
    // A program gets the name as it is.
    #expect(report.states[0].source.path.hasSuffix(name))
    // No word of the input gets into a command that may be pasted.
    #expect(report.text().contains("--issuer ISSUER --client-id NEW-CLIENT"))
  }

  @Test func `shows a token-shaped name as its fingerprint, in paths, keys and errors`() throws {
    let folder = try TemporaryFolder()
    let token = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.c2lnbmF0dXJlLTAxMjM0NTY3ODk"
    try folder.write(Path("\(token).json"), text: "{\"\(token)\":\(StateDraft().text)}")
    try folder.write(Path("x\(token).json"), text: "{\"mLastTokenResponse\":{")
    try folder.directory.makeLink(Path("y\(token)"), to: "elsewhere")
    let report = audit([
      .bytesOfPath(folder.path.bytes), .path(folder.path.appending("z\(token)").text),
    ]).report
    #expect(report.states.count == 1)
    #expect(report.errors.count == 2)
    let markers = Markers(["the name": token])
    #expect(markers.sightings(in: Array(report.jsonText.utf8), "json") == [])
    #expect(markers.sightings(in: Array(report.text().utf8), "text") == [])
    #expect(report.states[0].source.path.contains("/sha256:"))
  }

  @Test func `does not repeat a token that stands where a fact belongs`() throws {
    let token = "refresh-0123456789abcdef"
    let report = audit(
      text: StateDraft {
        $0.request["clientId"] = .string(token)
        $0.tokenRequest = [:]
        $0.configuration["tokenEndpoint"] = .string("https://id.example.com/t?x=\(token)")
      }.text
    )
    #expect(report.states[0].clientID?.hasPrefix("sha256:") == true)
    #expect(Markers(["token": token]).sightings(in: Array(report.jsonText.utf8), "json") == [])
    #expect(Markers(["token": token]).sightings(in: Array(report.text().utf8), "text") == [])
  }

  @Test func `tells no token of a state wherever it stands, even one that looks like a word`() {
    let token = "refresh-0123456789abcdef"
    let draft = StateDraft {
      $0.configuration["discoveryDoc"] = ["issuer": .string("https://id.example.com/\(token)")]
      $0.token?["id_token"] = StateDraft.jwt(#"{"iss":"https://other.example.com"}"#)
      $0.request["responseType"] = .string(token)
      $0.request["redirectUri"] = .string("\(token):/oauth")
      let parameters: [(String, JSONNode)] = [(token, "x")]
      $0.tokenRequest["additionalParameters"] = .object(parameters)
    }
    let report = audit(text: "{\"\(token)\":\(draft.text)}", name: "\(token).json")
    #expect(report.findings.contains { $0.rule == "AM206" })
    for text in [report.jsonText, report.text()] {
      #expect(Markers(["token": token]).sightings(in: Array(text.utf8), "report") == [])
    }
  }

  @Test func `does not put a secret into a digest, nor a short token`() {
    let report = audit(
      text: StateDraft {
        $0.top["refreshToken"] = "short"
        $0.registration = ["client_id": "example-app", "client_secret": "0123456789abcdef0123"]
      }.text
    )
    let tokens = report.states[0].tokens
    #expect(tokens.refresh?.fingerprint == nil)
    #expect(tokens.refresh?.length == 5)
    #expect(tokens.clientSecret?.fingerprint == nil)
    #expect(tokens.codeVerifier?.fingerprint == nil)
    #expect(report.jsonText.contains(#""sha256": null"#))
  }

  @Test func `bounds what it lists unless everything is wanted`() {
    let states = (0..<60).map { index in
      StateDraft { $0.top["refreshToken"] = .string("refresh-token-number-\(index)") }.text
    }
    let report = audit(text: "[\(states.joined(separator: ","))]")
    let short = report.text(isVerbose: false)
    #expect(short.contains("and 10 more credentials: --verbose or --format json"))
    #expect(!report.text().contains("more credentials"))
  }
}
