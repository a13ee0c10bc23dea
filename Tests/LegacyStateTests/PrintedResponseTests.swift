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
    // Objects of PHP.
    "T Object\n(\n    [accessToken:protected] => \(access)\n    [refreshToken:protected] => \(refresh)\n)",
    "T Object\n(\n    [access_token:N\\T:private] => \(access)\n    [refresh_token:N\\T:private] => \(refresh)\n)",
    "T Object\n(\n    [access_token:private] => \(access)\n    [refresh_token:private] => \(refresh)\n)",
    "object(T)#1 (2) {\n  [\"access_token\":protected]=>\n  string(21) \"\(access)\"\n"
      + "  [\"refresh_token\":protected]=>\n  string(21) \"\(refresh)\"\n}",
    "object(T)#1 (2) {\n  [\"access_token\":\"N\\T\":private]=>\n  string(21) \"\(access)\"\n"
      + "  [\"refresh_token\":\"N\\T\":private]=>\n  string(21) \"\(refresh)\"\n}",
    "x O:1:\"T\":2:{s:15:\"\0*\0access_token\";s:21:\"\(access)\";s:16:\"\0*\0refresh_token\";s:21:\"\(refresh)\";}",
    // Swift's dictionaries, Go, Rust, C# and Ruby.
    "[\"refreshToken\": Optional(\"\(refresh)\"), \"accessToken\": Optional(\"\(access)\")]",
    "[\"refreshToken\": \"\(refresh)\", \"accessToken\": \"\(access)\"]",
    "Optional([\"accessToken\": \"\(access)\", \"expires_in\": 3600, \"refreshToken\": \"\(refresh)\"])",
    "[\"refresh_token\": \(refresh), \"access_token\": \(access), \"expires_in\": 3600]",
    "[AnyHashable(\"refresh_token\"): \"\(refresh)\", AnyHashable(\"access_token\"): \(access)]",
    "map[access_token:\(access) expires_in:3600 refresh_token:\(refresh) scope:openid email]",
    "map[string]interface {}{\"access_token\":\"\(access)\", \"refresh_token\":\"\(refresh)\"}",
    "&{AccessToken:\(access) TokenType:Bearer RefreshToken:\(refresh) Expiry:2026-12-01}",
    "&oauth2.Token{AccessToken:\"\(access)\", TokenType:\"Bearer\", RefreshToken:\"\(refresh)\"}",
    "Token { access_token: \"\(access)\", refresh_token: Some(\"\(refresh)\") }",
    "Token { access_token: AccessToken(\"\(access)\"), refresh_token: Some(RefreshToken(\"\(refresh)\")) }",
    "{ AccessToken = \(access), RefreshToken = \(refresh) }",
    "{:access_token=>\"\(access)\", :refresh_token=>\"\(refresh)\", :expires_in=>3600}",
    "#<T @access_token=\"\(access)\", @refresh_token=\"\(refresh)\", @expires_in=3600>",
    // What is in brackets of its own, and what else has such names.
    "{'access_token': '\(access)', 'scope': ['a', 'b :)'], 'user': {'x': 1}, 'refresh_token': '\(refresh)'}",
    "{'refresh_token': '\(refresh)', 'user': {'id_token': 'x'}, 'access_token': '\(access)'} {'access_token': 'y'}",
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
    "{'refresh_token': '\(refresh)', 'expires_in': 3600}",
    "#<OAuth2::AccessToken:0x1 @token=\"\(access)\", @refresh_token=\"\(refresh)\", @expires_in=3600>",
  ])
  func `is one beside a number without quotes`(text: String) {
    let scanned = Scanned(text: text + "\n", name: "x.log")
    #expect(scanned.states.map { $0.refreshToken?.secret.array } == [Array(refresh.utf8)])
  }

  /// How programs print one after the other, `A` and `R` for the tokens.
  private static let printed = [
    "token: {'access_token': 'A', 'refresh_token': 'R'}\n",
    "token: {'refresh_token': 'R', 'access_token': 'A'}\n",
    "{'access_token': 'A', 'refresh_token': 'R'}, ",
    "{'expires_in': 1, 'refresh_token': 'R', 'access_token': 'A'}, ",
    "App[1] {\n    \"access_token\" = \"A\";\n    \"refresh_token\" = \"R\";\n}\n",
    "{\n    accessToken = A;\n    refreshToken = R;\n}\n",
    "a:2:{s:12:\"access_token\";s:21:\"A\";s:13:\"refresh_token\";s:21:\"R\";}",
    "array(2) {\n  [\"access_token\"]=>\n  string(21) \"A\"\n  [\"refresh_token\"]=>\n  string(21) \"R\"\n}\n",
    "Array\n(\n    [refresh_token] => R\n    [access_token] => A\n)\n",
    "T Object\n(\n    [accessToken:protected] => A\n    [refreshToken:protected] => R\n)\n",
    "TokenResponse(accessToken=A, refreshToken=R, tokenType=bearer), ",
    "accessToken: Optional(\"A\"), refreshToken: Optional(\"R\")\n",
    "refreshToken: Optional(\"R\"), accessToken: Optional(\"A\")\n",
    "- accessToken: \"A\"\n- refreshToken: \"R\"\n",
    "[\"refreshToken\": \"R\", \"accessToken\": \"A\"]\n",
    "[\"access_token\": A, \"refresh_token\": R], ",
    "&{AccessToken:A TokenType:Bearer RefreshToken:R Expiry:1}\n",
  ]

  @Test(arguments: printed, [1, 3, 20, 200])
  func `is found once, with its own tokens, however many stand beside it`(
    text: String,
    count: Int
  ) {
    let all = (100..<100 + count).map { number in
      text.replacing("'A'", with: "'at-0123456789abcdef-\(number)'")
        .replacing("'R'", with: "'rt-0123456789abcdef-\(number)'")
        .replacing(/\bA\b/.wordBoundaryKind(.simple), with: "at-0123456789abcdef-\(number)")
        .replacing(/\bR\b/.wordBoundaryKind(.simple), with: "rt-0123456789abcdef-\(number)")
    }
    let scanned = Scanned(text: "x " + all.joined() + "end\n", name: "x.log")
    func tokens(_ name: String) -> [[UInt8]?] {
      (100..<100 + count).map { Array("\(name)-0123456789abcdef-\($0)".utf8) }
    }
    #expect(scanned.states.map { $0.refreshToken?.secret.array } == tokens("rt"))
    #expect(scanned.states.map { $0.accessToken?.secret.array } == tokens("at"))
    #expect(Set(scanned.states.map(\.contentDigest)).count == count)
  }

  @Test(arguments: [
    "{'refresh_token': '\(refresh)', 'expires_in': 1}\n{'access_token': '\(access)', 'refresh_token': '\(refresh)1'}",
    "{'refresh_token': '\(refresh)', 'expires_in': 1}, {'access_token': '\(access)', 'refresh_token': '\(refresh)1'}",
    "refreshToken: '\(refresh)', tokenType: 'b'\naccessToken: '\(access)', refreshToken: '\(refresh)1'",
    "{'token_type': 'b', 'refresh_token': '\(refresh)'} {'access_token': '\(access)'} "
      + "{'expires_in': 1, 'access_token': '\(access)', 'refresh_token': '\(refresh)1'}",
  ])
  func `takes no access token from its neighbour`(text: String) {
    let scanned = Scanned(text: text + "\n", name: "x.log")
    #expect(scanned.states.map { $0.refreshToken?.secret.count } == [21, 22])
    #expect(scanned.states.map { $0.accessToken?.secret.count } == [nil, 21])
  }

  @Test func `has no access token where nothing tells whose it is`() {
    let text = "refreshToken: '\(refresh)', accessToken: '\(access)', refreshToken: '\(refresh)1'"
    let scanned = Scanned(text: text + "\n", name: "x.log")
    #expect(scanned.states.map { $0.refreshToken?.secret.count } == [21, 22])
    #expect(scanned.states.map { $0.accessToken?.secret.count } == [nil, nil])
  }

  @Test(arguments: ["\n", " ", ", "])
  func `gives no token of a chain without brackets to a neighbour`(separator: String) {
    let chain = (0..<40).map { number in
      let name = number % 2 == 0 ? "refreshToken = rt" : "accessToken = at"
      return "\(name)\(100 + number)-0123456789abcdef; tokenType = B;"
    }
    let scanned = Scanned(text: chain.joined(separator: separator) + "\n", name: "x.log")
    #expect(scanned.states.count == 20)
    // The last has no neighbour behind it.
    #expect(scanned.states.dropLast().allSatisfy { $0.accessToken == nil })
  }

  @Test(arguments: [
    // Every OAuth answer is JSON.
    "{\"access_token\":\"\(access)\",\"refresh_token\":\"\(refresh)\",\"expires_in\":3600}",
    "x {\"access_token\": \"\(access)\", \"refresh_token\": \"\(refresh)\"}",
    "[{\"access_token\": \"\(access)\", \"refresh_token\": \"\(refresh)\"}]",
    "[1, {\"a\": [2], \"refresh_token\": \"\(refresh)\", \"expires_in\": 3600}]",
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
      "{'refresh_token': 'rt-0123456789abcdef', 'access_token': '1'", "'access_token': '1'\n",
      "['refresh_token': 'rt-0123456789abcdef'", "[refresh_token:",
    ]
  )
  func `costs no more time than the text is long`(part: String) {
    let text = String(repeating: part, count: (1 << 20) / part.utf8.count)
    let start = ContinuousClock.now
    _ = Scanned(text: text, name: "x.log")
    #expect(ContinuousClock.now - start < .seconds(20))
  }
}
