import LegacyState
import Secrets
import TestSupport
import Testing

private let plain = #"{"refreshToken":"rt-1","mLastTokenResponse":{"request":{"clientId":"c"}}}"#
private let inXML = plain.replacing("\"", with: "&quot;")

@Suite struct `Hostile input` {
  @Test func `preferences cut at any byte end without a crash and without a half state`() throws {
    let file = try #require(
      CorpusFile.all.first { $0.path == "android-prefs/set-of-states.xml" }
    )
    let bytes = try file.bytes.array
    // From the third quarter on, where the second state is; earlier cuts are like these.
    for length in stride(from: bytes.count * 3 / 4, to: bytes.count - 1, by: 7) {
      let cut = SecretBytes(copying: bytes[..<length])
      let scanned = Scanned(.document(cut, name: "x.xml"))
      #expect(scanned.states.isEmpty)
      #expect(scanned.failures.count == 1)
    }
    let text = "<?xml version='1.0'?>\n<map><string name=\"s\">\(inXML)</string>\n</map>"
    let small = Array(text.utf8)
    for length in 0..<small.count {
      let scanned = Scanned(.document(SecretBytes(copying: small[..<length]), name: "x.xml"))
      #expect(scanned.states.isEmpty)
    }
  }

  @Test func `a state cut at any byte is no state`() {
    let text = Array(plain.utf8)
    for length in 0..<text.count {
      let scanned = Scanned(.document(SecretBytes(copying: text[..<length]), name: "x.json"))
      #expect(scanned.states.isEmpty)
    }
  }

  @Test func `any byte changed does no harm`() {
    let texts = [plain, "<map><string name=\"s\">\(inXML)</string><set name=\"&#65;\"/></map>"]
    for text in texts.map({ Array($0.utf8) }) {
      for position in text.indices {
        for byte in [0, 0x22, 0x26, 0x3C, 0x3E, 0x5C, 0x7B, 0x80, 0xFF] as [UInt8] {
          var changed = text
          changed[position] = byte
          let content = SecretBytes(copying: changed)
          let states = Scanned(.document(content, name: "x")).states
          #expect(states.count <= 1)
          // One in the midst of what is no document any more is found, and stays.
          let removable = states.filter { $0.removal == .exact }
          #expect(throws: Never.self) { try StateRemoval.removing(removable, from: content) }
        }
      }
    }
  }

  @Test(arguments: [
    (
      #"{"mLastTokenResponse":{"request":{}},"x":"# + String(repeating: "[", count: 10_000),
      "a state begins here and is damaged: "
        + "too many values inside each other (line 1, column 4137)"
    ),
    (
      #"{"mLastTokenResponse":{"request":{}},}"#,
      """
      a state begins here and is damaged: there is a comma before the closing bracket, where JSON allows none \
      (line 1, column 38)
      """
    ),
    (
      "<map>" + String(repeating: "<m>", count: 10_000) + "mLastTokenResponse",
      "malformed: too many elements inside each other (line 1, column 195)"
    ),
    (
      #"<!DOCTYPE m [<!ENTITY a "mLastTokenResponse">]><map>&a;</map>"#,
      "malformed: a DOCTYPE or CDATA section, which Android never writes (line 1, column 1)"
    ),
    (
      "<map><string name='s'><![CDATA[mLastTokenResponse]]></string></map>",
      "malformed: a DOCTYPE or CDATA section, which Android never writes (line 1, column 23)"
    ),
    (
      "<map><string name='s'>mLastTokenResponse&a;</string></map>",
      "malformed: an entity that XML itself does not have (line 1, column 41)"
    ),
    (
      "<map><string name='s'>mLastTokenResponse</set></map>",
      "malformed: an end tag that closes nothing (line 1, column 41)"
    ),
    (
      #"{"a":"{\"mLastTokenResponse\":{\"req"}"#,
      "a: a state begins here and is damaged: "
        + "the document ends inside a value (line 1, column 28)"
    ),
  ])
  func `is a clear error with its place`(_ text: String, _ message: String) {
    let scanned = Scanned(text: text, name: "x")
    #expect(scanned.states.isEmpty)
    #expect(scanned.failures.map(\.description) == [message])
  }

  @Test func `without a mark of AppAuth it is nobody's business, however broken`() {
    let deep = String(repeating: "[", count: 20_000)
    for text in ["{", "<map><string", deep, "\u{0}\u{1}", "<map>&x;"] {
      #expect(Scanned(text: text, name: "x.json").failures.isEmpty)
    }
  }

  @Test func `bytes that are no UTF-8 and halves of surrogates stay in the token`() throws {
    let odd = Array(#"{"refreshToken":"a×\ud83d","mLastTokenResponse":{"request":{}}}"#.utf8)
    var bytes = odd
    let position = try #require(bytes.firstIndex(of: 0xC3))
    bytes[position] = 0xFF
    let states = Scanned(.document(SecretBytes(copying: bytes), name: "x")).states
    #expect(states.count == 1)
    #expect(states.first?.refreshToken?.secret.array == [0x61, 0xFF, 0x97, 0xEF, 0xBF, 0xBD])
  }

  @Test func `references are undone as Android writes them, also those that XML forbids`() throws {
    let value = plain.replacing("rt-1", with: "&#1;\\u00e9&#55357;&#56832;&#x41;&apos;")
      .replacing("\"", with: "&quot;")
    let states = Scanned(text: "<map><string name='k'>\(value)</string></map>", name: "x").states
    #expect(states.first?.refreshToken?.secret.array == Array("\u{1}é😀A'".utf8))
  }

  @Test func `wrappings are undone eight times and no more`() {
    func wrapped(_ times: Int) -> String {
      var text = plain
      for _ in 0..<times {
        text = "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
      }
      return text
    }
    #expect(Scanned(text: wrapped(8), name: "x.json").states.count == 1)
    let tooDeep = Scanned(text: wrapped(9), name: "x.json")
    #expect(tooDeep.states.isEmpty)
    #expect(tooDeep.failures.map(\.reason) == [.tooDeep])
  }

  @Test func `a token in the place of a name is an error that does not show it`() {
    let token = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl"
    let scanned = Scanned(
      text: #"{"\#(token)":"refreshToken","accessToken":"\#(token)"}"#,
      name: "x.json"
    )
    #expect(scanned.states.isEmpty)
    #expect(scanned.failures.count == 1)
    #expect(scanned.failures.first?.beganState == true)
    #expect(scanned.failures.first?.description.contains("eyJ") == false)
    #expect(scanned.failures.first?.description.contains("sha256:") == true)
  }

  @Test func `a token in the place of a key is not in the locator`() throws {
    let names = [
      "xq7Bv0_Zt9-Lk2Ws8Er4Ty6Ui1Op3As5", "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln",
    ]
    for name in names {
      let states = Scanned(text: #"{"\#(name)":\#(plain)}"#, name: "x.json").states
      let locator = try #require(states.first?.source.locator)
      #expect(!"\(locator)".contains(name.prefix(16)))
      #expect("\(locator)".hasPrefix("sha256:"))
    }
    let harmless = [
      "state", "3F2504E0-4F89-11D3-9A0C-0305E82C3301.oAuthState", "account.0.auth_state",
    ]
    for name in harmless {
      let states = Scanned(text: #"{"\#(name)":\#(plain)}"#, name: "x.json").states
      #expect(states.first?.source.locator.path == [.key(name)])
    }
  }

  @Test func `limits are said, not silently kept`() {
    var limits = ScanLimits()
    limits.statesPerFile = 2
    limits.failuresPerFile = 3
    limits.documentBytes = 64
    let three = SecretBytes(copying: "[\(plain),\(plain),\(plain)]".utf8)
    let scanned = Scanned(.document(three, name: "x.json"), limits: limits)
    #expect(scanned.states.count == 2)
    #expect(scanned.failures.map(\.description) == ["there are more states than 2 in this file"])
    let bad = SecretBytes(copying: (plain + "\n" + String(repeating: "{\n", count: 9)).utf8)
    let lines = Scanned(.document(bad, name: "x.jsonl"), limits: limits)
    #expect(lines.failures.count == 3)
    #expect(lines.failures.last?.description.contains("more errors than 3") == true)
  }
}

@Suite struct `Formats that are not read` {
  @Test(arguments: [
    ("q=%22mLastTokenResponse%22%3A%7B", "the file")
  ])
  func `are an error if they hold a state`(_ text: String, _ name: String) {
    let scanned = Scanned(text: text, name: "x")
    #expect(scanned.states.isEmpty)
    #expect(scanned.failures.map(\.reason) == [.unreadFormat(name)])
  }

  @Test func `are named if they seem to hold none`() {
    let scanned = Scanned(text: "ABX\0xxxx", name: "x.xml")
    #expect(scanned.failures.isEmpty)
    #expect(scanned.notes.map(\.status) == [.notRead("a binary Android XML file")])
    let sealed = Scanned(
      text: "<map><string name=\"__androidx_security_crypto_encrypted_prefs_value_keyset__\">x"
        + "</string></map>",
      name: "x.xml"
    )
    #expect(sealed.notes.map(\.status) == [.sealed("EncryptedSharedPreferences")])
  }

  @Test func `source code that names the keys is no state`() {
    let code = #"static let key = "mLastTokenResponse"; a["lastAuthorizationResponse"] = x; {"#
    #expect(Scanned(text: code, name: "x.swift").failures.isEmpty)
    let prose = "An NSKeyedArchiver archive of OIDAuthState."
    #expect(Scanned(text: prose, name: "x.md").failures.isEmpty)
  }
}

@Suite struct `JSON Lines` {
  @Test func `are known by their content where the name is silent`() {
    let text = "\(plain)\nbroken\n{\"s\":\(plain)}\n"
    let scanned = Scanned(text: text, name: "export.json")
    #expect(scanned.states.map(\.source.locator.line) == [1, 3])
    #expect(scanned.states.map(\.source.locator.kind) == [.jsonLines, .jsonLines])
    #expect(scanned.failures.map(\.locator?.line) == [2])
    let bad = Scanned(text: "broken {\n\(plain)\n", name: "x.jsonl")
    #expect(bad.states.map(\.source.locator.line) == [2])
  }
}
