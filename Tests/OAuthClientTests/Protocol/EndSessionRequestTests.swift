import HTTP
import OAuthClient
import Providers
import Secrets
import Testing

@Suite struct `A sign-out request` {
  private let request = EndSessionRequest(
    clientID: "example-app",
    idTokenHint: SecretBytes(copying: Array("eyJ.an.id-token".utf8)),
    postLogoutRedirectURI: "http://127.0.0.1:4711/out",
    state: SecretBytes(copying: Array("a-state".utf8))
  )

  private func endpoint(_ text: String) throws -> HTTPURL { try #require(HTTPURL(text)) }

  @Test func `is a form where it holds the ID token`() throws {
    let endpoint = try endpoint("https://id.example.com/end")
    guard case .form(let action, let fields) = request.departure(to: endpoint, .standard) else {
      Issue.record("no form")
      return
    }
    #expect(action == endpoint)
    #expect(
      fields.map(\.name) == ["id_token_hint", "client_id", "post_logout_redirect_uri", "state"]
    )
  }

  @Test(arguments: [
    (
      LogoutDialect.address,
      "https://id.example.com/end?a=b&id_token_hint=eyJ.an.id-token&client_id=example-app"
        + "&post_logout_redirect_uri=http%3A%2F%2F127.0.0.1%3A4711%2Fout&state=a-state"
    ),
    (
      LogoutDialect.cognito,
      "https://id.example.com/end?a=b&client_id=example-app"
        + "&logout_uri=http%3A%2F%2F127.0.0.1%3A4711%2Fout"
    ),
  ])
  func
    `is an address where the provider takes no form, without the ID token where that is not asked for`(
      dialect: LogoutDialect,
      expected: String
    ) throws
  {
    let endpoint = try endpoint("https://id.example.com/end?a=b")
    guard case .redirect(let address) = request.departure(to: endpoint, dialect) else {
      Issue.record("no address")
      return
    }
    #expect(address.equals(SecretBytes(copying: Array(expected.utf8))))
  }
}
