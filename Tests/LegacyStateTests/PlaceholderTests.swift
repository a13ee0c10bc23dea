import LegacyState
import Secrets
import Testing

@Suite struct `What only looks like a result of a plugin` {
  @Test(arguments: [
    ("Refresh token", "Access token"), ("<refresh-token>", "<access-token>"),
    ("[Filtered]", "[Filtered]"), ("********************", "********************"),
    ("YOUR_REFRESH_TOKEN", "YOUR_ACCESS_TOKEN"), ("your-refresh-token-here", "your-token-here"),
  ])
  func `is no state`(refresh: String, access: String) {
    #expect(states(refresh, access).isEmpty)
  }

  @Test(arguments: ["1//0gMarkedRefreshToken-1", "8xLO", "def50200aa7f", "RefreshTokenX"])
  func `is one if a token stands there`(refresh: String) {
    #expect(states(refresh, "[Filtered]").count == 1)
  }

  private func states(_ refresh: String, _ access: String) -> [LegacyAuthState] {
    let text = """
      {"accessToken":"\(access)","refreshToken":"\(refresh)","idToken":null,"tokenType":"bearer",
      "accessTokenExpirationTime":1764547200000.0,"scopes":["openid"],
      "authorizationAdditionalParameters":{},"tokenAdditionalParameters":{}}
      """
    var states: [LegacyAuthState] = []
    LegacyScanner().scan([.document(SecretBytes(copying: Array(text.utf8)), name: "a.json")]) {
      if case .state(let state) = $0 { states.append(state) }
    }
    return states
  }
}

/// AppAuth's own format with this for a token.
private func document(_ token: String, quoted: Bool = false) -> String {
  let text =
    #"{"refreshToken":"\#(token)","mLastTokenResponse":{"request":{"configuration":{"#
    + #""authorizationEndpoint":"https://a.example/a","tokenEndpoint":"https://a.example/t"},"#
    + #""clientId":"app"},"access_token":"\#(token)"}}"#
  return quoted ? text.replacing("\"", with: "\\\"") : text
}

@Suite struct `AppAuth's own format without a token` {
  @Test(arguments: [
    "YOUR_REFRESH_TOKEN", "<REFRESH_TOKEN>", "{{refresh_token}}", "${token}", "xxxxx", "...",
    "REDACTED", "***", "%s", "%@", "$rt",
  ])
  func `is no finding and no error, in a document and in a text about it`(token: String) {
    let escaped = document(token).replacing("<", with: "&lt;")
    let texts = [
      ("a.json", document(token)), ("a.md", "# Tokens\n\n```json\n\(document(token))\n```\n"),
      ("a.kt", "val s = \"\(document(token, quoted: true))\"\n"),
      ("a.xml", "<map><string name=\"s\">\(escaped)</string></map>"),
    ]
    for (name, text) in texts {
      let scanned = Scanned(text: text, name: name)
      #expect(scanned.states.isEmpty && scanned.failures.isEmpty, "\(name)")
    }
  }

  @Test func `is none in the source of a program in Swift`() {
    let text = "let s = \"\(document("\\(token)", quoted: true))\"\n"
    let scanned = Scanned(text: text, name: "a.swift")
    #expect(scanned.states.isEmpty && scanned.failures.isEmpty)
  }

  @Test(arguments: ["1//0gMarkedRefreshToken-1", "k3Jd9fLq2Zx8Vb7Nm1Ra", "rt-1"])
  func `is one with it`(token: String) {
    #expect(Scanned(text: document(token), name: "a.json").states.count == 1)
    #expect(Scanned(text: "x \(document(token))\n", name: "a.md").states.count == 1)
  }

  @Test(arguments: ["test-refresh-token", "mock_token", "accessToken"])
  func `is one in a store even if a provider for tests gives out words`(token: String) {
    let texts = [
      ("a.json", document(token)),
      ("a.xml", "<map><string name=\"s\">\(document(token))</string></map>"),
    ]
    for (name, text) in texts {
      #expect(Scanned(text: text, name: name).states.count == 1, "\(name)")
    }
    #expect(Scanned(text: "x \(document(token))\n", name: "a.md").states.isEmpty)
  }

  @Test(arguments: ["secret", "changeme", "my_secret", "test", "0000"])
  func `has a client secret that a person chose`(secret: String) throws {
    let text = document("rt-0123456789").replacing(
      #"{"refreshToken""#,
      with: #"{"lastRegistrationResponse":{"request":{"configuration":{"authorizationEndpoint":"#
        + #""https://a.example/a","tokenEndpoint":"https://a.example/t"},"redirect_uris":["a.b:/c"]},"#
        + #""client_id":"app","client_secret":"\#(secret)"},"refreshToken""#
    )
    let state = try #require(Scanned(text: text, name: "a.json").states.first)
    #expect(state.clientSecret?.secret.array == Array(secret.utf8))
  }

  @Test func `has the other tokens if one was filtered out`() throws {
    let text = document("rt-0123456789").replacing(
      #""access_token":"rt-0123456789""#,
      with: #""access_token":"REDACTED""#
    )
    let state = try #require(Scanned(text: text, name: "a.json").states.first)
    #expect(state.refreshToken != nil && state.accessToken == nil)
  }
}

@Suite struct `Labels under the names of react-native-app-auth` {
  @Test(arguments: [
    ("Access token", "Refresh token", "ID token"),
    ("Zugriffstoken", "Aktualisierungstoken", "ID-Token"),
    ("Jeton d'acc\u{E8}s", "Jeton de rafra\u{EE}chissement", "Jeton d'identit\u{E9}"),
    ("Toegangstoken", "Vernieuwingstoken", "Identiteitstoken"),
    ("\u{30A2}\u{30AF}\u{30BB}\u{30B9}", "\u{66F4}\u{65B0}", "ID"),
    ("AccessToken", "RefreshToken", "IDToken"),
  ])
  func `are no state`(access: String, refresh: String, id: String) {
    let text = """
      {"login":{"accessToken":"\(access)","refreshToken":"\(refresh)","idToken":"\(id)",
      "tokenType":"Typ",
      "accessTokenExpirationDate":"","authorizeAdditionalParameters":{},"tokenAdditionalParameters":{}}}
      """
    let scanned = Scanned(text: text, name: "de.json")
    #expect(scanned.states.isEmpty && scanned.failures.isEmpty)
  }
}

@Suite struct `A state where no reader looks` {
  private static let state = #"{"mLastTokenResponse":{"request":{}}}"#

  @Test(arguments: [
    #"{"v1:{\"mLastTokenResponse\":{\"request\":{}}}":"a"}"#,
    "<?xml version='1.0'?>\n<map><!-- \(state) --><string name=\"a\">b</string></map>",
  ])
  func `is an error, never "nothing found"`(text: String) {
    var failures: [ScanFailure] = []
    LegacyScanner().scan([.document(SecretBytes(copying: Array(text.utf8)), name: "a")]) {
      if case .failure(let failure) = $0 { failures.append(failure) }
    }
    #expect(failures.count == 1)
    #expect(failures.first?.beganState == true)
  }
}
