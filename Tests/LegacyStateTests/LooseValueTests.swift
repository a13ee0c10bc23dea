import Foundation
import LegacyState
import Secrets
import TestSupport
import Testing

private let state =
  #"{"refreshToken":"rt-1","scope":"openid profile","mLastTokenResponse":{"request":{"clientId":"c"},"#
  + #""access_token":"at-1"},"lastAuthorizationResponse":{"request":{"clientId":"c"},"state":"x?/&=+"}}"#

@Sendable private func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

@Sendable private func percent(_ text: String) -> String {
  let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
  return text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
}

@Sendable private func encodedTwice(_ text: String) -> String { percent(base64(text)) }

/// As forms write it.
@Sendable private func form(_ text: String) -> String { percent(text).replacing("%20", with: "+") }

private func quoted(_ text: String) -> String {
  "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
}

/// The text in lines, each behind what a log writes before its messages.
private func lines(_ text: String, of length: Int, behind prefix: String) -> String {
  var rest = text[...]
  var lines = ""
  while !rest.isEmpty {
    lines += prefix + rest.prefix(length) + "\n"
    rest = rest.dropFirst(length)
  }
  return lines
}

@Suite struct `States in the midst of a log` {
  private static let prefix = "11-30 12:00:00.123  1234  1234 D Auth    : "

  @Test(arguments: [
    prefix + base64(state) + "\n", prefix + "dump=" + base64(state) + ", done",
    prefix + "/data/x" + base64(state), "x\n" + lines(base64(state), of: 76, behind: "") + "end\n",
    lines(base64(state), of: 64, behind: prefix) + prefix + "end\n",
    prefix + "https://app.example.com/cb?x=1&state=\(percent(state))&y=2 opened",
    prefix + "\"com.example.app:/cb#state=\(percent(base64(state)))&z\"",
    prefix + "POST a=1&state=\(form(state))",
    "\"POST /log HTTP/1.1\" \"\(state.replacing("\"", with: "\\x22"))\"\n",
    "$'\(state.replacing("\"", with: "\\042"))'", "\"\(state.replacing("\"", with: "\\u{22}"))\"",
    prefix + state.replacing("\"", with: "\"\""),
    "<event><data>{&quot;"
      + state.dropFirst(2).replacing("&", with: "&amp;")
      .replacing("\"", with: "&quot;") + "</data></event>",
  ])
  func `are found in every spelling`(_ text: String) throws {
    let scanned = Scanned(text: text, name: "x.log")
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.map(\.removal) == [.wholeFile])
    let found = try #require(scanned.states.first)
    #expect(found.refreshToken?.secret.array == Array("rt-1".utf8))
    #expect(found.scopes == ["openid", "profile"])
    let locator = found.source.locator
    #expect(locator.kind == .text)
    #expect(locator.offset >= 0 && locator.offset + locator.length <= text.utf8.count)
  }

  @Test(arguments: [
    "GET /cb?code=abc&state=\(percent("{\"a\":1}")) 200", "x \(base64("mLastTokenResponse")) y",
    "docs: \(percent("{\"mLastTokenResponse\":\"see AuthState\"}"))",
    lines(base64(String(repeating: "a b", count: 99)), of: 76, behind: ""),
  ])
  func `what only looks alike is nothing`(_ text: String) {
    let scanned = Scanned(text: text, name: "x.log")
    #expect(scanned.states.isEmpty && scanned.failures.isEmpty)
  }

  /// Bytes that hold nothing, the same each time, as lines of base64 of the length that the state's lines have.
  private static func noise(lines count: Int) -> String {
    var bits: UInt64 = 0x9E37_79B9_7F4A_7C15
    var bytes: [UInt8] = []
    for _ in 0..<count * 57 {
      bits ^= bits << 13
      bits ^= bits >> 7
      bits ^= bits << 17
      bytes.append(UInt8(truncatingIfNeeded: bits >> 32))
    }
    return lines(Data(bytes).base64EncodedString(), of: 76, behind: "")
  }

  @Test(arguments: [0, 1, 300, 3_000, 40_000])
  func `are found behind so many other lines of the same length`(count: Int) {
    let text = Self.noise(lines: count) + lines(base64(state), of: 76, behind: "") + "end\n"
    let scanned = Scanned(text: text, name: "x.log")
    #expect(scanned.states.map { $0.refreshToken?.secret.array } == [Array("rt-1".utf8)])
    #expect(scanned.failures.isEmpty, "\(scanned.failures)")
  }

  @Test(arguments: ["", "end " + state + "\n"])
  func `are not so many that lines which only look alike would be put together without end`(
    end: String
  ) {
    let one = base64("refreshToken mLastTokenResponse refreshToken mLastTokenRe")
    #expect(one.utf8.count == 76)
    let text = String(repeating: one + "\n", count: 4_000) + end
    let scanned = Scanned(text: text, name: "x.log")
    #expect(scanned.states.count == (end.isEmpty ? 0 : 1))
    #expect(
      scanned.failures.map(\.description) == ["lines of encoded text were not all put together"]
    )
  }

  @Test func `a million braces and words end`() {
    let text = String(repeating: "{{{%7B%22\(String(repeating: "QUJD", count: 20))", count: 20_000)
    #expect(Scanned(text: text + " mLastTokenResponse", name: "x.log").states.isEmpty)
  }
}

