import Crypto
import JOSE
import JSON
import Secrets
import Testing

/// A token with one fault, and its twin without.
struct Fault: CustomTestStringConvertible, Sendable {
  let name: String
  let code: String
  let claim: String?
  let bad: Scene
  let good: Scene
  var testDescription: String { name }

  init(_ name: String, _ code: String, _ claim: String?, bad: Scene, good: Scene = Scene()) {
    self.name = name
    self.code = code
    self.claim = claim
    self.bad = bad
    self.good = good
  }

  /// A fault in the claims.
  init(
    _ name: String,
    _ code: String,
    _ claim: String?,
    _ bad: [(String, JSONNode?)],
    good: [(String, JSONNode?)] = []
  ) {
    self.init(name, code, claim, bad: Scene().claiming(bad), good: Scene().claiming(good))
  }
}

@Suite struct `An ID token` {
  private static let now = Scene.now
  private static let future = JSONNode.double(now + 60.5)

  static let claimFaults: [Fault] = [
    Fault(
      "another issuer",
      "issuer_mismatch",
      "iss",
      [("iss", "https://evil.example/")]
    ),
    Fault("no last slash", "issuer_mismatch", "iss", [("iss", "https://op.example")]),
    Fault("issuer in capitals", "issuer_mismatch", "iss", [("iss", "https://OP.example/")]),
    Fault(
      "template",
      "issuer_mismatch",
      "iss",
      [("iss", "https://login.example/{tenantid}/v2.0")]
    ),
    Fault("no issuer", "missing_claim", "iss", [("iss", nil)]),
    Fault("issuer an array", "malformed_claim", "iss", [("iss", ["https://op.example/"])]),
    Fault(
      "another audience",
      "audience_mismatch",
      "aud",
      [("aud", "other-app")],
      good: [("aud", ["example-app"])]
    ),
    Fault("audience with a blank", "audience_mismatch", "aud", [("aud", "example-app ")]),
    Fault("audience in capitals", "audience_mismatch", "aud", [("aud", ["EXAMPLE-APP"])]),
    Fault("no audience", "missing_claim", "aud", [("aud", nil)]),
    Fault("empty audience", "malformed_claim", "aud", [("aud", [])]),
    Fault("audience with a number", "malformed_claim", "aud", [("aud", ["example-app", 1])]),
    Fault(
      "several audiences without azp",
      "authorized_party_mismatch",
      "azp",
      [("aud", ["example-app", "api"])],
      good: [("aud", ["example-app", "api"]), ("azp", "example-app")]
    ),
    Fault(
      "several audiences with another azp",
      "authorized_party_mismatch",
      "azp",
      [("aud", ["example-app", "api"]), ("azp", "api")],
      good: [("aud", ["api", "example-app"]), ("azp", "example-app")]
    ),
    Fault(
      "one audience with another azp",
      "authorized_party_mismatch",
      "azp",
      [("azp", "api")],
      good: [("azp", "example-app")]
    ),
    Fault("azp a number", "malformed_claim", "azp", [("azp", 5)]),
    Fault("no subject", "missing_claim", "sub", [("sub", nil)]),
    Fault("empty subject", "subject_invalid", "sub", [("sub", "")], good: [("sub", "x")]),
    Fault(
      "subject too long",
      "subject_invalid",
      "sub",
      [("sub", .string(String(repeating: "s", count: 256)))],
      good: [("sub", .string(String(repeating: "s", count: 255)))]
    ),
    Fault("subject a number", "malformed_claim", "sub", [("sub", 42)]),
    Fault(
      "expired by more than the leeway",
      "expired",
      "exp",
      [("exp", .double(now - 60))],
      good: [("exp", .double(now - 59.5))]
    ),
    Fault("no expiry", "missing_claim", "exp", [("exp", nil)]),
    Fault(
      "expiry a string",
      "malformed_claim",
      "exp",
      [("exp", "1800000300")],
      good: [("exp", 1_800_000_300)]
    ),
    Fault("expiry null", "malformed_claim", "exp", [("exp", .null)]),
    Fault("expiry in milliseconds", "implausible_time", "exp", [("exp", 1_800_000_300_000)]),
    Fault("negative expiry", "implausible_time", "exp", [("exp", -1)]),
    Fault("no iat", "missing_claim", "iat", [("iat", nil)]),
    Fault(
      "issued in the future",
      "issued_in_future",
      "iat",
      [("iat", future)],
      good: [("iat", .double(now + 60))]
    ),
    Fault(
      "issued more than a day ago",
      "issued_too_long_ago",
      "iat",
      [("iat", .double(now - 86_461))],
      good: [("iat", .double(now - 86_400))]
    ),
    Fault(
      "not valid yet",
      "not_yet_valid",
      "nbf",
      [("nbf", future)],
      good: [("nbf", .double(now + 59.25))]
    ),
    Fault("nbf a string", "malformed_claim", "nbf", [("nbf", "now")]),
    Fault("no nonce", "missing_claim", "nonce", [("nonce", nil)]),
    Fault("another nonce", "nonce_mismatch", "nonce", [("nonce", "nonce-MARK2")]),
    Fault("nonce of another length", "nonce_mismatch", "nonce", [("nonce", "nonce-MAR")]),
    Fault("nonce a number", "malformed_claim", "nonce", [("nonce", 7)]),
    Fault(
      "at_hash of another token",
      "access_token_mismatch",
      "at_hash",
      [("at_hash", .string(Scene.hash("other", .es256)))],
      good: [("at_hash", .string(Scene.hash("at-MARK", .es256)))]
    ),
    Fault(
      "at_hash of the whole hash's length",
      "access_token_mismatch",
      "at_hash",
      [("at_hash", .string(Base64URL.encode(JWSAlgorithm.es256.hash.digest(secret("at-MARK")))))],
      good: [("at_hash", .string(Scene.hash("at-MARK", .es256)))]
    ),
    Fault(
      "at_hash with padding",
      "access_token_mismatch",
      "at_hash",
      [("at_hash", .string(Scene.hash("at-MARK", .es256) + "=="))]
    ),
    Fault("at_hash empty", "access_token_mismatch", "at_hash", [("at_hash", "")]),
    Fault("at_hash a number", "malformed_claim", "at_hash", [("at_hash", 1)]),
    Fault(
      "auth_time in milliseconds",
      "implausible_time",
      "auth_time",
      [("auth_time", 1_700_000_000_000)],
      good: [("auth_time", 1_700_000_000)]
    ),
    Fault("auth_time a string", "malformed_claim", "auth_time", [("auth_time", "1700000000")]),
  ]

