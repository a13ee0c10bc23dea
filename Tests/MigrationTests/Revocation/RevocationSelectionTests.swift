import Migration
import Secrets
import Testing

private let issuer = "https://id.example.com"
private let endpoint = "https://id.example.com/token"

@Suite struct `The selection of tokens to revoke` {
  typealias Token = RevocationCandidate.Token

  private func token(_ name: String, expiry: Double? = nil) -> Token {
    Token(SecretBytes(copying: "refresh-token-of-\(name)".utf8), expiry: expiry)
  }

  private func select(
    _ candidates: [RevocationCandidate],
    clientID: String? = nil,
    historical: Bool = false
  ) -> RevocationSelection {
    RevocationSelection(
      candidates,
      issuer: issuer,
      clientID: clientID,
      liveTokenEndpoint: endpoint,
      includesHistorical: historical,
      now: 1000
    )
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    var issuer: String? = "https://id.example.com"
    var fromIDToken: String?
    var client: String? = "app"
    var endpoint: String? = "https://id.example.com/token"
    var expiry: Double?
    var token = "refresh-token-of-a-state"
    var named: String?
    let reason: NotSent.Reason?

    var testDescription: String { name }
  }

  @Test func `takes no client that is a token, of this state or of another`() {
    let clients: [String] = ["refresh-token-of-a-state", "app"]
    let states = clients.map { client in
      RevocationCandidate(
        state: "st_" + client,
        issuer: issuer,
        clientID: client,
        refreshToken: token("a-state")
      )
    }
    let selection = select(states)
    #expect(selection.targets.map(\.clientID) == ["app"])
    #expect(selection.notSent.map(\.reason) == [.clientUnknown])
  }

  static let cases: [Case] = [
    Case(name: "its own issuer", reason: nil),
    Case(name: "the ID token's issuer", issuer: nil, fromIDToken: issuerText, reason: nil),
    Case(name: "both", fromIDToken: issuerText, reason: nil),
    Case(name: "an ID token with one slash more", fromIDToken: "\(issuerText)/", reason: nil),
    Case(name: "another", issuer: "https://evil.example", reason: .otherIssuer),
    Case(name: "another case", issuer: "https://ID.example.com", reason: .otherIssuer),
    Case(name: "one slash more", issuer: "\(issuerText)/", reason: .otherIssuer),
    Case(name: "a path below it", issuer: "\(issuerText)/realms/x", reason: .otherIssuer),
    Case(name: "none", issuer: nil, reason: .issuerUnknown),
    Case(name: "two different ones", fromIDToken: "https://b.example", reason: .issuersDisagree),
    Case(
      name: "two different ones, the other way",
      issuer: "https://b.example",
      fromIDToken: issuerText,
      reason: .issuersDisagree
    ),
    Case(name: "no client", client: nil, reason: .clientUnknown),
    Case(name: "an empty client", client: "", reason: .clientUnknown),
    Case(name: "the named client", named: "app", reason: nil),
    Case(name: "another client", named: "other", reason: .otherClient),
    Case(name: "no endpoint", endpoint: nil, reason: nil),
    Case(
      name: "the endpoint with its port",
      endpoint: "https://ID.example.com:443/token",
      reason: nil
    ),
    Case(
      name: "an attacker's endpoint",
      endpoint: "https://evil.example/t",
      reason: .endpointMismatch
    ),
    Case(
      name: "an endpoint that only looks alike",
      endpoint: "https://id.example.com@evil.example/token",
      reason: .endpointMismatch
    ),
    Case(
      name: "its endpoint over http",
      endpoint: "http://id.example.com/token",
      reason: .endpointMismatch
    ),
    Case(
      name: "another path",
      endpoint: "https://id.example.com/token/",
      reason: .endpointMismatch
    ),
    Case(name: "no URL", endpoint: "nonsense", reason: .endpointMismatch),
    Case(name: "expired", expiry: 1000, reason: .expired),
    Case(name: "not yet expired", expiry: 1001, reason: nil),
    Case(name: "short", token: "rt-1", reason: .tooShort),
  ]

  private static let issuerText = "https://id.example.com"

