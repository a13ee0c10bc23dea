import HTTP
import OAuthClient
import Secrets
import Testing

@Suite struct `A token answer` {
  @Test(arguments: [
    (200, "application/json", #"{"access_token":"a","token_type":"Bearer"}"#, "tokens"),
    (
      200, "application/json; charset=UTF-8", #"{"access_token":"a","token_type":"bEaReR","x":1}"#,
      "tokens"
    ),
    (200, "", #"{"access_token":"a","token_type":"Bearer"}"#, "tokens"),
    (
      200, "application/json", "\u{FEFF}" + #"{"access_token":"a","token_type":"Bearer"}"#,
      "tokens"
    ),
    (400, "application/json", "\u{FEFF}" + #"{"error":"invalid_grant"}"#, "invalid_grant"),
    (200, "application/json", #"{"access_token":"","token_type":"Bearer"}"#, "unintelligible"),
    // No Bearer token, but what came with it is not lost.
    (200, "application/json", #"{"access_token":"a"}"#, "tokens"),
    (503, "application/json", #"{"error":"invalid_grant"}"#, "unintelligible"),
    (429, "application/json", #"{"error":"invalid_grant"}"#, "unintelligible"),
    (302, "application/json", #"{"error":"invalid_grant"}"#, "unintelligible"),
    (200, "text/html", #"{"access_token":"a","token_type":"Bearer"}"#, "unintelligible"),
    (
      200, "application/json", #"{"access_token":"a","access_token":"b","token_type":"Bearer"}"#,
      "unintelligible"
    ),
    // What came with it is not lost.
    (200, "application/json", #"{"refresh_token":"r","token_type":"Bearer"}"#, "unusable"),
    (200, "application/json", #"{"access_token":"a\u0000","refresh_token":"r"}"#, "unusable"),
    (200, "application/json", #"{"refresh_token":"r\u0000"}"#, "unintelligible"),
    (201, "application/json", #"{"refresh_token":"r"}"#, "unintelligible"),
    (200, "text/html", #"{"refresh_token":"r"}"#, "unintelligible"),
    (200, "application/json", "", "unintelligible"),
    (200, "application/json", "[]", "unintelligible"),
    (400, "application/json", #"{"error":"invalid_grant"}"#, "invalid_grant"),
    (401, "application/json", #"{"error":"invalid_client"}"#, "invalid_client"),
    (400, "application/json", #"{"error":"never_heard_of"}"#, "never_heard_of"),
    (200, "application/json", #"{"error":"invalid_grant"}"#, "invalid_grant"),
    (403, "text/html", "<html>blocked</html>", "unintelligible"),
    (503, "application/json", "{}", "unintelligible"),
    (302, "application/json", #"{"access_token":"a","token_type":"Bearer"}"#, "unintelligible"),
  ])
  func `is read as tokens, as an error, or as neither`(
    status: Int,
    type: String,
    body: String,
    expected: String
  ) {
    #expect(word(TokenAnswer(response(status, type, body))) == expected)
  }

  @Test func `has no word in its scope that repeats one of its tokens`() throws {
    let body =
      #"{"access_token":"access-012345","token_type":"Bearer","refresh_token":"refresh-012345","#
      + #""scope":"openid refresh-012345 xaccess-012345y profile"}"#
    guard case .tokens(let tokens) = TokenAnswer(response(200, "application/json", body)) else {
      Issue.record("not read")
      return
    }
    #expect(tokens.scope == "openid profile")
  }

  @Test(arguments: [
    (#"a\u001b[2J"#, nil), (#"a\u009b31m openid"#, "openid"), (#"openid \u202eb"#, "openid"),
    (#"a\r\nb profile"#, "profile"), (#"é a\"b a\\b"#, nil),
    ("https://id.example/a a:b a,b {c}", "https://id.example/a a:b a,b {c}"),
  ])
  func `has no word in its scope that is none`(scope: String, expected: String?) {
    let body = #"{"access_token":"a","token_type":"Bearer","scope":"\#(scope)"}"#
    guard case .tokens(let tokens) = TokenAnswer(response(200, "application/json", body)) else {
      Issue.record("not read")
      return
    }
    #expect(tokens.scope == expected)
  }

  @Test func `takes an empty refresh token for none and a number in a string for a number`() throws
  {
    let body =
      #"{"access_token":"a","token_type":"Bearer","refresh_token":"","id_token":"","scope":"","expires_in":"300"}"#
    guard case .tokens(let tokens) = TokenAnswer(response(200, "application/json", body)) else {
      Issue.record("not read")
      return
    }
    #expect(tokens.refreshToken == nil)
    #expect(tokens.idToken == nil)
    #expect(tokens.scope == nil)
    #expect(tokens.expiresInSeconds == 300)
  }

  @Test(arguments: [
    "rt-MARKED-0123456789abcdef", "cnQtTUFSS0VELTAxMjM0NTY3ODlhYmNkZWY=",
    "invalid_request\u{1B}[2J",
    "Invalid request", "",
  ])
  func `whose error code could be a token is an error without a name`(code: String) {
    #expect(ProviderFailure(error: code).error == "unrecognised_error")
  }

  @Test(arguments: ["access_token", "refresh_token", "id_token"])
  func `with a token that would break a header or steer a terminal is no answer`(member: String) {
    for odd in [#"a\r\nX-Forged: 1"#, #"a\u001b[2J"#, #"a\u0000"#, "\u{E9}"] {
      var members = ["access_token": "a", "token_type": "Bearer"]
      members[member] = odd
      let body = "{" + members.map { "\"\($0.key)\":\"\($0.value)\"" }.joined(separator: ",") + "}"
      #expect(word(TokenAnswer(response(200, "application/json", body))) == "unintelligible")
    }
  }

  @Test func `never believes in a lifetime beyond ten years`() {
    let body = #"{"access_token":"a","token_type":"Bearer","expires_in":1700000000000}"#
    guard case .tokens(let tokens) = TokenAnswer(response(200, "application/json", body)) else {
      Issue.record("not read")
      return
    }
    #expect(tokens.expiresInSeconds == 315_360_000)
  }

  @Test(arguments: [
    (200, "application/json", "{", true), (200, "text/html", "<html>", true),
    (202, "application/json", "{}", true), (500, "application/json", "{}", true),
    (500, "application/json", #"{"error":"server_error"}"#, true), (502, "", "", true),
    (503, "", "", false), (503, "application/json", #"{"error":"server_error"}"#, false),
    (200, "application/json", #"{"error":"invalid_request"}"#, false),
    (200, "application/json", #"{"access_token":"a","token_type":"Bearer"}"#, false),
    (200, "application/json", #"{"refresh_token":"r"}"#, false), (302, "", "", false),
    (403, "text/html", "<html>", false), (408, "", "", false), (429, "", "", false),
  ])
  func `leaves it open whether the provider did what it was asked, or not`(
    status: Int,
    type: String,
    body: String,
    isOpen: Bool
  ) {
    #expect(TokenAnswer(response(status, type, body)).leavesOpen(status) == isOpen)
  }

  @Test(arguments: [
    ("application/json", #"{"refresh_token":"r1"}"#, ["r1"]),
    ("text/html", #"{"refresh_token":"r1","refresh_token":"r2"}"#, ["r1", "r2"]),
    ("application/json", #"{"error":"x","refresh_token":"r1"}"#, ["r1"]),
    ("application/json", #"{"refresh_token":""}"#, []), ("application/json", "[", []),
  ])
  func `has refresh tokens to end, whatever else is wrong with it`(
    type: String,
    body: String,
    tokens: [String]
  ) {
    let found = TokenAnswer.refreshTokens(in: response(200, type, body))
    #expect(found.count == tokens.count)
    for (secret, token) in zip(found, tokens) {
      #expect(secret.equals(SecretBytes(copying: Array(token.utf8))))
    }
  }

  @Test(arguments: [
    (200, "application/json", #"{"refresh_token":"r1"}"#, "r1"),
    (200, "application/json", #"{"error":"x","access_token":"a","refresh_token":"r1"}"#, "r1"),
    (200, "application/json", #"{"error":"x","refresh_token":"sent"}"#, nil),
    (201, "application/json", #"{"access_token":"a","refresh_token":"r1"}"#, "r1"),
    (201, "application/json", #"{"access_token":"a","refresh_token":"sent"}"#, "sent"),
    (200, "text/html", #"{"access_token":"a","refresh_token":"r1"}"#, "r1"),
    (200, "application/json", #"{"refresh_token":"r1","refresh_token":"r2"}"#, nil),
    (201, "application/json", #"{"refresh_token":"r\u001b"}"#, nil),
    (
      200, "application/json",
      #"{"access_token":"a","token_type":"Bearer","refresh_token":"r1"}"#, nil
    ),
    (400, "application/json", #"{"error":"x","refresh_token":"r1"}"#, nil),
    (500, "application/json", #"{"refresh_token":"r1"}"#, nil), (201, "", "", nil),
  ])
  func `that is a success of no use gives the refresh token to go on with`(
    status: Int,
    type: String,
    body: String,
    expected: String?
  ) {
    let response = response(status, type, body)
    let token = TokenAnswer(response).newRefreshToken(in: response, for: secret("sent"))
    #expect(token?.fingerprint == expected.map { secret($0).fingerprint })
  }

  private func response(_ status: Int, _ type: String, _ body: String) -> Response {
    let headers = type.isEmpty ? HeaderFields() : HeaderFields(["Content-Type": type])
    return Response(status: status, headers: headers, body: SecretBytes(copying: Array(body.utf8)))
  }

  private func word(_ answer: TokenAnswer) -> String {
    switch answer {
    case .tokens: "tokens"
    case .failure(let failure): failure.error
    case .unusable: "unusable"
    case .unintelligible: "unintelligible"
    }
  }
}
