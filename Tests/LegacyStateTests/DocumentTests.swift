import Foundation
import LegacyState
import Secrets
import TestSupport
import Testing

private let result =
  #"{"accessToken":"at-1","refreshToken":"rt-1","accessTokenExpirationDateTime":1796083200000,"#
  + #""tokenType":"Bearer","tokenAdditionalParameters":{}}"#
private let inCSV = "\"" + result.replacing("\"", with: "\"\"") + "\""
private let inString = result.replacing("\"", with: "\\\"")

private func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

@Suite struct `Tables, logs and recordings` {
  @Test(
    arguments: [
      ("id,state\n1,\(inCSV)\n2,x\n", [.key("state")], 2),
      ("id;note;state\r\n1;\"a\r\nb;\"\"c\"\"\";\(inCSV)\r\n", [.key("state")], 3),
      ("id\tstate\n1\t\(inCSV)", [.key("state")], 2),
      ("\u{FEFF}state,id\n\(inCSV),1\n", [.key("state")], 2),
      ("1,\(inCSV)\n", [.index(1)], 1), ("id\n1,\(inCSV)\n", [.index(1)], 2),
    ] as [(String, [Locator.Step], Int)]
  )
  func `a cell of a table is found by line and column`(
    _ text: String,
    _ path: [Locator.Step],
    _ line: Int
  ) throws {
    let name = text.contains("\t") ? "x.tsv" : "x.csv"
    let scanned = Scanned(text: text, name: name)
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.count == 1)
    let locator = try #require(scanned.states.first?.source.locator)
    #expect(locator.kind == .csv)
    #expect(locator.path == path)
    // The line of the cell, which a cell with line breaks before it moves down.
    #expect(locator.line == line)
    #expect(scanned.states.first?.refreshToken?.secret.array == Array("rt-1".utf8))
  }

  @Test func `a cell goes, its column stays`() throws {
    let text =
      "id,state,more\n1,\(inCSV),x\n2,\(inCSV),\"{\"\"a\"\":\(inCSV.dropFirst().dropLast())}\"\n"
    let content = SecretBytes(copying: text.utf8)
    let states = Scanned(.document(content, name: "x.csv")).states
    #expect(states.count == 3)
    #expect(StateRemoval.isPossible(at: states[0].source))
    let first = try StateRemoval.removing([states[0]], from: content)
    #expect(String(decoding: first.array, as: UTF8.self).hasPrefix("id,state,more\n1,,x\n2,\"{"))
    let all = try StateRemoval.removing(states, from: content)
    #expect(String(decoding: all.array, as: UTF8.self) == "id,state,more\n1,,x\n2,,\"{}\"\n")
  }

  @Test(
    arguments: [
      "2026-11-20 INFO saved \(result) in 3 ms\n", "D/Auth: state=\(result)",
      "x {not json} { \"a\": 1 } then {\"b\":\(result)}",
      "I/flutter: \"\(inString)\" done", "log(\"{\\\"s\\\":\(inString)}\")", "x {{{{\(result)}}",
      "x {\"cut\": \"of\n\(result)",
      "\u{0}\u{1}\u{2}x\(result)\u{0}",
    ]
  )
  func `a state in the midst of other text is found where it stands`(_ text: String) throws {
    let scanned = Scanned(text: text, name: "x.log")
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.count == 1)
    let state = try #require(scanned.states.first)
    #expect(state.library == .flutterAppAuth)
    #expect(state.source.locator.kind == (text.hasPrefix("\u{0}") ? .raw : .text))
    #expect(state.removal == .wholeFile)
    #expect(!StateRemoval.isPossible(at: state.source))
    let bytes = Array(text.utf8)
    let range =
      state.source.locator.offset..<state.source.locator.offset
      + state.source.locator.length
    #expect(bytes.indices.contains(range.lowerBound) && range.upperBound <= bytes.count)
    #expect(String(decoding: bytes[range], as: UTF8.self).contains("accessToken"))
  }

  @Test func `an AuthState in a log is found, and each of several`() {
    let state = #"{"refreshToken":"rt","mLastTokenResponse":{"request":{"clientId":"c"}}}"#
    let scanned = Scanned(text: "a \(state)\nb \(result) c \(state)\n", name: "x.txt")
    #expect(
      scanned.states.map(\.library) == [.appAuthAndroid, .flutterAppAuth, .appAuthAndroid]
    )
    #expect(scanned.failures.isEmpty)
  }

  @Test func `a log beyond one piece is read to its end, each state once`() {
    let filler = String(repeating: "x", count: 4 << 20)
    let text = (0..<6).map { _ in "x \(result)\(filler)" }.joined(separator: "\n")
    #expect(Scanned(text: text, name: "x.log").states.count == 6)
  }

  @Test func `a list of Flutter's preferences is read in both spellings`() throws {
    let prefix = "VGhpcyBpcyB0aGUgcHJlZml4IGZvciBhIGxpc3Qu"
    let json = "!" + "[\"a\",\"\(inString)\"]".replacing("\"", with: "&quot;")
    let java: [UInt8] =
      [0xAC, 0xED, 0, 5, 0x73, 0x72, 0x74, 0, 1, 0x61, 0x74, 0, UInt8(result.utf8.count)]
      + Array(result.utf8)
    let encoded = Data(java).base64EncodedString()
    for (text, removal) in [(json, LegacyAuthState.Removal.exact), (encoded, .no)] {
      let xml = "<map><string name=\"flutter.l\">\(prefix)\(text)</string></map>"
      let scanned = Scanned(text: xml, name: "x.xml")
      #expect(scanned.states.count == 1)
      #expect(scanned.states.first?.removal == removal)
      #expect(scanned.states.first?.source.locator.path.first == .key("flutter.l"))
      guard removal == .exact else { continue }
      let content = SecretBytes(copying: xml.utf8)
      let result = try StateRemoval.removing(scanned.states, from: content)
      #expect(
        String(decoding: result.array, as: UTF8.self)
          == "<map><string name=\"flutter.l\">\(prefix)![&quot;a&quot;]</string></map>"
      )
    }
  }
}

