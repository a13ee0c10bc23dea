import JSON
import Migration
import OAuthClient
import Secrets
import Testing

/// Every check with a document that it must complain of, beside the valid twin that it must not.
@Suite struct `A check of the registration` {
  struct Case: Sendable, CustomTestStringConvertible {
    let check: String
    let name: String
    let result: PreflightVerdict.Result
    var metadata: [String: JSONNode?] = [:]
    var keys: JSONNode?
    var subject: @Sendable (inout PreflightSubject) -> Void = { _ in }
    /// A piece of the text or of the fix.
    var says: String?

    init(
      _ check: String,
      _ name: String,
      _ result: PreflightVerdict.Result,
      _ metadata: [String: JSONNode?] = [:],
      keys: JSONNode? = nil,
      says: String? = nil,
      subject: @escaping @Sendable (inout PreflightSubject) -> Void = { _ in }
    ) {
      self.check = check
      self.name = name
      self.result = result
      self.metadata = metadata
      self.keys = keys
      self.says = says
      self.subject = subject
    }

    var testDescription: String { "\(check): \(name)" }
  }

  static let metadataCases: [Case] = [
    Case("discovery-reachable", "right", .pass),

    Case("issuer-exact-match", "right", .pass),
    Case(
      "issuer-exact-match",
      "one slash more",
      .warn,
      ["issuer": "https://id.example.com/"],
      says: "configure https://id.example.com/"
    ),
    Case("issuer-exact-match", "one slash less", .warn) { $0.issuer = "https://id.example.com/" },
    Case("issuer-exact-match", "two slashes", .fail, ["issuer": "https://id.example.com//"]),
    Case(
      "issuer-exact-match",
      "another case",
      .fail,
      ["issuer": "https://ID.example.com"],
      says: "case"
    ),
    Case("issuer-exact-match", "http", .fail, ["issuer": "http://id.example.com"], says: "http"),
    Case("issuer-exact-match", "another", .fail, ["issuer": "https://b.example"]),
    Case("issuer-exact-match", "absent", .fail, ["issuer": .some(nil)]),
    Case("issuer-exact-match", "a number", .fail, ["issuer": 1]),
    Case("issuer-exact-match", "a template", .skip, ["issuer": "https://x.example/{tenantid}"]),

    Case("templated-issuer", "right", .pass),
    Case(
      "templated-issuer",
      "Entra's",
      .fail,
      ["issuer": "https://login.microsoftonline.com/{tenantid}/v2.0"],
      says: "{tenantid}"
    ),
    Case("templated-issuer", "encoded", .fail, ["issuer": "https://x.example/%7Btenant%7D"]),

    Case("endpoints-https", "right", .pass),
    Case(
      "endpoints-https",
      "on another host",
      .pass,
      ["token_endpoint": "https://login.elsewhere.example/token"]
    ),
    Case("endpoints-https", "missing", .fail, ["token_endpoint": .some(nil)], says: "missing"),
    Case("endpoints-https", "http", .fail, ["token_endpoint": "http://id.example.com/token"]),
    Case("endpoints-https", "localhost by name", .fail, ["jwks_uri": "http://localhost/jwks"]),
    Case("endpoints-https", "an optional one", .fail, ["revocation_endpoint": "ftp://x.example"]),
    Case("endpoints-https", "a fragment", .fail, ["jwks_uri": "https://id.example.com/j#1"]),
    Case("endpoints-https", "a user", .fail, ["jwks_uri": "https://a@id.example.com/j"]),
    Case("endpoints-https", "no string", .fail, ["jwks_uri": ["https://id.example.com/j"]]),

    Case("response-type-code", "right", .pass),
    Case("response-type-code", "implicit only", .fail, ["response_types_supported": ["token"]]),
    Case("response-type-code", "hybrid only", .fail, ["response_types_supported": ["code token"]]),
    Case("response-type-code", "absent", .fail, ["response_types_supported": .some(nil)]),
    Case("response-type-code", "no array", .fail, ["response_types_supported": "code"]),

    Case("pkce-s256", "right", .pass),
    Case("pkce-s256", "both", .pass, ["code_challenge_methods_supported": ["plain", "S256"]]),
    Case("pkce-s256", "plain only", .fail, ["code_challenge_methods_supported": ["plain"]]),
    Case("pkce-s256", "empty", .fail, ["code_challenge_methods_supported": []]),
    Case("pkce-s256", "another case", .fail, ["code_challenge_methods_supported": ["s256"]]),
    Case("pkce-s256", "absent", .warn, ["code_challenge_methods_supported": .some(nil)]),

    Case("token-endpoint-auth-none", "right", .pass),
    Case(
      "token-endpoint-auth-none",
      "django",
      .warn,
      ["token_endpoint_auth_methods_supported": ["client_secret_post"]]
    ),
    Case(
      "token-endpoint-auth-none",
      "absent",
      .warn,
      ["token_endpoint_auth_methods_supported": .some(nil)],
      says: "client_secret_basic"
    ),

    Case("revocation-endpoint", "right", .pass),
    Case("revocation-endpoint", "absent", .warn, ["revocation_endpoint": .some(nil)]),
    Case("revocation-endpoint", "unusable", .skip, ["revocation_endpoint": "http://x.example"]),

    Case("revocation-auth-none", "right", .pass),
    Case("revocation-auth-none", "no endpoint", .skip, ["revocation_endpoint": .some(nil)]),
    Case(
      "revocation-auth-none",
      "absent",
      .warn,
      ["revocation_endpoint_auth_methods_supported": .some(nil)],
      says: "client_secret_basic"
    ),
    Case(
      "revocation-auth-none",
      "secrets only",
      .warn,
      ["revocation_endpoint_auth_methods_supported": ["client_secret_basic"]]
    ),
    Case("revocation-auth-none", "Apple", .warn, says: "Apple") {
      $0.issuer = "https://appleid.apple.com"
    },

    Case("id-token-algorithms", "right", .pass),
    Case(
      "id-token-algorithms",
      "one among others",
      .pass,
      ["id_token_signing_alg_values_supported": ["HS256", "none", "RS256"]],
      says: "RS256"
    ),
    Case(
      "id-token-algorithms",
      "authentik without a signing key",
      .fail,
      ["id_token_signing_alg_values_supported": ["HS256"]]
    ),
    Case(
      "id-token-algorithms",
      "unknown ones",
      .fail,
      ["id_token_signing_alg_values_supported": ["EdDSA", "none"]]
    ),
    Case(
      "id-token-algorithms",
      "absent",
      .fail,
      ["id_token_signing_alg_values_supported": .some(nil)]
    ),

    Case("grant-refresh-token", "right", .pass),
    Case("grant-refresh-token", "absent", .warn, ["grant_types_supported": .some(nil)]),
    Case(
      "grant-refresh-token",
      "glewlwyd",
      .warn,
      ["grant_types_supported": ["authorization_code"]]
    ),
    Case("grant-refresh-token", "no code", .fail, ["grant_types_supported": ["refresh_token"]]),

    Case("offline-access", "asked and announced", .pass) { $0.scopes.append("offline_access") },
    Case("offline-access", "asked, not announced", .fail, ["scopes_supported": ["openid"]]) {
      $0.scopes.append("offline_access")
    },
    Case("offline-access", "asked, nothing announced", .skip, ["scopes_supported": .some(nil)]) {
      $0.scopes.append("offline_access")
    },
    Case("offline-access", "not asked", .warn, says: "add offline_access"),
    Case("offline-access", "neither", .skip, ["scopes_supported": ["openid"]]),

    Case("end-session-endpoint", "right", .pass),
    Case("end-session-endpoint", "absent", .warn, ["end_session_endpoint": .some(nil)]),
    Case("end-session-endpoint", "Cognito", .pass, says: "Cognito") {
      $0.issuer = "https://pool.auth.eu-west-1.amazoncognito.com"
    },

    Case("client-configuration", "no client", .skip),
    Case("client-configuration", "right", .pass) { $0.clientID = "example-app" },
    Case("client-configuration", "no openid", .fail, says: "openid") { $0.scopes = ["profile"] },
    Case("client-configuration", "a blank in a scope", .fail) { $0.scopes = ["openid", "a b"] },
    Case("client-configuration", "no URI", .fail) { $0.postLogoutRedirectURI = "signed-out" },

    Case("par", "offered", .pass),
    Case("par", "required", .pass, ["require_pushed_authorization_requests": true]),
    Case("par", "not offered", .skip, ["pushed_authorization_request_endpoint": .some(nil)]),
    Case(
      "par",
      "not offered, but wanted",
      .fail,
      ["pushed_authorization_request_endpoint": .some(nil)]
    ) {
      $0.par = .require
    },
    Case(
      "par",
      "required without an endpoint",
      .fail,
      [
        "pushed_authorization_request_endpoint": .some(nil),
        "require_pushed_authorization_requests": true,
      ]
    ),

    Case("dpop", "offered", .pass),
    Case("dpop", "not offered", .skip, ["dpop_signing_alg_values_supported": .some(nil)]),
    Case("dpop", "without ES256", .skip, ["dpop_signing_alg_values_supported": ["RS256"]]),
    Case("dpop", "wanted", .pass) { $0.dpop = .require },
    Case(
      "dpop",
      "wanted, not offered",
      .skip,
      ["dpop_signing_alg_values_supported": .some(nil)]
    ) { $0.dpop = .require },
    Case(
      "dpop",
      "wanted, without ES256",
      .fail,
      ["dpop_signing_alg_values_supported": ["RS256"]],
      says: "required by the configuration; offered, but without ES256"
    ) {
      $0.dpop = .require
    },

    Case("iss-parameter", "right", .pass),
    Case(
      "iss-parameter",
      "absent",
      .skip,
      ["authorization_response_iss_parameter_supported": .some(nil)]
    ),

    Case("clock-offset", "a saved document", .skip),
  ]

