import LegacyState
import Secrets
import Testing

private let refresh = "rt-D-0123456789abcdef"
private let access = "at-D-0123456789abcdef"

@Suite struct `A token response as a debugger prints it` {
  @Test(arguments: [
    "12:00 resp={'access_token': '\(access)', 'refresh_token': '\(refresh)', 'expires_in': 3600}",
    "{'access_token': u'\(access)', 'refresh_token': u'\(refresh)'}",
    "App[1] {\n    \"access_token\" = \"\(access)\";\n    \"refresh_token\" = \"\(refresh)\";\n}",
    "App[1] {\n    accessToken = \(access);\n    refreshToken = \(refresh);\n}",
    "a:2:{s:12:\"access_token\";s:21:\"\(access)\";s:13:\"refresh_token\";s:21:\"\(refresh)\";}",
    "array(2) {\n  [\"access_token\"]=>\n  string(21) \"\(access)\"\n  [\"refresh_token\"]=>\n  string(21) \"\(refresh)\"\n}",
    "Array\n(\n    [access_token] => \(access)\n    [refresh_token] => \(refresh)\n)",
    "{ accessToken: '\(access)', refreshToken: '\(refresh)', tokenType: 'bearer' }",
    "D/x: TokenResponse(accessToken=\(access), refreshToken=\(refresh), tokenType=bearer)",
    "{\"access_token\"=>\"\(access)\", \"refresh_token\"=>\"\(refresh)\"}",
    "accessToken: Optional(\"\(access)\"), refreshToken: Optional(\"\(refresh)\")",
  ])
  func `is reported with low confidence, and not taken out`(text: String) throws {
    for name in ["x.log", "x"] {
      let scanned = Scanned(text: text + "\n", name: name)
      #expect(scanned.failures.isEmpty)
      let state = try #require(scanned.states.first)
      #expect(scanned.states.count == 1)
      #expect(state.refreshToken?.secret.array == Array(refresh.utf8))
      #expect(state.accessToken?.secret.array == Array(access.utf8))
      #expect(state.confidence == .low && state.library == .unknown)
      #expect(state.removal == .wholeFile)
    }
  }

  @Test(arguments: [
    // Every OAuth answer is JSON.
    "{\"access_token\":\"\(access)\",\"refresh_token\":\"\(refresh)\",\"expires_in\":3600}",
    "x {\"access_token\": \"\(access)\", \"refresh_token\": \"\(refresh)\"}",
    "let s = {refreshToken: config.refreshToken, accessToken: config.accessToken};",
    "refreshToken = response.getRefreshToken2ForUser; accessToken = response.getAccessToken2;",
    "d = {'grant_type': 'refresh_token', 'refresh_token': self.refresh_token, 'access_token': 'x'}",
    "{ accessToken: '/oauth2/v1/accessToken', refreshToken: '/oauth2/v1/refreshToken' }",
    "{'access_token': '<token>', 'refresh_token': 'YOUR_REFRESH_TOKEN'}",
    "{'old_refresh_token': '\(refresh)', 'old_access_token': '\(access)'}",
    // Nothing else of a response beside it.
    "{'refresh_token': '\(refresh)'}",
  ])
  func `is nothing that a program or JSON has`(text: String) {
    let scanned = Scanned(text: text + "\n", name: "x.log")
    #expect(scanned.states.isEmpty && scanned.failures.isEmpty)
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "refresh_token=", "refreshToken: '", "'refresh_token': 'rt-0123456789abcdef', ",
      "refreshToken=a0123456789bcdefA1;",
      "grant_type=refresh_token&refresh_token=", "refresh_token=&",
    ]
  )
  func `costs no more time than the text is long`(part: String) {
    let text = String(repeating: part, count: (1 << 20) / part.utf8.count)
    let start = ContinuousClock.now
    _ = Scanned(text: text, name: "x.log")
    #expect(ContinuousClock.now - start < .seconds(20))
  }
}
