import HTTP
import OAuthClient
import Testing

@Suite struct `An issuer` {
  @Test(arguments: [
    ("https://id.example", "https://id.example", 0),
    ("https://id.example", "https://id.example/", 1),
    ("https://id.example/", "https://id.example", 1),
  ])
  func `may differ from the discovered one by one slash, with a remark`(
    configured: String,
    discovered: String,
    remarks: Int
  ) throws {
    #expect(
      try IssuerComparison.warnings(configured: configured, discovered: discovered).count == remarks
    )
  }

  @Test(arguments: [
    ("https://id.example", "https://ID.example"), ("https://id.example", "http://id.example"),
    ("https://id.example", "https://id.example//"), ("https://id.example", "https://evil.example"),
    ("https://login.example/common", "https://login.example/{tenantid}/v2.0"),
    // Equal as Swift strings, different as bytes.
    ("https://id.example/K", "https://id.example/\u{212A}"),
  ])
  func `differs otherwise and nothing is believed`(configured: String, discovered: String) {
    #expect(throws: OAuthError.configuration(ConfigurationProblem(.issuerMismatch, ""))) {
      try IssuerComparison.warnings(configured: configured, discovered: discovered)
    }
  }

  @Test(arguments: [
    (
      "https://id.example", "https://id.example/.well-known/openid-configuration",
      "https://id.example/.well-known/oauth-authorization-server"
    ),
    (
      "https://id.example/", "https://id.example/.well-known/openid-configuration",
      "https://id.example/.well-known/oauth-authorization-server"
    ),
    (
      "http://127.0.0.1:4602/o", "http://127.0.0.1:4602/o/.well-known/openid-configuration",
      "http://127.0.0.1:4602/.well-known/oauth-authorization-server/o"
    ),
    (
      "https://id.example/realms/a/",
      "https://id.example/realms/a/.well-known/openid-configuration",
      "https://id.example/.well-known/oauth-authorization-server/realms/a"
    ),
  ])
  func `says where its documents are`(issuer: String, openID: String, oauth: String) throws {
    let url = try #require(HTTPURL(issuer))
    #expect(WellKnown.openIDConfiguration(of: url)?.text == openID)
    #expect(WellKnown.authorizationServer(of: url)?.text == oauth)
  }
}