@Suite struct `Requests and redirects in a log` {
  @Test(arguments: [
    (
      "com.example.app:/oauth2redirect#access_token=at-1.Qz7&id_token=x&expires_in=3600", "at-1.Qz7"
    ),
    ("uri=com.example.app://cb?state=s&refresh_token=rt-1%2FQz7", "rt-1/Qz7"),
    ("grant_type=authorization_code&client_id=c&code=co-1Qz&code_verifier=v1", "co-1Qz"),
  ])
  func `that carry what nobody else has are reported with low confidence`(
    _ word: String,
    _ token: String
  ) throws {
    let text = "11-30 12:00:00.123 D Auth: \(word)\nnext\n"
    let scanned = Scanned(text: text, name: "x.log")
    #expect(scanned.failures.isEmpty)
    let state = try #require(scanned.states.first)
    #expect(scanned.states.count == 1)
    #expect(state.confidence == .low && state.library == .unknown && state.removal == .wholeFile)
    #expect(state.tokens.contains { $0.secret.array == Array(token.utf8) })
    #expect(state.source.locator.offset == 27)
  }

  @Test(arguments: [
    "https://app.example.com/cb#access_token=at-1.Qz7&id_token=x&expires_in=3600&more",
    "com.example.app:/oauth2redirect#access_token=<redacted>&expires_in=3600",
    "grant_type=refresh_token&client_id=c&refresh_token=YOUR_REFRESH_TOKEN&scope=openid",
    "grant_type=refresh_token&client_id=c&refresh_token=$REFRESH_TOKEN&scope=openid",
    "grant_type=refresh_token&client_id=c&refresh_token={{token}}&scope=openid",
    "grant_type=client_credentials&client_id=c&my_refresh_token=rt-1Qz7x&scope=openid",
    "com.example.app:/oauth2redirect?code=abc1Z&state=0123456789abcdef",
  ])
  func `of any other kind are nobody's business`(_ word: String) {
    let scanned = Scanned(text: "D Auth: \(word)\n", name: "x.log")
    #expect(scanned.states.isEmpty && scanned.failures.isEmpty)
  }
}

@Suite struct `States in the parameters of a form` {
  private static func archive(_ request: String, _ content: String = "{}") -> String {
    #"{"log":{"version":"1.2","creator":{"name":"x"},"entries":[{"request":{"method":"POST","#
      + #"\#(request)},"response":{"content":\#(content)}}]}}"#
  }

  @Test(
    arguments: [
      ("\"url\":\"https://a.example.com/s?state=", "&k=1\"", percent),
      ("\"url\":\"https://a.example.com/s#k=1&state=", "\"", percent),
      ("\"url\":\"x\",\"postData\":{\"text\":\"a=1&state=", "&b=2\"}", form),
      ("\"url\":\"x\",\"postData\":{\"text\":\"state=", "&b=2\"}", encodedTwice),
      ("\"headers\":[{\"name\":\"Cookie\",\"value\":\"a=b; state=", "; c=d\"}]", percent),
    ] as [(String, String, @Sendable (String) -> String)]
  )
  func `are found in a recorded request, and go without their neighbours`(
    _ before: String,
    _ after: String,
    _ encode: @Sendable (String) -> String
  ) throws {
    let text = Self.archive(before + encode(state) + after)
    let content = SecretBytes(copying: text.utf8)
    let scanned = Scanned(.document(content, name: "x.har"))
    #expect(scanned.failures.isEmpty)
    let found = try #require(scanned.states.first)
    #expect(scanned.states.count == 1)
    #expect(found.scopes == ["openid", "profile"])
    #expect(found.source.locator.path.contains(.key("state")))
    #expect(found.removal == .exact)
    let result = try StateRemoval.removing(scanned.states, from: content)
    #expect(String(decoding: result.array, as: UTF8.self) == Self.archive(before + after))
  }

  @Test func `are found where the browser took the form apart`() {
    let value = "{\"name\":\"s\",\"value\":\"\(percent(state))\"}"
    let text = Self.archive("\"url\":\"x\",\"postData\":{\"params\":[\(value)]}")
    #expect(Scanned(text: text, name: "x.har").states.map(\.removal) == [.exact])
  }

  @Test(arguments: [base64(state), base64(base64(state)), base64("a=1&s=" + percent(state))])
  func `are found in a body in base64`(_ body: String) throws {
    let text = Self.archive("\"url\":\"x\"", "{\"encoding\":\"base64\",\"text\":\"\(body)\"}")
    let content = SecretBytes(copying: text.utf8)
    let scanned = Scanned(.document(content, name: "x.har"))
    #expect(scanned.states.map(\.removal) == [.exact])
    let result = try StateRemoval.removing(scanned.states, from: content)
    #expect(Scanned(.document(result, name: "x.har")).states.isEmpty)
  }

  @Test func `a text around a state is not taken apart`() {
    let text = "{\"level\":\"info\",\"message\":\(quoted("saved " + state + " in 3 ms"))}"
    let scanned = Scanned(text: text, name: "x.json")
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.map(\.removal) == [.no])
  }
}
