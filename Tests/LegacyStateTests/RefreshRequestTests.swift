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

  struct Line: CustomTestStringConvertible {
    let text: String
    /// Token, client, secret and address of each.
    let requests: [[String?]]
    var testDescription: String { text }

    init(_ text: String, _ requests: [String?]...) {
      self.text = text
      self.requests = requests
    }
  }

  @Test(arguments: [
    Line(
      "sync: POST https://other.example/token grant_type=refresh_token&refresh_token=rt-0a; POST "
        + "http://127.0.0.1:18765/t grant_type=refresh_token&client_id=c1&refresh_token=rt-1b",
      ["rt-0a", nil, nil, "https://other.example/token"],
      ["rt-1b", "c1", nil, "http://127.0.0.1:18765/t"]
    ),
    Line(
      #"[{"url":"https://a.example/t","body":"grant_type=refresh_token&refresh_token=rt-0a"},"#
        + #"{"url":"https://b.example/t","body":"grant_type=refresh_token&client_id=c1&refresh_token=rt-1b"}]"#,
      ["rt-0a", nil, nil, "https://a.example/t"],
      ["rt-1b", "c1", nil, "https://b.example/t"]
    ),
    Line(
      #"[{"body":"grant_type=refresh_token&refresh_token=rt-0a","url":"https://a.example/t"},"#
        + #"{"body":"grant_type=refresh_token&refresh_token=rt-1b&client_id=c1","m":1,"url":"https://b.example/t"}]"#,
      ["rt-0a", nil, nil, "https://a.example/t"],
      ["rt-1b", "c1", nil, "https://b.example/t"]
    ),
    Line(
      #""[{\"body\":\"grant_type=refresh_token&refresh_token=rt-0a\",\"url\":\"https://a.example/t\"},"#
        + #"{\"body\":\"grant_type=refresh_token&refresh_token=rt-1b\"}]""#,
      ["rt-0a", nil, nil, "https://a.example/t"],
      ["rt-1b", nil, nil, nil]
    ),
    // A header's address is not the request's, and an object around may hold it.
    Line(
      #"{"url":"https://a.example/t","headers":{"Origin":"https://x.example"},"r":{"postData":"#
        + #"{"text":"grant_type=refresh_token&refresh_token=rt-0a"}},"next":"https://b.example"}"#,
      ["rt-0a", nil, nil, "https://a.example/t"]
    ),
    Line(
      #"{"page":"https://x.example/","all":[{"body":"grant_type=refresh_token&refresh_token=rt-0a"}]}"#,
      ["rt-0a", nil, nil, nil]
    ),
    // A request of another kind hides none and gives it nothing.
    Line(
      "POST https://a.example/t grant_type=authorization_code&code=x&client_id=c0&client_secret=s0 "
        + "POST https://b.example/t grant_type=refresh_token&refresh_token=rt-1b",
      ["rt-1b", nil, nil, "https://b.example/t"]
    ),
    Line(
      "grant_type=authorization_code&code=x&client_id=c0, grant_type=refresh_token&refresh_token=rt-1b",
      ["rt-1b", nil, nil, nil]
    ),
    Line(
      "GET https://a.example/auth?client_id=c0&scope=x sent grant_type=refresh_token&refresh_token=rt-1b",
      ["rt-1b", nil, nil, nil]
    ),
    Line(
      "GET https://a.example/t?grant_type=refresh_token&refresh_token=rt-0a 200 client_id=c9",
      ["rt-0a", nil, nil, "https://a.example/t"]
    ),
    Line(
      "POST https://a.example/t?client_id=c0 body=grant_type=refresh_token&refresh_token=rt-0a",
      ["rt-0a", "c0", nil, "https://a.example/t"]
    ),
    // What could be either's is nobody's.
    Line(
      "grant_type=refresh_token&refresh_token=rt-0a client_id=c1 grant_type=refresh_token&refresh_token=rt-1b",
      ["rt-0a", nil, nil, nil],
      ["rt-1b", nil, nil, nil]
    ),
    Line(
      "grant_type=refresh_token&refresh_token=rt-0a&client_secret=s1&grant_type=refresh_token&refresh_token=rt-1b",
      ["rt-0a", nil, nil, nil],
      ["rt-1b", nil, nil, nil]
    ),
    Line(
      "client_id=c0 client_id=c1 grant_type=refresh_token refresh_token=rt-0a",
      ["rt-0a", nil, nil, nil]
    ),
    // Commands, each with arguments in any order.
    Line(
      "curl -d grant_type=refresh_token -d refresh_token=rt-0a -d client_id=c0 https://a.example/t && "
        + "curl -d client_secret=s1 -d 'grant_type=refresh_token' -d \"refresh_token=rt-1b\" https://b.example/t",
      ["rt-0a", "c0", nil, "https://a.example/t"],
      ["rt-1b", nil, "s1", "https://b.example/t"]
    ),
    Line(
      "curl 'https://a.example/t' -H 'origin: https://x.example' -H 'Referer: https://y.example/' "
        + "--data-raw 'grant_type=refresh_token&refresh_token=rt-0a&scope=https://z.example/s&client_id=c'",
      ["rt-0a", "c", nil, "https://a.example/t"]
    ),
    Line(
      "curl https://x.example -d client_id=c9; curl -X POST https://a.example/t -d client_id=${ID} "
        + "-d grant_type=refresh_token -d refresh_token=rt-0a",
      ["rt-0a", "${ID", nil, "https://a.example/t"]
    ),
    Line(
      "grant_type=refresh_token&amp;refresh_token=rt-0a&amp;client_id=c0",
      ["rt-0a", "c0", nil, nil]
    ),
    Line(
      "params: client_id=c0; grant_type=refresh_token; refresh_token=rt-0a",
      ["rt-0a", "c0", nil, nil]
    ),
    // What stands behind a command is none of its arguments.
    Line(
      "curl -X POST https://a.example/t -d x=1; body: grant_type=refresh_token&refresh_token=rt-0a",
      ["rt-0a", nil, nil, nil]
    ),
    Line(
      "curl https://a.example/t -d a=b; body: grant_type=refresh_token&refresh_token=rt-0a; "
        + "curl https://b.example/t",
      ["rt-0a", nil, nil, nil]
    ),
    Line(
      "curl -d client_id=c9 https://a.example; body: grant_type=refresh_token&refresh_token=rt-0a",
      ["rt-0a", nil, nil, nil]
    ),
    Line(
      "ran curl https://a.example/x ok, then sent grant_type=refresh_token&refresh_token=rt-0a",
      ["rt-0a", nil, nil, nil]
    ),
    Line(
      "curl -H 'Accept: a; b' https://a.example/t -H 'X: y; z' -d 'grant_type=refresh_token&refresh_token=rt-0a'",
      ["rt-0a", nil, nil, "https://a.example/t"]
    ),
    Line(
      "curl -d 'grant_type=refresh_token&refresh_token=rt-0a' -H 'Accept: a; b' https://a.example/t; "
        + "curl https://b.example/t",
      ["rt-0a", nil, nil, "https://a.example/t"]
    ),
    // Another request's address, an answer's, and addresses that no token request goes to.
    Line(
      "GET https://a.example/me 200 body: grant_type=refresh_token&refresh_token=rt-0a",
      ["rt-0a", nil, nil, nil]
    ),
    Line(
      "<-- 200 OK https://a.example/me (9ms) body: grant_type=refresh_token&refresh_token=rt-0a",
      ["rt-0a", nil, nil, nil]
    ),
    Line(
      "opened https://a.example/home; body: grant_type=refresh_token&refresh_token=rt-0a",
      ["rt-0a", nil, nil, nil]
    ),
    Line(
      "request 1 endpoint=https://a.example/t ok; request 2 grant_type=refresh_token&refresh_token=rt-0a",
      ["rt-0a", nil, nil, nil]
    ),
    Line(
      "issuer=https://a.example/ grant_type=refresh_token&refresh_token=rt-0a",
      ["rt-0a", nil, nil, nil]
    ),
    Line(
      "fetch('https://a.example/t',{body:'x=1'}); send('grant_type=refresh_token&refresh_token=rt-0a')",
      ["rt-0a", nil, nil, nil]
    ),
    Line(
      "endpoint=https://a.example/t; body: grant_type=refresh_token&refresh_token=rt-0a",
      ["rt-0a", nil, nil, "https://a.example/t"]
    ),
    Line(
      "POST https://a.example/t HTTP/1.1; body: grant_type=refresh_token&refresh_token=rt-0a",
      ["rt-0a", nil, nil, "https://a.example/t"]
    ),
  ])
  func `takes nothing from its neighbours in the line`(line: Line) {
    let scanned = Scanned(text: "12:00 " + line.text + "\n", name: "x.log")
    #expect(scanned.failures.isEmpty)
    let found = scanned.states.map { state in
      let secrets = [state.refreshToken, state.clientSecret].map { token in
        token.map { String(decoding: $0.secret.array, as: UTF8.self) }
      }
      return [secrets[0], state.clientID, secrets[1], state.tokenEndpoint]
    }
    #expect(found == line.requests)
  }

  @Test(arguments: [
    ("--> POST https://a.example/t", "https://a.example/t"),
    ("Request URL: https://a.example/t", "https://a.example/t"),
    ("GET https://a.example/me", nil), ("$ curl -d a=b https://a.example/t", nil),
    ("opened https://a.example/home", nil), ("<-- 200 OK https://a.example/me", nil),
  ])
  func `has the address of a line before only where that says that something was sent there`(
    line: String,
    address: String?
  ) {
    let text = "\(line)\nbody: grant_type=refresh_token&refresh_token=rt-0a\n"
    let scanned = Scanned(text: text, name: "x.log")
    #expect(scanned.states.map(\.tokenEndpoint) == [address])
  }

  @Test(arguments: [" ", "; ", ", ", "\",\"", "\n"], [20, 2_000])
  func `is found however many stand beside it`(separator: String, count: Int) {
    let requests = (0..<count).map {
      "POST https://h\($0).example/t grant_type=refresh_token&client_id=c\($0)&refresh_token=rt-\($0)z"
    }
    let scanned = Scanned(text: requests.joined(separator: separator) + "\n", name: "x.log")
    #expect(scanned.states.map(\.clientID) == (0..<count).map { "c\($0)" })
    #expect(
      scanned.states.map(\.tokenEndpoint) == (0..<count).map { "https://h\($0).example/t" }
    )
    let tokens = scanned.states.map { $0.refreshToken?.secret.array }
    #expect(tokens == (0..<count).map { Array("rt-\($0)z".utf8) })
    #expect(Set(scanned.states.map(\.contentDigest)).count == count)
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "client_id=", "refresh_token=a1B,", "grant_type=refresh_token,refresh_token=a1B,", "://",
      "{[",
      "}", "grant_type=refresh_token&refresh_token=a1B\"", "https://a ",
      "curl -d refresh_token=a1B ",
    ]
  )
  func `costs no more time than the text is long`(part: String) {
    let text = "grant_type=refresh_token&refresh_token=a1Bc "
    let parts = String(repeating: part, count: (1 << 19) / part.utf8.count)
    let start = ContinuousClock.now
    _ = Scanned(text: text + parts + text + "\n" + parts, name: "x.log")
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test(arguments: [
    [UInt8](repeating: 0, count: 1), [UInt8](repeating: 0, count: 300),
    [UInt8](repeating: 0, count: 9_000), [0x1F, 0, 0x8C],
  ])
  func `is found in a log that has zeros since the power failed`(zeros: [UInt8]) {
    let line = Array("D/Net: body \(Self.form)\n".utf8)
    let response =
      "resp={'access_token': 'at-0123456789abcdef', 'refresh_token': 'rt-0123456789abcdef'}"
    for text in [
      zeros + line + Array(response.utf8), line + zeros + Array(response.utf8),
      line + Array("next ".utf8) + zeros + Array(response.utf8) + zeros,
    ] {
      let scanned = Scanned(.document(SecretBytes(copying: text), name: "x.log"))
      #expect(scanned.states.map(\.clientID) == ["app-1", nil])
      #expect(scanned.failures.isEmpty)
    }
  }
}
