import HTTP
import OAuthClient
import Secrets
import Testing

@Suite struct `What a request carries` {
  private func configuration() throws -> OAuthConfiguration {
    try OAuthConfiguration(
      issuer: "https://id.example.com",
      clientId: "example-app",
      redirectUri: "http://127.0.0.1/callback",
      resources: ["https://api.example.com/one", "https://api.example.com/two"],
      extraParameters: ["ui_locales": "de"]
    )
  }

  @Test func `extra parameters go to the authorization endpoint alone, resources to both`() throws {
    let configuration = try configuration()
    let flow = AuthorizationFlow(redirectURI: "http://127.0.0.1:1/callback", startedAt: 0)
    let authorization = AuthorizationRequest.form(flow, configuration: configuration).names
    let code = SecretBytes(copying: Array("a code".utf8))
    let tokens = [
      TokenRequest.exchanging(code: code, flow: flow, configuration: configuration).names,
      TokenRequest.refreshing(code, configuration: configuration).names,
    ]
    #expect(authorization.contains("ui_locales"))
    #expect(tokens.allSatisfy { !$0.contains("ui_locales") })
    for names in [authorization] + tokens {
      #expect(names.count { $0 == "resource" } == 2)
      // A public client: its name, and nothing that would prove it.
      #expect(names.count { $0 == "client_id" } == 1)
      #expect(!names.contains { $0.hasPrefix("client_secret") || $0.hasPrefix("client_assertion") })
    }
  }
}
