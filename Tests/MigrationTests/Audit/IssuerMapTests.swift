import JSON
import LegacyState
import Migration
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `The map of issuers` {
  private static let issuer = "https://id.example.com"

  /// What flutter_appauth hands to an app; its ID token says who made it, or there is none.
  static func flutter(idTokenIssuer: String? = nil) -> String {
    var members: [(String, JSONNode)] = [
      ("accessToken", "access-0123456789abcdef"), ("refreshToken", "refresh-0123456789abcdef"),
      ("accessTokenExpirationDateTime", "2026-11-01T00:00:00.000Z"), ("tokenType", "Bearer"),
      ("tokenAdditionalParameters", [:]),
    ]
    if let idTokenIssuer {
      let payload = #"{"iss":"\#(idTokenIssuer)","aud":"guessed-app","sub":"somebody"}"#
      members.append(("idToken", StateDraft.jwt(payload)))
    }
    return String(decoding: JSONNode.object(members).encoded(), as: UTF8.self)
  }

  private static func state(_ text: String, name: String = "dump/session.json") throws
    -> LegacyAuthState
  {
    var found: [LegacyAuthState] = []
    let document = LegacyScanner.Input.document(SecretBytes(copying: text.utf8), name: name)
    LegacyScanner().scan([document]) { event in
      if case .state(let state) = event { found.append(state) }
    }
    return try #require(found.first)
  }

  private static func rule(
    _ issuer: String = issuer,
    _ client: String? = "app",
    isConfirmed: Bool = true,
    _ change: (inout IssuerMap.Rule) -> Void = { $0.library = .flutterAppAuth }
  ) -> IssuerMap.Rule {
    var rule = IssuerMap.Rule(issuer: issuer, clientID: client, isConfirmed: isConfirmed)
    change(&rule)
    return rule
  }

  @Test func `says whose a state is that does not say it`() throws {
    let state = try Self.state(Self.flutter())
    let match = IssuerMap([Self.rule()]).match(state)
    #expect(match?.issuer == Self.issuer)
    #expect(match?.clientID == "app")
  }

  @Test func `selects by every condition of a rule, and by nothing without one`() throws {
    let state = try Self.state(Self.flutter(idTokenIssuer: Self.issuer))
    let path = try PathPattern("session.json")
    let other = try PathPattern("other.json")
    let fitting: [(inout IssuerMap.Rule) -> Void] = [
      { $0.library = .flutterAppAuth }, { $0.path = path }, { $0.idTokenIssuer = Self.issuer },
    ]
    let foreign: [(inout IssuerMap.Rule) -> Void] = [
      { $0.library = .appAuthJS }, { $0.path = other }, { $0.idTokenIssuer = "https://b.example" },
      { $0.app = "com.example.app" }, { $0.key = "session" },
    ]
    for change in fitting {
      #expect(IssuerMap([Self.rule { change(&$0) }]).match(state)?.clientID == "app")
      for second in foreign {
        let rule = Self.rule {
          change(&$0)
          second(&$0)
        }
        #expect(IssuerMap([rule]).match(state)?.clientID == nil)
      }
    }
    #expect(IssuerMap([Self.rule { _ in }]).rules.isEmpty)
  }

  @Test func `selects by a key on the way to the value`() throws {
    let state = try Self.state("{\"session\":\(Self.flutter())}")
    #expect(IssuerMap([Self.rule { $0.key = "session" }]).match(state)?.clientID == "app")
    #expect(IssuerMap([Self.rule { $0.key = "other" }]).match(state) == nil)
  }

  @Test func `never selects by a guess that nobody confirmed`() throws {
    let state = try Self.state(Self.flutter())
    #expect(IssuerMap([Self.rule(isConfirmed: false)]).match(state) == nil)
  }

  @Test func `says nothing where its rules disagree`() throws {
    let state = try Self.state(Self.flutter())
    let two = [Self.rule(), Self.rule("https://b.example")]
    #expect(IssuerMap(two).match(state) == nil)
    #expect(IssuerMap([Self.rule(), Self.rule(Self.issuer, "b")]).match(state) == nil)
    #expect(IssuerMap([Self.rule(), Self.rule(Self.issuer, nil)]).match(state)?.clientID == "app")
  }

  @Test func `overrules neither the issuer nor the client that a state names`() throws {
    let state = try Self.state(StateDraft().text)
    let path = try PathPattern("*.json")
    let map = IssuerMap([Self.rule("https://b.example", "other") { $0.path = path }])
    #expect(map.match(state)?.issuer == "https://id.example.com")
    #expect(map.match(state)?.clientID == "example-app")
    let candidate = RevocationCandidate(state, map: map)
    #expect(candidate.issuer == "https://id.example.com")
    #expect(candidate.clientID == "example-app")
  }

  @Test func `stands for an ID token's issuer only if a rule is about that one`() throws {
    let state = try Self.state(Self.flutter(idTokenIssuer: "https://old.example"))
    #expect(IssuerMap([Self.rule()]).match(state)?.issuer == "https://old.example")
    #expect(IssuerMap([Self.rule()]).match(state)?.clientID == nil)
    let about = IssuerMap([Self.rule { $0.idTokenIssuer = "https://old.example" }])
    #expect(about.match(state)?.issuer == Self.issuer)
    #expect(RevocationCandidate(state, map: about).issuerFromIDToken == nil)
  }

  @Test func `lets a token be sent that belongs to nobody without it`() throws {
    let state = try Self.state(Self.flutter())
    func selection(_ map: IssuerMap?, issuer: String = Self.issuer) -> RevocationSelection {
      RevocationSelection(
        [RevocationCandidate(state, map: map)],
        issuer: issuer,
        liveTokenEndpoint: "\(issuer)/token",
        now: 1000
      )
    }
    #expect(selection(nil).targets.isEmpty)
    #expect(selection(nil).notSent.map(\.reason) == [.issuerUnknown])
    #expect(selection(IssuerMap([Self.rule()])).targets.map(\.clientID) == ["app"])
    #expect(selection(IssuerMap([Self.rule(isConfirmed: false)])).targets.isEmpty)
    let elsewhere = selection(IssuerMap([Self.rule()]), issuer: "https://b.example")
    #expect(elsewhere.notSent.map(\.reason) == [.otherIssuer])
    let noClient = selection(IssuerMap([Self.rule(Self.issuer, nil)]))
    #expect(noClient.notSent.map(\.reason) == [.clientUnknown])
    func reasons(_ rules: IssuerMap.Rule...) -> [NotSent.Reason] {
      selection(IssuerMap(rules)).notSent.map(\.reason)
    }
    #expect(reasons(Self.rule(isConfirmed: false)) == [.mapUnconfirmed])
    #expect(reasons(Self.rule(), Self.rule(Self.issuer, "other")) == [.mapDisagrees])
    #expect(reasons(Self.rule(), Self.rule("https://b.example")) == [.mapDisagrees])
    let claimed = try Self.state(Self.flutter(idTokenIssuer: Self.issuer))
    let other = RevocationSelection(
      [RevocationCandidate(claimed, map: IssuerMap([Self.rule("https://b.example")]))],
      issuer: Self.issuer,
      liveTokenEndpoint: "\(Self.issuer)/token",
      now: 1000
    )
    #expect(other.notSent.map(\.reason) == [.mapContradicts])
  }

  @Test func `is written with guesses that nobody has confirmed, and keeps to its schema`() throws {
    func rules(_ text: String) throws -> [JSONValue] {
      var bytes: [UInt8] = []
      try audit(text: text).contents().writeMap { bytes += $0 }
      let root = try JSONDocument(parsing: SecretBytes(copying: bytes)).root
      let schema = try SchemaCheck(BuiltTool.package.appending("docs/schemas/map-1.json"))
      #expect(schema.faults(in: root) == [])
      return try #require(root["rules"]).elements
    }
    let guessed = try rules(Self.flutter(idTokenIssuer: Self.issuer))
    #expect(guessed.count == 1)
    #expect(guessed.first?["issuer"]?.string() == Self.issuer)
    #expect(guessed.first?["client_id"]?.string() == "guessed-app")
    #expect(guessed.first?["confirm"]?.bool() == false)
    #expect(guessed.first?["path"]?.string() == "state.json")
    #expect(try rules(Self.flutter()).first?["issuer"]?.string() == "")
    #expect(try rules(StateDraft().text).isEmpty)
  }

  @Test func `stands in the report, with what it leaves to nobody`() throws {
    func root(_ map: IssuerMap) throws -> JSONValue {
      let input = LegacyScanner.Input.document(
        SecretBytes(copying: Self.flutter().utf8),
        name: "session.json"
      )
      let text = audit([input]) { $0.map = map }.report.jsonText
      let root = try JSONDocument(parsing: SecretBytes(copying: text.utf8)).root
      let schema = try SchemaCheck(BuiltTool.package.appending("docs/schemas/audit-1.json"))
      #expect(schema.faults(in: root) == [])
      return root
    }
    let mapped = try root(IssuerMap([Self.rule()]))
    #expect(mapped["states"]?[0]?["mapped"]?["client_id"]?.string() == "app")
    #expect(mapped["states"]?[0]?["issuer"]?.isNull == true)
    #expect(mapped["summary"]?["unmatched"]?.int() == 0)
    let open = try root(IssuerMap([Self.rule(isConfirmed: false)]))
    #expect(open["states"]?[0]?["mapped"]?.isNull == true)
    #expect(open["summary"]?["unmatched"]?.int() == 1)
  }
}