  @Test(arguments: cases) func `sends only what the state itself confirms`(_ expected: Case) {
    let candidate = RevocationCandidate(
      state: "st_1",
      issuer: expected.issuer,
      issuerFromIDToken: expected.fromIDToken,
      clientID: expected.client,
      tokenEndpoint: expected.endpoint,
      refreshToken: Token(SecretBytes(copying: expected.token.utf8), expiry: expected.expiry)
    )
    let selection = select([candidate], clientID: expected.named)
    #expect(selection.notSent.map(\.reason) == [expected.reason].compactMap(\.self))
    #expect(selection.targets.map(\.states) == (expected.reason == nil ? [["st_1"]] : []))
    #expect(selection.targets.allSatisfy { $0.issuer == issuer && $0.clientID == "app" })
  }

  @Test func `never lets one state borrow from its neighbour`() {
    let selection = select([
      RevocationCandidate(state: "a", issuer: issuer, clientID: "one", refreshToken: token("a")),
      RevocationCandidate(
        state: "b",
        issuer: "https://b.example",
        clientID: "one",
        refreshToken: token("b")
      ),
      RevocationCandidate(state: "c", issuer: issuer, clientID: "two", refreshToken: token("c")),
      RevocationCandidate(state: "d", clientID: "one", refreshToken: token("d")),
      RevocationCandidate(state: "e", issuer: issuer, clientID: "one"),
    ])
    #expect(selection.targets.map(\.clientID) == ["one", "two"])
    #expect(selection.clientIDs == ["one", "two"])
    #expect(selection.notSent.map(\.states) == [["b"], ["d"], ["e"]])
    #expect(selection.notSent.map(\.reason) == [.otherIssuer, .issuerUnknown, .noRefreshToken])
    #expect(selection.notSent.map(\.reason.leavesWork) == [false, true, false])
  }

  @Test func `sends a token once, newest first, one of a session before the rest`() {
    func candidate(_ name: String, _ token: Token, expiry: Double?) -> RevocationCandidate {
      RevocationCandidate(
        state: name,
        issuer: issuer,
        clientID: "app",
        refreshToken: token,
        accessExpiry: expiry
      )
    }
    func jwt(_ payload: String) -> Token {
      Token(SecretBytes(copying: "eyJhbGciOiJIUzI1NiJ9.\(payload).c2lnbmF0dXJl".utf8))
    }
    // {"sid":"s1","iat":900}, {"sid":"s1","iat":950}, {"sid":"s2","iat":800,"exp":999}
    let old = jwt("eyJzaWQiOiJzMSIsImlhdCI6OTAwfQ")
    let new = jwt("eyJzaWQiOiJzMSIsImlhdCI6OTUwfQ")
    let expired = jwt("eyJzaWQiOiJzMiIsImlhdCI6ODAwLCJleHAiOjk5OX0")
    let selection = select([
      candidate("unknown", token("unknown"), expiry: nil),
      candidate("early", token("early"), expiry: 10),
      candidate("late", token("late"), expiry: 20),
      candidate("copy", token("early"), expiry: 10),
      candidate("old", old, expiry: 5000),
      candidate("new", new, expiry: nil),
      candidate("expired", expired, expiry: 5000),
    ])
    #expect(
      selection.targets.map(\.states) == [
        ["new"], ["late"], ["early", "copy"], ["unknown"], ["old"],
      ]
    )
    #expect(selection.notSent.map(\.states) == [["expired"]])
  }

  @Test func `leaves older tokens alone unless told otherwise`() {
    let candidate = RevocationCandidate(
      state: "a",
      issuer: issuer,
      clientID: "app",
      refreshToken: token("new"),
      historical: [token("old"), token("older")]
    )
    let other = RevocationCandidate(
      state: "b",
      issuer: issuer,
      clientID: "app",
      refreshToken: token("older")
    )
    let usual = select([candidate, other])
    #expect(usual.targets.map(\.states) == [["a"], ["b"]])
    #expect(usual.notSent.map(\.reason) == [.historical])
    let all = select([candidate, other], historical: true)
    #expect(all.targets.map(\.states) == [["a"], ["a", "b"], ["a"]])
    #expect(all.targets.map(\.isHistorical) == [false, false, true])
    #expect(all.notSent.isEmpty)
  }
}