  static let keyCases: [Case] = [
    Case("jwks-usable", "right", .pass),
    Case("jwks-usable", "none", .fail, keys: ["keys": []]),
    Case("jwks-usable", "no set", .fail, keys: ["key": []]),
    Case(
      "jwks-usable",
      "an encryption key",
      .fail,
      keys: PreflightDocuments.keySet(["use": "enc"])
    ),
    Case("jwks-usable", "off its curve", .fail, keys: PreflightDocuments.keySet(["x": "AAAA"])),
    Case(
      "jwks-usable",
      "for another algorithm",
      .fail,
      ["id_token_signing_alg_values_supported": ["RS256"]],
      says: "no key fits"
    ),
    Case("jwks-usable", "no jwks_uri", .skip, ["jwks_uri": "nonsense"], keys: nil),
    Case("jwks-no-private-keys", "right", .pass),
    Case(
      "jwks-no-private-keys",
      "a private key",
      .fail,
      keys: PreflightDocuments.keySet(["d": "870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE"])
    ),
    Case(
      "jwks-no-private-keys",
      "a symmetric key",
      .fail,
      keys: ["keys": [["kty": "oct", "k": "c2VjcmV0"]]]
    ),
  ]

  static let redirectCases: [Case] =
    [
      ("https://app.example.com/oauth", .warn, "comes back to this"),
      ("http://127.0.0.1/callback", .pass, "machine"),
      ("http://127.0.0.1:8080/callback", .pass, "machine"),
      ("http://[::1]/callback", .pass, "machine"),
      ("http://localhost:8888/callback", .fail, "http://127.0.0.1:8888/callback"),
      ("http://app.example.com/callback", .fail, "cleartext"),
      ("com.example.app:/oauth", .warn, "comes back to this"),
      ("myapp://callback", .fail, "com.example.app:/oauth"),
      ("https://user@app.example.com/", .fail, "user information"),
      ("https://app.example.com/#x", .fail, "fragment"),
      ("callback", .fail, "absolute"),
      ("ÿ.x:/oauth", .fail, "scheme"),
    ]
    .flatMap { (uri: String, result: PreflightVerdict.Result, says: String) in
      [
        Case("redirect-uri-kind", uri, result, says: says) { $0.redirectURI = uri },
        Case(
          "app-redirect-uri-kind",
          uri,
          uri.hasPrefix("https") && result == .warn ? .pass : result
        ) {
          $0.appRedirectURIs = ["https://app.example.com/oauth", uri]
        },
      ]
    } + [
      Case("redirect-uri-kind", "none", .skip), Case("app-redirect-uri-kind", "none", .skip),
    ]

