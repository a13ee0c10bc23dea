import HTTP
import OAuthClient
import Secrets
import Testing

@Suite struct `Judging what a resource answered` {
  struct Refusal: Sendable, CustomTestStringConvertible {
    let name: String
    let lines: [String]
    var acrValues: [String] = []
    var maxAge: Int?
    var scopes: [String] = []
    var testDescription: String { name }

    var response: Response { answer(401, lines) }
  }

  static let stepUps: [Refusal] = [
    Refusal(
      name: "one challenge",
      lines: [
        #"Bearer error="insufficient_user_authentication", acr_values="gold silver", max_age="60""#
      ],
      acrValues: ["gold", "silver"],
      maxAge: 60
    ),
    Refusal(
      name: "behind another challenge of the same line",
      lines: [
        #"Basic realm="a, Bearer error=\"invalid_token\"", Bearer realm="x, y", "#
          + #"error="insufficient_user_authentication",max_age=5"#
      ],
      maxAge: 5
    ),
    Refusal(
      name: "in the second line",
      lines: [
        "Negotiate YII==, NTLM", #"Bearer error="insufficient_user_authentication""#,
      ]
    ),
    Refusal(
      name: "before another challenge",
      lines: [
        #"Bearer error="insufficient_user_authentication" , acr_values = "a" , DPoP algs="ES256""#
      ],
      acrValues: ["a"]
    ),
    Refusal(
      name: "in any case, for a bound token",
      lines: [
        #"dPoP ERROR="Insufficient_User_Authentication", Acr_Values="urn:a", MAX_AGE="0""#
      ],
      acrValues: ["urn:a"],
      maxAge: 0
    ),
    Refusal(
      name: "with values that need quotes and have none",
      lines: ["Bearer error=insufficient_user_authentication, acr_values=urn:a:b, max_age=1"],
      acrValues: ["urn:a:b"],
      maxAge: 1
    ),
    Refusal(
      name: "with a max_age that is no number, and scopes",
      lines: [
        #"Bearer error="insufficient_user_authentication", max_age="-1", scope="pay read""#
      ],
      scopes: ["pay", "read"]
    ),
    Refusal(
      name: "with a number beyond all numbers",
      lines: [
        #"Bearer error="insufficient_user_authentication", max_age="99999999999999999999999""#
      ],
      maxAge: Int(Int32.max)
    ),
    Refusal(
      name: "with control characters and other scripts among the values",
      lines: [
        "Bearer error=\"insufficient_user_authentication\", acr_values=\"a\u{202E}b gold c\u{7}\""
      ],
      acrValues: ["gold"]
    ),
    Refusal(
      name: "with escapes, empty elements and a fault behind it",
      lines: [
        #",, Bearer error="insufficient\_user_authentication", acr_values="a\"b", , x="open"#
      ],
      acrValues: [#"a"b"#]
    ),
  ]

  @Test(arguments: stepUps)
  func `finds the step-up`(refusal: Refusal) {
    let expected = StepUpChallenge(
      acrValues: refusal.acrValues,
      maxAgeSeconds: refusal.maxAge,
      scopes: refusal.scopes
    )
    #expect(ResourceVerdict(refusal.response) == .stepUp(expected))
  }

  @Test func `keeps a challenge short however many values it names`() {
    let many = (0..<5000).map { "acr\($0)" }.joined(separator: " ")
    let line = "Bearer error=\"insufficient_user_authentication\", acr_values=\"\(many)\""
    guard case .stepUp(let challenge) = ResourceVerdict(answer(401, [line])) else {
      Issue.record("no step-up")
      return
    }
    #expect(challenge.acrValues == (0..<16).map { "acr\($0)" })
  }

  @Test(arguments: [
    [], ["Bearer"], [#"Bearer error="invalid_token""#],
    [#"Bearer error_description="insufficient_user_authentication""#],
    [#"Basic error="insufficient_user_authentication""#],
    [#"Bearer realm="error=\"insufficient_user_authentication\"""#],
    [#"Bearer error="insufficient_user_authentication"#],
    [#"error="insufficient_user_authentication""#],
  ])
  func `takes every other 401 for a token that is refused`(lines: [String]) {
    #expect(ResourceVerdict(answer(401, lines)) == .tokenRefused)
  }

  @Test(arguments: [200, 302, 400, 403, 404, 500])
  func `leaves every other status to the caller`(status: Int) {
    let line = #"Bearer error="insufficient_user_authentication""#
    #expect(ResourceVerdict(answer(status, [line])) == .answered)
  }
}

private func answer(_ status: Int, _ lines: [String]) -> Response {
  var headers = HeaderFields()
  for line in lines { headers.append("WWW-Authenticate", line) }
  return Response(status: status, headers: headers, body: SecretBytes(copying: []))
}