  private static func age(_ claims: [(String, JSONNode?)]) -> Scene {
    Scene().claiming(claims).with { $0.expectations.maximumAge = 60 }
  }

  private static func context(_ asked: [String], _ acr: JSONNode?) -> Scene {
    Scene().claiming([("acr", acr)]).with { $0.expectations.acrValues = asked }
  }

  private static let fresh = age([("auth_time", .double(now - 5))])

  static let requestFaults: [Fault] = [
    Fault("max_age without auth_time", "missing_claim", "auth_time", bad: age([]), good: fresh),
    Fault(
      "signed in ten minutes ago",
      "authentication_too_old",
      "auth_time",
      bad: age([("auth_time", .double(now - 600))]),
      good: fresh
    ),
    Fault(
      "signed in just before max_age",
      "authentication_too_old",
      "auth_time",
      bad: age([("auth_time", .double(now - 121))]),
      good: age([("auth_time", .double(now - 120))])
    ),
    Fault(
      "signs in tomorrow",
      "authentication_in_future",
      "auth_time",
      bad: age([("auth_time", .double(now + 86_400))]),
      good: fresh
    ),
    Fault(
      "max_age with milliseconds",
      "implausible_time",
      "auth_time",
      bad: age([("auth_time", 1_700_000_000_000)]),
      good: fresh
    ),
    Fault(
      "asked for gold, got silver",
      "authentication_context_mismatch",
      "acr",
      bad: context(["gold"], "silver"),
      good: context(["gold", "silver"], "silver")
    ),
    Fault(
      "asked for gold, got nothing",
      "missing_claim",
      "acr",
      bad: context(["gold"], nil),
      good: context(["gold"], "gold")
    ),
    Fault(
      "asked for gold, got a number",
      "missing_claim",
      "acr",
      bad: context(["gold"], 1),
      good: context([], 1)
    ),
  ]

