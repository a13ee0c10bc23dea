import OAuthClient
import Secrets
import Testing

@Suite struct `An authorization response` {
  static let flow = AuthorizationFlow(
    state: secret("the-state"),
    nonce: secret("n"),
    codeVerifier: secret("v"),
    redirectURI: "http://127.0.0.1:1/callback",
    startedAt: 0,
    pushed: nil
  )

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let parameters: [String]
    var isAnnounced = false
    let verdict: String
    var testDescription: String { name }
  }

  static let cases = [
    Case(name: "code and state", parameters: ["code=c", "state=the-state"], verdict: "code"),
    Case(
      name: "right iss",
      parameters: ["code=c", "state=the-state", "iss=https://id.example"],
      isAnnounced: true,
      verdict: "code"
    ),
    Case(name: "no state", parameters: ["code=c"], verdict: "stray"),
    Case(name: "wrong state", parameters: ["code=c", "state=the-statf"], verdict: "stray"),
    Case(
      name: "state twice",
      parameters: ["code=c", "state=the-state", "state=the-state"],
      verdict: "stray"
    ),
    Case(name: "error without state", parameters: ["error=access_denied"], verdict: "stray"),
    Case(
      name: "error with wrong state",
      parameters: ["error=access_denied", "state=x"],
      verdict: "stray"
    ),
    Case(
      name: "error with the state",
      parameters: ["error=access_denied", "state=the-state"],
      isAnnounced: true,
      verdict: "denied"
    ),
    Case(
      name: "login_required",
      parameters: ["error=login_required", "state=the-state"],
      verdict: "denied"
    ),
    Case(
      name: "unknown error",
      parameters: ["error=brand_new", "state=the-state"],
      verdict: "refused_by_provider"
    ),
    Case(
      name: "server_error",
      parameters: ["error=server_error", "state=the-state"],
      verdict: "server"
    ),
    Case(
      name: "other iss with a code",
      parameters: ["code=c", "state=the-state", "iss=https://other.example"],
      verdict: "refused_response"
    ),
    Case(
      name: "other iss with an error",
      parameters: ["error=access_denied", "state=the-state", "iss=https://other.example"],
      verdict: "refused_response"
    ),
    Case(
      name: "iss announced but missing",
      parameters: ["code=c", "state=the-state"],
      isAnnounced: true,
      verdict: "refused_response"
    ),
    Case(
      name: "code twice",
      parameters: ["code=c", "code=d", "state=the-state"],
      verdict: "refused_response"
    ),
    Case(
      name: "code and error",
      parameters: ["code=c", "error=access_denied", "state=the-state"],
      verdict: "refused_response"
    ),
    Case(
      name: "empty code",
      parameters: ["code=", "state=the-state"],
      verdict: "refused_response"
    ),
    Case(
      name: "code that no code can be",
      parameters: ["code=c\u{0}", "state=the-state"],
      verdict: "refused_response"
    ),
    Case(
      name: "code that breaks a line",
      parameters: ["code=c\r\nX: 1", "state=the-state"],
      verdict: "refused_response"
    ),
    Case(
      name: "code that is no ASCII",
      parameters: ["code=\u{E9}", "state=the-state"],
      verdict: "refused_response"
    ),
    Case(
      name: "longest code",
      parameters: ["code=" + String(repeating: "c", count: 16_384), "state=the-state"],
      verdict: "code"
    ),
    Case(
      name: "code without end",
      parameters: ["code=" + String(repeating: "c", count: 16_385), "state=the-state"],
      verdict: "refused_response"
    ),
    Case(name: "neither", parameters: ["state=the-state"], verdict: "refused_response"),
  ]

  @Test(arguments: cases)
  func `is judged by state, issuer and content`(case: Case) {
    let parameters = `case`.parameters.map { pair in
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (name: String(sides[0]), value: secret(String(sides[1])))
    }
    let verdict = AuthorizationResponse(parameters: parameters).judged(
      by: Self.flow,
      issuer: "https://id.example",
      issuerParameterAnnounced: `case`.isAnnounced
    )
    #expect(word(verdict) == `case`.verdict)
  }

  private func word(_ verdict: AuthorizationResponse.Verdict) -> String {
    switch verdict {
    case .stray: "stray"
    case .code: "code"
    case .failed(let error): error.code
    }
  }
}
