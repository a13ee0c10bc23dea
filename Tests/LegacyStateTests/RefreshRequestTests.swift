import LegacyState
import Secrets
import Testing

@Suite struct `A request with a refresh token in a log` {
  private static let form =
    "grant_type=refresh_token&refresh_token=1%2F%2F0gabcDEF123&client_id=app-1&scope=openid+email"

  @Test(arguments: [
    ("D/Net: body \(form)\n", nil),
    (form, nil),
    ("POST https://id.example.com/token?x=1 body=\(form)\nnext\n", "https://id.example.com/token"),
    (
      "$ curl -s -X POST https://id.example.com/token \\\n  -d grant_type=refresh_token \\\n"
        + "  -d 'refresh_token=1//0gabcDEF123' -d client_id=app-1 --data-urlencode 'scope=openid email'\n",
      "https://id.example.com/token"
    ),
    (
      "D/OkHttp: --> POST https://id.example.com/token\nD/OkHttp: Content-Length: 90\nD/OkHttp: \n"
        + "D/OkHttp: \(form)\nD/OkHttp: --> END POST (90-byte body)\n",
      "https://id.example.com/token"
    ),
    (
      "{\"t\":1,\"m\":\"POST https://id.example.com/token \(form.replacing("&", with: "\\u0026"))\"}\n{\"t\":2}\n",
      "https://id.example.com/token"
    ),
  ])
  func `is reported with its client and its address`(text: String, address: String?) throws {
    let scanned = Scanned(text: text, name: "x.log")
    #expect(scanned.failures.isEmpty)
    let state = try #require(scanned.states.first)
    #expect(scanned.states.count == 1)
    #expect(state.refreshToken?.secret.array == Array("1//0gabcDEF123".utf8))
    #expect(state.clientID == "app-1")
    #expect(state.tokenEndpoint == address)
    #expect(state.scopes.first == "openid")
    #expect(state.confidence == .low && state.library == .unknown && state.removal == .wholeFile)
  }

  @Test(arguments: [
    "${encodeURIComponent(refreshToken)}", "${URLEncoder.encode(refreshToken, \"UTF-8\")}",
    "${tokens.refreshToken}", "{refreshToken}", "{Uri.EscapeDataString(refreshToken)}",
    "$($tokens.refreshToken)", "{{tokens.refreshToken}}", "1//0gAbC12\u{2026}", "eyJhbG<redacted>",
    "{REDACTED_1}", "$refreshToken", "[REDACTED]",
  ])
  func `is none in a program that makes one, or where it was blackened`(value: String) {
    let text = "let body = `grant_type=refresh_token&refresh_token=\(value)&client_id=a`\n"
    #expect(Scanned(text: text, name: "x.ts").states.isEmpty)
  }

  @Test func `is reported for each line, and takes no address from the one before`() {
    let text = """
      POST https://a.example/token grant_type=refresh_token&refresh_token=rt-A-0123456789&client_id=a
      grant_type=refresh_token&refresh_token=rt-B-0123456789&client_id=b

      """
    let scanned = Scanned(text: text, name: "x.log")
    #expect(scanned.states.map(\.clientID) == ["a", "b"])
    #expect(scanned.states.map(\.tokenEndpoint) == ["https://a.example/token", nil])
  }
}