  private static func header(_ members: [(String, JSONNode)]) -> Scene {
    Scene().with { $0.header = members }
  }

  static let headerFaults: [Fault] = [
    Fault("none", "unsigned", nil, bad: header([("alg", "none")])),
    Fault("HMAC", "symmetric_algorithm", nil, bad: header([("alg", "HS256"), ("kid", "k")])),
    Fault("crit", "critical_extension", nil, bad: header([("kid", "k"), ("crit", ["x"])])),
    Fault("unknown kid", "unknown_key", nil, bad: header([("kid", "new")])),
    Fault(
      "RS256 with an EC key",
      "algorithm_mismatch",
      nil,
      bad: header([("alg", "RS256"), ("kid", "k")])
    ),
    Fault(
      "access token",
      "wrong_token_type",
      "typ",
      bad: header([("kid", "k"), ("typ", "at-MARK+jwt")]),
      good: header([("kid", "k"), ("typ", "jwt")])
    ),
    Fault(
      "logout token",
      "wrong_token_type",
      "typ",
      bad: header([("kid", "k"), ("typ", "application/logout+JWT")]),
      good: header([("kid", "k"), ("typ", "application/jwt")])
    ),
    Fault(
      "proof of possession",
      "wrong_token_type",
      "typ",
      bad: header([("kid", "k"), ("typ", "dpop+jwt")]),
      good: header([("kid", "k")])
    ),
  ]

  @Test(arguments: claimFaults + requestFaults + headerFaults)
  func `is refused for one fault and accepted without it`(_ fault: Fault) throws {
    let accepted = try fault.good.failure()
    #expect(accepted == nil)
    let failure = try #require(try fault.bad.failure())
    #expect(failure.code.rawValue == fault.code)
    #expect(failure.claim == fault.claim)
    #expect(!failure.message.isEmpty)
    #expect(!failure.description.uppercased().contains("MARK"))
  }

  @Test(arguments: JWSAlgorithm.allCases)
  func `under each algorithm has the at_hash of that algorithm's hash`(
    _ algorithm: JWSAlgorithm
  ) throws {
    let scene = Scene().with { $0.algorithm = algorithm }
    let right = scene.claiming([("at_hash", .string(Scene.hash("at-MARK", algorithm)))])
    #expect(try right.failure() == nil)
    for other in JWSAlgorithm.allCases where other.hash != algorithm.hash {
      let wrong = scene.claiming([("at_hash", .string(Scene.hash("at-MARK", other)))])
      #expect(try wrong.failure() == IDTokenFailure(.accessTokenMismatch))
    }
  }

  @Test func `gives its claims typed`() throws {
    let claims = try Scene().claiming([
      ("acr", "gold"), ("amr", ["pwd", "otp"]), ("sid", "s-1"), ("email_verified", true),
      ("iat", .double(Scene.now + 0.25)), ("auth_time", 1_799_999_990), ("custom", [1, 2]),
    ]).accepted()
    #expect(claims.issuer == "https://op.example/")
    #expect(claims.subject == "user-MARK")
    #expect(claims.audience == ["example-app"])
    #expect(claims.authorizedParty == nil)
    #expect(claims.expiry.seconds == Scene.now + 300)
    #expect(claims.issuedAt.seconds == Scene.now + 0.25)
    #expect(claims.authenticationTime?.seconds == 1_799_999_990)
    #expect(claims.authenticationContext == "gold")
    #expect(claims.authenticationMethods == ["pwd", "otp"])
    #expect(claims.sessionID == "s-1")
    #expect(claims.email == "mail-MARK@example.com")
    #expect(claims.isEmailVerified == true)
    #expect(claims.name == "name-MARK")
    #expect(claims["custom"]?.elements.count == 2)
    #expect(claims["nothing"] == nil)
  }

