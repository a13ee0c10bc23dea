import Foundation
import LegacyState
import Secrets
import TestSupport
import Testing

private let flutter = #"""
  "accessToken":"access-0123456789AB","refreshToken":"refresh-0123456789AB","idToken":"",\
  "accessTokenExpirationDateTime":"2026-12-01T00:00:00Z","tokenType":"Bearer","scopes":["openid"],\
  "authorizationAdditionalParameters":{},"tokenAdditionalParameters":{}
  """#.replacing("\\\n", with: "")
private let reactNative = flutter.replacing(
  "accessTokenExpirationDateTime",
  with: "accessTokenExpirationDate"
)
.replacing("authorizationAdditionalParameters", with: "authorizeAdditionalParameters")
private let android = #"""
  "refreshToken":"refresh-0123456789AB","scope":"openid","mLastTokenResponse":{"request":{"clientId":"app",\
  "grantType":"authorization_code"},"access_token":"access-0123456789AB"}
  """#.replacing("\\\n", with: "")

private let part = #"""
  "request":{"configuration":{"authorizationEndpoint":"https://id.example.com/a",\
  "tokenEndpoint":"https://id.example.com/t"},"clientId":"app","grantType":"authorization_code"},\
  "token_type":"Bearer","access_token":"access-0123456789AB","scope":"openid",\
  "refresh_token":"refresh-0123456789AB","additionalParameters":{}
  """#.replacing("\\\n", with: "")

/// An app keeps members of its own in the object that is a state.
@Suite struct `A state's object that is the app's as well` {
  private func removed(_ text: String, _ name: String = "s.json") throws -> String {
    let content = SecretBytes(copying: text.utf8)
    let states = Scanned(.document(content, name: name)).states
    try #require(states.count == 1, "\(states.count)")
    #expect(states[0].removal == .exact)
    return String(decoding: try StateRemoval.removing(states, from: content).array, as: UTF8.self)
  }

  @Test(arguments: [flutter, reactNative, android, part])
  func `keeps the app's members`(state: String) throws {
    #expect(
      try removed("{\(state),\"cart\":[1,2],\"theme\":\"dark\"}")
        == #"{"cart":[1,2],"theme":"dark"}"#
    )
    #expect(try removed("{\"cart\":[1, 2], \(state)}") == #"{"cart":[1, 2]}"#)
    #expect(
      try removed("{\"a\":1,\"user\":{\"id\":7,\(state),\"theme\":\"dark\"},\"v\":1}")
        == #"{"a":1,"user":{"id":7,"theme":"dark"},"v":1}"#
    )
    #expect(try removed("{\"n\":1,\(state)}\n{\"n\":2}\n", "s.jsonl") == "{\"n\":1}\n{\"n\":2}\n")
  }

  @Test(arguments: [flutter, reactNative, android, part])
  func `goes as a whole where all of it is the library's`(state: String) throws {
    #expect(try removed("{\(state)}") == "{}")
    #expect(try removed("{\"user\":{\(state)},\"v\":1}") == #"{"v":1}"#)
  }

  @Test(arguments: [flutter, reactNative, android, part])
  func `keeps the app's members in a string of a preferences file`(state: String) throws {
    let inner = "{\(state),\"theme\":\"dark\"}".replacing("\"", with: "&quot;")
    let xml =
      "<map>\n    <string name=\"s\">\(inner)</string>\n    <int name=\"a\" value=\"1\" />\n</map>\n"
    let rest = try removed(xml, "s.xml")
    #expect(rest.contains("{&quot;theme&quot;:&quot;dark&quot;}"), "\(rest)")
    #expect(rest.contains("<int name=\"a\" value=\"1\" />"))
  }

  @Test func `keeps no text with a token of the state, and all around it`() throws {
    let copy = #""copy":{"t":"access-0123456789AB","name":"Bob"},"theme":"dark""#
    let content = SecretBytes(copying: "{\(flutter),\(copy)}".utf8)
    // The copy in an object of the app's own is found for itself.
    let states = Scanned(.document(content, name: "s.json")).states
    try #require(states.count == 2)
    let rest = try StateRemoval.removing(states, from: content)
    let text = String(decoding: rest.array, as: UTF8.self)
    #expect(text == #"{"copy":{"name":"Bob"},"theme":"dark"}"#)
    #expect(try removed("{\(flutter),\"copy\":\"access-0123456789AB\"}") == "{}")
  }
}

@Suite struct `The names of files` {
  private let token = "rt-ZQXJ9KVWP-refresh-7f3aTT"

  private func isTold(_ name: String, by tokens: [String]) -> Bool {
    TokenNames(tokens.map { SecretBytes(copying: $0.utf8) }).areTold(by: Array(name.utf8))
  }

  @Test func `that spell a token are known in every spelling that a name can have`() {
    let hex = token.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    let percent = token.utf8.map { "%" + String($0, radix: 16, uppercase: true) }.joined()
    let spellings = [
      token, hex, hex.uppercased(), percent, Data(token.utf8).base64EncodedString(),
      Data("x\(token)".utf8).base64EncodedString(), Data("xy\(token)".utf8).base64EncodedString(),
    ]
    for spelling in spellings {
      for name in [spelling, "\(spelling).xml", "state-\(spelling)-1.json", "a.\(spelling)"] {
        #expect(isTold(name, by: ["another-token-0123456789", token]), "\(name)")
      }
    }
  }

  @Test(arguments: ["AuthState.xml", "refresh-tokens.json", "rt-ZQXJ9KVWP-refresh-7f3aT", "x", ""])
  func `that do not are left as they are`(name: String) {
    #expect(!isTold(name, by: [token, "refresh-token-of-a-state", "short"]))
  }
}
