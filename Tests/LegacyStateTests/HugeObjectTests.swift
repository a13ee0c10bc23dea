import LegacyState
import Secrets
import Testing

private let part =
  #""mLastTokenResponse":{"request":{"configuration":{"authorizationEndpoint":"https://a.example/a","#
  + #""tokenEndpoint":"https://a.example/t"},"clientId":"app"},"refresh_token":"rt-0123456789abcdef"}"#

@Suite struct `An object with too many members` {
  @Test func `is an error that names the limit, and what is in it is found`() {
    for (count, isRead) in [(60_000, true), (70_000, false)] {
      let members = (0..<count).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
      let scanned = Scanned(text: "{\(members),\(part)}", name: "a.json")
      #expect(scanned.states.count == 1)
      #expect(scanned.states.first?.refreshToken?.secret.array == Array("rt-0123456789abcdef".utf8))
      #expect(scanned.failures.isEmpty == isRead)
      #expect(isRead || scanned.failures.first?.description.contains("65536") == true)
    }
  }

  @Test func `is nobody's business without those of a state`() {
    let members = (0..<70_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    let scanned = Scanned(text: "{\"a\":{\(members)},\"b\":{\(part)}}", name: "a.json")
    #expect(scanned.failures.isEmpty)
    #expect(scanned.states.count == 1)
  }

  @Test func `names a member twice, however many there are`() {
    let members = (0..<5000).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    for (more, isTwice) in [("\"z\":1", false), ("\"k4321\":1", true), ("\"\\u006b0\":1", true)] {
      let scanned = Scanned(text: "{\(members),\(more),\(part)}", name: "a.json")
      #expect(scanned.states.first?.disagreements.contains(.duplicateMember) == isTwice)
    }
  }
}

@Suite struct `A scope of a million values` {
  @Test func `gives the first ones`() {
    let scope = (0..<100_000).map { "s\($0)" }.joined(separator: " ")
    let scanned = Scanned(text: "{\"scope\":\"\(scope)\",\(part)}", name: "a.json")
    #expect(scanned.states.first?.scopes.count == 256)
    #expect(scanned.states.first?.scopes.last == "s255")
  }
}
