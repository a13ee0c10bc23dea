import HTTP
import Migration
import Secrets
import Testing

@Suite struct `An answer of a revocation endpoint` {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let status: Int
    var type: String?
    var body = ""
    var hinted = true
    let outcome: RevocationOutcome?
    var kind: RevocationReason.Kind?
    var retriesWithoutHint = false

    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(name: "RFC 7009", status: 200, outcome: .accepted, kind: .taken),
    Case(name: "django", status: 200, type: "text/html", outcome: .accepted, kind: .taken),
    Case(name: "authentik", status: 200, type: "application/json", body: "{}", outcome: .accepted),
    Case(name: "text", status: 200, type: "text/plain", body: "OK", outcome: .accepted),
    Case(name: "no content", status: 204, outcome: .accepted),
    Case(
      name: "error null",
      status: 200,
      type: "application/json",
      body: #"{"error":null}"#,
      outcome: .accepted
    ),
    Case(
      name: "a portal",
      status: 200,
      type: "text/html; charset=utf-8",
      body: "\u{FEFF}\n <!doctype html><title>Sign in</title>",
      outcome: .refused,
      kind: .notAnEndpoint
    ),
    Case(
      name: "a page without a type",
      status: 200,
      body: "<html></html>",
      outcome: .refused,
      kind: .notAnEndpoint
    ),
    Case(
      name: "Keycloak's unknown token",
      status: 200,
      type: "application/json",
      body: #"{"error":"invalid_token","error_description":"Invalid token"}"#,
      outcome: .alreadyInactive,
      kind: .unknownToken
    ),
    Case(
      name: "the same as text/html",
      status: 200,
      type: "text/html",
      body: #"{"error":"invalid_token"}"#,
      outcome: .alreadyInactive
    ),
    Case(
      name: "Google's unknown token",
      status: 400,
      type: "application/json",
      body: #"{"error":"invalid_token"}"#,
      outcome: .alreadyInactive
    ),
    Case(
      name: "Google's other 400",
      status: 400,
      type: "application/json",
      body: #"{"error":"invalid_request"}"#,
      outcome: .refused,
      kind: .providerError
    ),
    Case(
      name: "an error inside a 200",
      status: 200,
      body: #"{"error":"invalid_request"}"#,
      outcome: .refused,
      kind: .providerError
    ),
    Case(
      name: "an error behind a byte order mark",
      status: 200,
      body: "\u{FEFF}" + #"{"error":"invalid_client"}"#,
      outcome: .needsConfidentialClient,
      kind: .clientRefused
    ),
    Case(
      name: "the hint is not understood",
      status: 400,
      body: #"{"error":"unsupported_token_type"}"#,
      outcome: nil,
      retriesWithoutHint: true
    ),
    Case(
      name: "not even without the hint",
      status: 400,
      body: #"{"error":"unsupported_token_type"}"#,
      hinted: false,
      outcome: .refused,
      kind: .tokenType
    ),
    Case(
      name: "a confidential client",
      status: 401,
      body: #"{"error":"invalid_client"}"#,
      outcome: .needsConfidentialClient,
      kind: .clientRefused
    ),
    Case(
      name: "Apple's and canaille's way",
      status: 400,
      body: #"{"error":"invalid_client"}"#,
      outcome: .needsConfidentialClient,
      kind: .clientRefused
    ),
    Case(name: "a bare 401", status: 401, outcome: .needsConfidentialClient),
    Case(
      name: "a 401 page of a proxy",
      status: 401,
      type: "text/html",
      body: "<html>proxy</html>",
      outcome: .refused,
      kind: .notAnEndpoint
    ),
    Case(
      name: "GitLab's other client",
      status: 403,
      body: #"{"error":"unauthorized_client"}"#,
      outcome: .refused,
      kind: .providerError
    ),
    Case(name: "a bare 404", status: 404, outcome: .refused, kind: .providerError),
    Case(name: "a redirect", status: 302, outcome: .refused, kind: .redirect),
    Case(name: "a redirect that keeps the body", status: 307, outcome: .refused, kind: .redirect),
    Case(name: "another success", status: 202, outcome: .refused, kind: .notAnEndpoint),
    Case(name: "429 without a time", status: 429, outcome: nil),
    Case(name: "500", status: 500, outcome: nil),
    Case(
      name: "a client error that means later",
      status: 400,
      type: "application/json",
      body: #"{"error":"temporarily_unavailable"}"#,
      outcome: nil
    ),
    Case(name: "503 without a time", status: 503, type: "text/html", body: "<p>", outcome: nil),
    Case(name: "a request timeout", status: 408, outcome: nil),
  ]

  @Test(arguments: cases) func `is read as the field reports say`(_ expected: Case) {
    let headers = expected.type.map { HeaderFields(["Content-Type": $0]) } ?? HeaderFields()
    let response = Response(
      status: expected.status,
      headers: headers,
      body: SecretBytes(copying: expected.body.utf8)
    )
    switch RevocationAnswer(response, hinted: expected.hinted) {
    case .ended(let outcome, let reason):
      #expect(outcome == expected.outcome)
      #expect(reason.status == expected.status)
      if let kind = expected.kind { #expect(reason.kind == kind) }
    case .tryWithoutHint:
      #expect(expected.retriesWithoutHint)
    case .doubt(let reason):
      #expect(expected.outcome == nil && !expected.retriesWithoutHint)
      #expect(reason.kind == .server)
    }
  }

  @Test func `that echoes the token as its error code is not repeated`() {
    let token = "rt-MARKERabcdefghijklmnopq"
    let response = Response(
      status: 400,
      body: SecretBytes(copying: #"{"error":"\#(token)","error_description":"\#(token)"}"#.utf8)
    )
    guard case .ended(.refused, let reason) = RevocationAnswer(response, hinted: true) else {
      Issue.record("not refused")
      return
    }
    #expect(!"\(reason)".contains("MARKER"))
    #expect(reason.error == "unrecognised_error")
  }
}
