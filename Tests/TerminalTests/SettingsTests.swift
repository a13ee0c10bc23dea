import Secrets
import Terminal
import Testing

private func read(_ text: String) throws(UsageFailure) -> Settings {
  try SettingsReader(file: "c.json").settings(parsing: SecretBytes(copying: text.utf8))
}

private func flags(_ words: String...) throws -> ParsedCommand {
  try parsed(words.map { Word($0) })
}

@Suite struct `The configuration file` {
  private static let full = """
    { "issuer": "https://id.example.com", "client_id": "example-app", "redirect_uri": "http://127.0.0.1/callback",
      "post_logout_redirect_uri": null, "scopes": ["openid", "profile", "offline_access"],
      "protected_origins": ["https://api.example.com"],
      "resources": [], "extra_parameters": {"prompt": "consent", "a": "b"}, "endpoints": null, "dpop": "auto",
      "par": "require", "clock_leeway_seconds": 60,
      "app_redirect_uris": ["https://app.example.com/oauth", "com.example.app:/oauth"],
      "android": {"package": "com.example.app", "sha256_cert_fingerprints": ["AA:BB"]},
      "ios": {"app_id": "TEAMID.com.example.app"} }
    """

  @Test func `gives every member its type`() throws {
    let settings = try read(Self.full)
    #expect(settings.issuer == "https://id.example.com")
    #expect(settings.clientID == "example-app")
    #expect(settings.redirectURI == "http://127.0.0.1/callback")
    #expect(settings.postLogoutRedirectURI == nil)
    #expect(settings.scopes == ["openid", "profile", "offline_access"])
    #expect(settings.protectedOrigins == ["https://api.example.com"])
    #expect(settings.resources == [])
    #expect(
      settings.extraParameters == [
        NamedValue(name: "prompt", value: "consent"), NamedValue(name: "a", value: "b"),
      ]
    )
    #expect(settings.endpoints == nil)
    #expect(settings.dpop == .auto)
    #expect(settings.par == .require)
    #expect(settings.clockLeewaySeconds == 60)
    #expect(settings.appRedirectURIs?.count == 2)
    #expect(settings.android?.package == "com.example.app")
    #expect(settings.android?.sha256CertFingerprints == ["AA:BB"])
    #expect(settings.iosAppID == "TEAMID.com.example.app")
    #expect(try read("{}") == Settings())
  }

  @Test func `knows every member that a flag overrides`() {
    for flag in Table.standard.flags {
      if let member = flag.member { #expect(SettingsReader.names.contains(member)) }
    }
  }

  @Test(arguments: [
    (#"{"isuer": "x"}"#, "c.json, line 1, column 2: no member 'isuer'; did you mean issuer?"),
    (#"{"client-id": "x"}"#, "no member 'client-id'; did you mean client_id?"),
    (#"{"colour": "x"}"#, "no member 'colour'"),
    (
      "{\n  \"scopes\": \"openid\"\n}",
      "c.json, line 2, column 13: scopes wants a list of texts, not text"
    ),
    (
      #"{"scopes": ["openid", 7]}"#,
      "column 23: scopes wants a list of texts, not a list with a number in it"
    ),
    (#"{"issuer": 7}"#, "line 1, column 12: issuer wants text, not a number"),
    (#"{"clock_leeway_seconds": 301}"#, "wants a whole number from 0 to 300, not 301"),
    (#"{"clock_leeway_seconds": 1.5}"#, "wants a whole number from 0 to 300, not a number"),
    (#"{"dpop": "always"}"#, "dpop does not know 'always'"),
    (#"{"endpoints": {"tokn": "x"}}"#, "no member 'endpoints.tokn'; did you mean endpoints.token?"),
    (#"{"endpoints": {"token": "x"}}"#, "endpoints has no issuer, no authorization, no jwks_uri"),
    (#"{"android": []}"#, "android wants an object, not a list"),
    (#"{"ios": {"app_id": true}}"#, "ios.app_id wants text, not true or false"),
    (#"{"extra_parameters": {"a": 1}}"#, "extra_parameters.a wants text, not a number"),
    (#"{"issuer": "a", "issuer": "b"}"#, "column 17: issuer is there twice"),
    (#"{"client_secret": "hunter2"}"#, "no member client_secret: the new client is public"),
    ("[]", "the file wants an object, not a list"),
    (
      "{\"issuer\": \"x\",\n}",
      "c.json, line 2, column 1: there is a comma before the closing bracket"
    ),
    ("", "c.json, line 1, column 1: there is no value"),
  ])
  func `names a mistake with its line and column`(text: String, says: String) throws {
    let failure = try #require(throws: UsageFailure.self) { try read(text) }
    #expect(failure.reason == .configuration)
    #expect(failure.message.contains(says), "\(failure.message)")
    #expect(!failure.message.contains("hunter2"))
  }

  @Test func `lists the members if none is near`() throws {
    let failure = try #require(throws: UsageFailure.self) { try read(#"{"colour": 1}"#) }
    #expect(failure.hints.first?.contains("issuer, client_id, redirect_uri") == true)
  }
}

@Suite struct `What holds for a run` {
  @Test func `are won by the flags`() throws {
    var settings = Settings()
    settings.issuer = "https://a.example"
    settings.scopes = ["openid"]
    settings.clientID = "kept"
    let command = try flags(
      "login",
      "--issuer",
      "https://b.example",
      "--scopes",
      "openid email",
      "--par=off",
      "--clock-leeway-seconds",
      "5",
      "--extra-parameters",
      "prompt=login"
    )
    let merged = try settings.overridden(by: command)
    #expect(merged.issuer == "https://b.example")
    #expect(merged.scopes == ["openid", "email"])
    #expect(merged.clientID == "kept")
    #expect(merged.par == .off)
    #expect(merged.clockLeewaySeconds == 5)
    #expect(merged.extraParameters == [NamedValue(name: "prompt", value: "login")])
  }

  @Test func `take endpoints instead of an issuer, not beside it`() throws {
    let endpoints = [
      "issuer=https://i", "authorization=https://a", "token=https://t", "jwks_uri=https://j?x=y",
    ].flatMap { ["--endpoints", $0] }
    let command = try parsed((["login"] + endpoints).map { Word($0) })
    let settings = try Settings().overridden(by: command)
    #expect(settings.endpoints?.jwksURI == "https://j?x=y")
    #expect(settings.endpoints?.revocation == nil)
    var withIssuer = Settings()
    withIssuer.issuer = "https://i"
    #expect(throws: UsageFailure.self) { try withIssuer.overridden(by: command) }
    let some = try flags("login", "--endpoints", "token=https://t")
    #expect(throws: UsageFailure.self) { try Settings().overridden(by: some) }
  }
}
