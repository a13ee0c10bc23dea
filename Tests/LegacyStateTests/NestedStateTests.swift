import LegacyState
import Secrets
import Testing

private func state(_ token: String, client: String, _ more: String = "", own: String = "") -> String
{
  #"{"refreshToken":"\#(token)","mLastTokenResponse":{"request":{"configuration":{"#
    + #""authorizationEndpoint":"https://a.example/a","tokenEndpoint":"https://a.example/t"},"clientId":"\#(client)"},"#
    + #""access_token":"at-0123456789ABC","additionalParameters":{\#(more)}}\#(own)}"#
}

private func quoted(_ text: String) -> String {
  "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
}

extension LegacyAuthState {
  fileprivate var refresh: String {
    refreshToken.map { String(decoding: $0.secret.array, as: UTF8.self) } ?? ""
  }
}

@Suite struct `A state of another client inside a state` {
  private static let inner = state("rt-inner-0123456789", client: "other")

  @Test(arguments: [
    state("rt-outer-0123456789", client: "app", "\"x\":\(inner)"),
    state("rt-outer-0123456789", client: "app", "\"x\":\(quoted(inner))"),
    state("rt-outer-0123456789", client: "app", own: ",\"backup\":\(inner)"),
    state("rt-outer-0123456789", client: "app", own: ",\"backup\":[\(inner)]"),
  ])
  func `is a finding of its own`(text: String) {
    let scanned = Scanned(text: text, name: "a.json")
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.map(\.refresh) == ["rt-outer-0123456789", "rt-inner-0123456789"])
    #expect(scanned.states.map(\.clientID) == ["app", "other"])
    #expect(scanned.states.allSatisfy { $0.historicalRefreshTokens.isEmpty })
  }

  @Test func `of the same client is an older token`() {
    let older = state("rt-older-0123456789", client: "app")
    let text = state("rt-outer-0123456789", client: "app", "\"x\":\(older)")
    let scanned = Scanned(text: text, name: "a.json")
    #expect(scanned.states.map(\.refresh) == ["rt-outer-0123456789"])
    #expect(scanned.states.first?.historicalRefreshTokens.count == 1)
  }

  @Test func `goes with the one around, and only if both are named`() throws {
    let text = state("rt-outer-0123456789", client: "app", "\"x\":\(Self.inner)")
    let content = SecretBytes(copying: text.utf8)
    let states = Scanned(.document(content, name: "a.json")).states
    for state in states {
      #expect(throws: RemovalFailure.self) {
        try StateRemoval.removing([state], from: content)
      }
    }
    let left = try StateRemoval.removing(states, from: content)
    #expect(left.array == Array("{}".utf8))
  }
}