  @Test(arguments: metadataCases + keyCases + redirectCases)
  func `says what it should of a document and of its valid twin`(_ expected: Case) async throws {
    var subject = PreflightSubject(issuer: PreflightDocuments.issuer)
    expected.subject(&subject)
    let keys = expected.keys ?? PreflightDocuments.keySet()
    let usesKeys = expected.check.hasPrefix("jwks") && expected.metadata["jwks_uri"] == nil
    let facts = PreflightFacts(
      subject: subject,
      saved: PreflightDocuments.bytes(PreflightDocuments.metadata(expected.metadata)),
      keySet: usesKeys ? PreflightDocuments.bytes(keys) : nil
    )
    let check = try #require(PreflightChecks.passive.first { $0.id == expected.check })
    let verdict = await check.run(in: PreflightContext(facts: facts, transport: nil))
    #expect(verdict.result == expected.result, "\(verdict.text)")
    if let says = expected.says {
      #expect("\(verdict.text) \(verdict.fix ?? "")".contains(says), "\(verdict)")
    }
  }

  @Test func `has an id of its own, a source and a fix, and a case that it complains of`() {
    let checks = PreflightChecks.passive
    #expect(Set(checks.map(\.id)).count == checks.count)
    for check in checks {
      #expect(check.source.contains("RFC") || check.source.contains("OIDC"))
      #expect(!check.fix.isEmpty && !check.title.isEmpty)
    }
    let complaints = Set(
      (Self.metadataCases + Self.keyCases + Self.redirectCases)
        .filter { [.fail, .warn].contains($0.result) }.map(\.check)
    )
    // These complain only of live answers, or never: see the tests with a server.
    let others: Set = ["discovery-reachable", "clock-offset", "iss-parameter"]
    #expect(complaints.union(others) == Set(checks.map(\.id)))
  }

