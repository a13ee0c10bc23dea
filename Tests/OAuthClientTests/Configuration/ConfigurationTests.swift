import OAuthClient
import Testing

@Suite struct `A configuration` {
  struct Refusal: Sendable, CustomTestStringConvertible {
    let name: String
    let code: ConfigurationProblem.Code
    var issuer: String? = "https://id.example.com"
    var clientID = "example-app"
    var redirect = "http://127.0.0.1/callback"
    var scopes = ["openid"]
    var origins: Set<String> = []
    var extra: [String: String] = [:]
    var leeway = 60
    var testDescription: String { name }
  }

  static let refusals = [
    Refusal(name: "no issuer", code: .issuerOrEndpoints, issuer: nil),
    Refusal(name: "http issuer", code: .issuer, issuer: "http://id.example.com"),
    Refusal(name: "http issuer by the name localhost", code: .issuer, issuer: "http://localhost:1"),
    Refusal(name: "issuer with a query", code: .issuer, issuer: "https://id.example.com/?a=b"),
    Refusal(name: "issuer with a fragment", code: .issuer, issuer: "https://id.example.com/#a"),
    Refusal(name: "issuer with a user", code: .issuer, issuer: "https://u@id.example.com"),
    Refusal(name: "issuer that is no URL", code: .issuer, issuer: "id.example.com"),
    Refusal(name: "empty client id", code: .clientID, clientID: ""),
    Refusal(name: "client id with a line break", code: .clientID, clientID: "a\nb"),
    Refusal(
      name: "cleartext redirect to a host",
      code: .redirectURI,
      redirect: "http://app.example.com/"
    ),
    Refusal(
      name: "cleartext redirect to localhost",
      code: .redirectURI,
      redirect: "http://localhost/cb"
    ),
    Refusal(name: "private-use scheme without a dot", code: .redirectURI, redirect: "myapp:/cb"),
    Refusal(name: "redirect with a fragment", code: .redirectURI, redirect: "https://a.example/#x"),
    Refusal(name: "relative redirect", code: .redirectURI, redirect: "/callback"),
    Refusal(name: "redirect with a user", code: .redirectURI, redirect: "https://u@a.example/cb"),
    Refusal(name: "no openid", code: .scopes, scopes: ["profile"]),
    Refusal(name: "scope with a blank", code: .scopes, scopes: ["openid", "a b"]),
    Refusal(name: "origin with a path", code: .member, origins: ["https://api.example.com/v1"]),
    Refusal(name: "cleartext origin", code: .member, origins: ["http://api.example.com"]),
    Refusal(name: "a parameter of ours", code: .member, extra: ["state": "x"]),
    Refusal(name: "a secret smuggled in", code: .member, extra: ["client_secret": "x"]),
    Refusal(name: "leeway over 300 s", code: .member, leeway: 301),
    Refusal(name: "negative leeway", code: .member, leeway: -1),
  ]

  @Test(arguments: refusals)
  func `is refused with its member named`(refusal: Refusal) {
    #expect(throws: OAuthError.configuration(ConfigurationProblem(refusal.code, ""))) {
      try OAuthConfiguration(
        issuer: refusal.issuer,
        clientId: refusal.clientID,
        redirectUri: refusal.redirect,
        scopes: refusal.scopes,
        protectedOrigins: refusal.origins,
        extraParameters: refusal.extra,
        clockLeewaySeconds: refusal.leeway
      )
    }
  }

  @Test(arguments: [
    ("https://id.example.com", "http://127.0.0.1/callback"),
    ("https://id.example.com/", "http://127.0.0.1:8765/callback"),
    ("http://127.0.0.1:4602/o", "http://[::1]/callback"),
    ("http://[::1]:4602/o", "https://app.example.com/oauth"),
    ("https://id.example.com/realms/a", "com.example.app:/oauth"),
  ])
  func `is accepted with each kind of redirect`(issuer: String, redirect: String) throws {
    let configuration = try OAuthConfiguration(
      issuer: issuer,
      clientId: "example-app",
      redirectUri: redirect,
      scopes: ["openid", "profile", "openid"]
    )
    #expect(configuration.scopes == ["openid", "profile"])
  }

  @Test func `with a private-use scheme warns every time`() throws {
    let configuration = try OAuthConfiguration(
      issuer: "https://id.example.com",
      clientId: "example-app",
      redirectUri: "com.example.app:/oauth"
    )
    #expect(configuration.warnings.count == 1)
    #expect(configuration.warnings[0].contains("com.example.app"))
  }

  @Test func `with issuer and endpoints is refused`() throws {
    let endpoints = try ProviderEndpoints(
      issuer: "https://id.example.com",
      authorization: "https://id.example.com/authorize",
      token: "https://id.example.com/token",
      jwksURI: "https://id.example.com/keys"
    )
    #expect(throws: OAuthError.configuration(ConfigurationProblem(.issuerOrEndpoints, ""))) {
      try OAuthConfiguration(
        issuer: "https://id.example.com",
        clientId: "example-app",
        redirectUri: "http://127.0.0.1/callback",
        endpoints: endpoints
      )
    }
    let configuration = try OAuthConfiguration(
      clientId: "example-app",
      redirectUri: "http://127.0.0.1/callback",
      endpoints: endpoints
    )
    #expect(configuration.issuer == nil)
  }

  @Test(arguments: ["http://id.example.com/token", "ftp://a.example/", "https://u@a.example/", "x"])
  func `refuses an endpoint that is not https`(token: String) {
    #expect(throws: OAuthError.configuration(ConfigurationProblem(.member, ""))) {
      try ProviderEndpoints(
        issuer: "https://id.example.com",
        authorization: "https://id.example.com/authorize",
        token: token,
        jwksURI: "https://id.example.com/keys"
      )
    }
  }
}