@Suite struct `HTTP archives` {
  private static func archive(_ request: String, _ content: String) -> String {
    #"{"log":{"version":"1.2","creator":{"name":"x"},"entries":[{"startedDateTime":"#
      + #""2026-12-01T00:00:00.000Z","request":{"method":"POST","#
      + #""url":"https://id.example.com/token?x=1","postData":\#(request)},"#
      + #""response":{"status":200,"content":\#(content)}}]}}"#
  }

  private static let answer =
    #"{"access_token":"at-2","refresh_token":"rt-2","id_token":"x","expires_in":60,"scope":"a b"}"#
  private static let quoted = answer.replacing("\"", with: "\\\"")
  private static let form =
    "grant_type=authorization_code&client_id=c%2D1&code=co%2Bde&code_verifier=v&redirect_uri=a%3A%2Fb"
  private static let parameters =
    #"{"params":[{"name":"grant_type","value":"authorization_code"},"#
    + #"{"name":"client_id","value":"c-1"},{"name":"code","value":"co+de"},"#
    + #"{"name":"code_verifier","value":"v"},{"name":"redirect_uri","value":"a:/b"}]}"#

  @Test(
    arguments: [
      (#"{"text":"\#(form)"}"#, #"{"text":"\#(quoted)"}"#),
      (parameters, #"{"encoding":"base64","text":"\#(base64(answer))"}"#),
    ]
  )
  func `client and endpoint come from the request, tokens from both bodies`(
    _ request: String,
    _ content: String
  ) throws {
    let scanned = Scanned(text: Self.archive(request, content), name: "x.har")
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.count == 1)
    let state = try #require(scanned.states.first)
    #expect(state.library == .unknown)
    #expect(state.confidence == .low)
    #expect(state.source.locator.kind == .har)
    #expect(state.tokenEndpoint == "https://id.example.com/token")
    #expect(state.clientID == "c-1")
    #expect(state.redirectURI == "a:/b")
    #expect(state.scopes == ["a", "b"])
    #expect(state.authorizationCode?.secret.array == Array("co+de".utf8))
    #expect(state.authorizationCodeExchanged == true)
    #expect(state.codeVerifier?.secret.array == Array("v".utf8))
    #expect(state.accessToken?.secret.array == Array("at-2".utf8))
    #expect(state.accessToken?.expiresAtMilliseconds == 1_796_083_260_000)
    #expect(state.refreshToken?.secret.array == Array("rt-2".utf8))
    #expect(state.removal == .wholeFile)
  }

  @Test func `a request without an answer is a code that nobody exchanged`() {
    let scanned = Scanned(text: Self.archive(#"{"text":"\#(Self.form)"}"#, "{}"), name: "x.har")
    #expect(scanned.states.map(\.authorizationCodeExchanged) == [false])
  }

  @Test func `requests of another kind are nobody's business`() {
    for form in [
      "grant_type=client_credentials&client_id=c", "grant_type=authorization_code&code=c",
    ] {
      let text = Self.archive(#"{"text":"\#(form)"}"#, #"{"text":"\#(Self.quoted)"}"#)
      #expect(Scanned(text: text, name: "x.har").states.isEmpty)
    }
  }

  @Test func `a state in a body is found, in base64 too, and taken out of a plain one`() throws {
    let plain = Self.archive("{}", #"{"text":"\#(inString)"}"#)
    let encoded = Self.archive("{}", #"{"encoding":"base64","text":"\#(base64(result))"}"#)
    let states = Scanned(text: plain, name: "x.har").states
    #expect(states.map(\.library) == [.flutterAppAuth])
    #expect(states.map(\.removal) == [.exact])
    let rest = try StateRemoval.removing(states, from: SecretBytes(copying: plain.utf8))
    #expect(String(decoding: rest.array, as: UTF8.self) == Self.archive("{}", "{}"))
    #expect(Scanned(text: encoded, name: "x.har").states.map(\.library) == [.flutterAppAuth])
    #expect(Scanned(text: encoded, name: "x.har").states.map(\.removal) == [.exact])
  }
}
