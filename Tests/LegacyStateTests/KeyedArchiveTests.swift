import LegacyState
import Secrets
import Testing

extension LegacyAuthState {
  fileprivate var refresh: String? {
    refreshToken.map { String(decoding: $0.secret.array, as: UTF8.self) }
  }
}

@Suite struct `A keyed archive` {
  @Test(arguments: [
    (["OIDAuthState", "NSObject"], LegacyAuthState.Library.appAuthIOS),
    (["MyState", "OIDAuthState", "NSObject"], .appAuthIOS),
    (["MyApp.MyState", "MyApp.OIDAuthState"], .appAuthIOS), (["XYZAuthThing"], .appAuthIOS),
    (["OKTAuthState", "NSObject"], .oktaOIDC),
  ])
  func `has a state whatever its class is called`(
    _ classes: [String],
    _ library: LegacyAuthState.Library
  ) {
    var archive = ArchiveText()
    let state = archive.state("1", classes: classes)
    let scanned = Scanned(text: archive.written([("root", state)]), name: "x.plist")
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.map(\.library) == [library])
    #expect(scanned.states.map(\.refresh) == ["rt-1"])
    #expect(scanned.states.map(\.clientID) == ["client-1"])
  }

  @Test(arguments: [
    ("GTMAuthSession", LegacyAuthState.Library.gtmAppAuth),
    ("OktaOidc.OktaOidcStateManager", .oktaOIDC),
  ])
  func `has the state inside the wrapper of another library`(
    _ wrapper: String,
    _ library: LegacyAuthState.Library
  ) throws {
    var archive = ArchiveText()
    let state = archive.state("1"), mail = archive.text("zoe@example.com")
    let root = archive.object([wrapper], [("authState", state), ("userEmail", mail)])
    let text = archive.written([("root", root)])
    let states = Scanned(text: text, name: "x").states
    #expect(states.map(\.library) == [library])
    #expect(states[0].source.locator.path == [.key("root"), .key("authState")])
    let result = try StateRemoval.removing(states, from: SecretBytes(copying: text.utf8))
    #expect(!String(decoding: result.array, as: UTF8.self).contains("zoe@example.com"))
  }

  @Test func `has a part of a state that an app kept alone, and no part of a state twice`() {
    var archive = ArchiveText()
    let alone = archive.tokenResponse("alone"), state = archive.state("whole")
    let request = archive.object(
      ["OIDAuthorizationRequest"],
      [("code_verifier", archive.text("verifier")), ("client_id", archive.text("c"))]
    )
    let list = archive.collection(nil, [alone, state, request])
    let scanned = Scanned(text: archive.written([("root", list)]), name: "x")
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.map(\.refresh) == ["rt-alone", "rt-whole", nil])
    #expect(scanned.states[2].codeVerifier != nil)
    #expect(scanned.states[2].authorizationCodeExchanged == nil)
    #expect(scanned.states.map(\.source.locator.path.last) == [.index(0), .index(1), .index(2)])
  }

  @Test func `may hold a state in a text or in data`() {
    let json = #"{"refreshToken":"rt","mLastTokenResponse":{"request":{}}}"#
    var archive = ArchiveText()
    let inner = archive.collection([archive.text("k")], [archive.text(json)])
    let scanned = Scanned(text: archive.written([("root", inner)]), name: "x")
    #expect(scanned.states.map(\.library) == [.appAuthAndroid])
    #expect(scanned.states[0].source.locator.path == [.key("root"), .key("k")])
  }

  @Test func `loses one state of several, and nothing else`() throws {
    var archive = ArchiveText()
    let a = archive.state("aaaaaaaa"), b = archive.state("bbbbbbbb")
    let keys = [archive.text("first"), archive.text("second")]
    let note = archive.text("a note")
    let root = archive.collection(keys + [archive.text("note")], [a, b, note])
    let text = archive.written([("accounts", root), ("current", a)])
    let content = SecretBytes(copying: text.utf8)
    let states = Scanned(.document(content, name: "x")).states
    // The archive has it once, and refers to it twice.
    #expect(states.map(\.refresh) == ["rt-aaaaaaaa", "rt-bbbbbbbb"])
    let result = try StateRemoval.removing([states[0]], from: content)
    let left = String(decoding: result.array, as: UTF8.self)
    #expect(!left.contains("aaaaaaaa"))
    #expect(left.contains("a note") && left.contains("second"))
    let after = Scanned(.document(result, name: "x"))
    #expect(after.failures.isEmpty)
    #expect(after.states.map(\.contentDigest) == [states[1].contentDigest])
    #expect(after.states[0].source.locator.path == [.key("accounts"), .key("second")])
    // An array of `$objects` that is as long as before, so that every other reference is as it was.
    #expect(left.split(separator: "\n").count == text.split(separator: "\n").count)
  }

  @Test func `a long chain of objects costs no more than its length`() {
    var archive = ArchiveText()
    var next = archive.state("deep")
    for _ in 0..<20_000 { next = archive.add("<dict><key>n</key>\(ArchiveText.uid(next))</dict>") }
    let scanned = Scanned(text: archive.written([("root", next)]), name: "x")
    #expect(scanned.states.map(\.refresh) == ["rt-deep"])
  }

  @Test(
    arguments: [
      ("distant", "63113904000", nil), ("before 1970", "-978307201", nil), ("nan", "nan", nil),
      ("half a second", "0.5", 978_307_200_500), ("a whole number", "1", 978_307_201_000),
    ] as [(String, String, Int64?)]
  )
  func `has moments as dates, not as durations`(
    _ name: String,
    _ seconds: String,
    _ expected: Int64?
  ) {
    var archive = ArchiveText()
    let time = archive.add("<dict><key>NS.time</key><real>\(seconds)</real></dict>")
    let access = archive.text("at"), parameters = archive.collection([], [])
    let response = archive.object(
      ["OIDTokenResponse"],
      [("access_token", access), ("expires_in", time), ("additionalParameters", parameters)]
    )
    let states = Scanned(text: archive.written([("root", response)]), name: "x").states
    #expect(states.map { $0.accessToken?.expiresAtMilliseconds } == [expected], "\(name)")
  }
}