  @Test(arguments: [
    "", "{", "[]", "null",
    #"{"issuer":"https://id.example.com","issuer":"https://id.example.com"}"#,
  ])
  func `of a saved document that is none fails once and skips the rest`(_ text: String) async {
    let report = await Preflight(PreflightSubject(issuer: PreflightDocuments.issuer))
      .run(saved: SecretBytes(copying: text.utf8), now: 0)
    #expect(report.checks.filter { $0.result == .fail }.map(\.id) == ["discovery-reachable"])
    #expect(report.ending == .findings)
  }

  @Test func `shows a provider's text without what could steer a terminal`() async {
    let metadata = PreflightDocuments.metadata([
      "issuer": "https://id.example.com\u{1B}[2J\u{202E}x",
      "code_challenge_methods_supported": [
        "a\u{7}b", .string(String(repeating: "x", count: 5000)),
      ],
    ])
    let report = await Preflight(PreflightSubject(issuer: PreflightDocuments.issuer))
      .run(saved: PreflightDocuments.bytes(metadata), now: 0)
    let text = PreflightText(report).lines.joined(separator: "\n")
    #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" || $0 == "\u{7}" })
    #expect(text.count < 8000)
    let json = String(decoding: report.json(version: "0").encoded(), as: UTF8.self)
    #expect(!json.contains("\\u001b") && !json.contains("\u{202E}"))
  }
}