  @Test func `keeps its claims out of whatever prints them`() throws {
    let claims = try Scene().accepted()
    var dumped = ""
    dump(claims, to: &dumped)
    dump([claims], to: &dumped)
    for printed in ["\(claims)", String(reflecting: claims), "\([claims])", dumped] {
      #expect(!printed.contains("MARK"))
    }
  }

  @Test func `with odd but harmless claims is accepted and the odd ones are absent`() throws {
    let claims = try Scene().claiming([
      ("email", 5), ("amr", "pwd"), ("sid", .null), ("name", ["a"]), ("acr", 3),
    ]).accepted()
    #expect(claims.email == nil)
    #expect(claims.authenticationMethods.isEmpty)
    #expect(claims.sessionID == nil)
    #expect(claims.name == nil)
  }

  @Test(arguments: ["[]", "\"x\"", "", "{", "{\"iss\":\"a\",\"iss\":\"b\"}", "\u{feff}{}"])
  func `whose payload is not one plain object is refused`(_ payload: String) throws {
    let token = try JWSSigner.sign(
      header: [("kid", "k")],
      payload: Array(payload.utf8),
      key: Keys.signing(.es256)
    )
    #expect(try Scene().failure(of: token)?.code == .malformedClaims)
  }

  @Test func `with an issuer that only looks the same is refused`() throws {
    // Composed and decomposed: equal as Swift strings, different as bytes.
    let scene = Scene().claiming([("iss", "https://op.example/e\u{301}")])
      .with { $0.expectations.issuer = "https://op.example/\u{e9}" }
    #expect(try scene.failure()?.code == .issuerMismatch)
  }

  @Test func `that differs in the last slash says so`() throws {
    let failure = try #require(try Scene().claiming([("iss", "https://op.example")]).failure())
    #expect(
      failure.message
        == "the token is from another issuer than the discovered one, "
        + "\"https://op.example/\"; they differ in the last slash only, but must not differ at all"
    )
  }

  @Test(arguments: ["iss", "aud", "azp"])
  func `tells nothing of a claim that the provider chose, a token of ours for example`(
    name: String
  ) throws {
    for told in ["evil-x-y-z\u{1b}[2J\u{202e}", "SECRETREF0055d80739292d55ccd6d57d"] {
      let changes: [(String, JSONNode?)] = [(name, .string(told))]
      let failure = try #require(
        try Scene().claiming(changes).failure()
      )
      #expect(!failure.message.contains(told.prefix(8)), "\(failure.message)")
    }
  }

  @Test func `whose key is unknown, or may have been replaced, asks for fresh keys`() throws {
    let unknown = try #require(try Scene().with { $0.header = [("kid", "new")] }.failure())
    #expect(unknown.wantsFreshKeys && unknown.lacksKey)
    var token = text(try Scene().token())
    token.removeLast(4)
    for odd in [secret(token + "AAAA"), try Scene().with { $0.algorithm = .es384 }.token()] {
      let failure = try #require(try Scene().failure(of: odd))
      #expect(failure.wantsFreshKeys && !failure.lacksKey, "\(failure)")
    }
    let other = try #require(try Scene().claiming([("nonce", "x")]).failure())
    #expect(!other.wantsFreshKeys)
    let unsigned = try #require(try Scene().with { $0.header = [("alg", "none")] }.failure())
    #expect(!unsigned.wantsFreshKeys)
  }

  @Test func `is restored from the store without a second look at its times`() throws {
    let old = Scene().claiming([("exp", 1_000), ("iat", 900)])
    #expect(try old.failure()?.code == .expired)
    let claims = try IDTokenClaims(restoring: old.token())
    #expect(claims.subject == "user-MARK")
    #expect(throws: IDTokenFailure.self) { _ = try IDTokenClaims(restoring: secret("junk")) }
  }
}
