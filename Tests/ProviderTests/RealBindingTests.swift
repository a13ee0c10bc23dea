import HTTP
import JSON
import OAuthClient
import POSIX
import Secrets
import TestSupport
import Testing

/// Tokens that are bound to a key, pushed requests and nonces (RFC 9449, RFC 9126), as somebody else implements them.
@Suite(.timeLimit(.minutes(10))) struct `A bound session at a provider that others wrote` {
  @Test func `is begun, refreshed, used and ended, and its token is of no use without the key`()
    async throws
  {
    try await BindingProvider.running { provider in
      let home = try await ToolHome()
      try home.folder.write(
        "appauth-migrate.json",
        JSONNode.object([
          ("issuer", .string(provider.issuer)), ("client_id", "migrated-app"),
          ("redirect_uri", .string(provider.redirectURI)),
        ]).encoded(pretty: true)
      )
      let browser = try BindingProvider.browser(in: home)
      let login = try await run(["login", "--dpop", "require"], in: home, browser: browser)
      #expect(login.code == 0, "\(login.output)\(login.error)")
      // Each run is a process of its own.
      for _ in 0..<2 {
        let refresh = try await run(["refresh"], in: home)
        #expect(refresh.code == 0, "\(refresh.output)\(refresh.error)")
      }
      #expect(try await status(in: home)["dpop"]?.bool() == true)

      let token = try await run(["token"], in: home)
      let credentials = String(token.output.filter { !$0.isNewline })
      #expect(credentials.count > 20)
      for scheme in ["Bearer", "DPoP"] {
        #expect(try await userInfo(provider, "\(scheme) \(credentials)") == 401)
      }
      let info = try await run(["userinfo"], in: home)
      #expect(info.code == 0, "\(info.output)\(info.error)")
      // The same session, in the hands of a program with the library.
      let client = try await OAuthClient.create(
        configuration: OAuthConfiguration(
          issuer: provider.issuer,
          clientId: "migrated-app",
          redirectUri: provider.redirectURI
        ),
        store: SealedSessionStore(
          folder: home.path.appending("data/appauth-migrate").text,
          issuer: provider.issuer,
          clientID: "migrated-app",
          key: KeyFile(path: home.path.appending("config/appauth-migrate/store.key").text)
        )
      )
      let subject = await client.claims?.subject
      #expect(try await client.userInfo().subject == subject)

      // This provider lets no public client revoke, and says so.
      let logout = try await run(["logout", "--timeout", "1"], in: home)
      #expect(logout.code == 3, "\(logout.output)\(logout.error)")
      #expect(try await status(in: home)["state"]?.string() == "unauthenticated")
    }
  }

  private func run(
    _ arguments: [String],
    in home: ToolHome,
    browser: String = "false"
  ) async throws -> BuiltTool.Run {
    try await BuiltTool.command.run(
      arguments,
      in: home,
      environment: ["BROWSER": browser]
    )
  }

  private func status(in home: ToolHome) async throws -> JSONValue {
    let run = try await run(["status", "--format", "json"], in: home)
    return try JSONDocument(parsing: SecretBytes(copying: run.outputBytes)).root
  }

  private func userInfo(_ provider: BindingProvider, _ credentials: String) async throws -> Int {
    let url = try #require(HTTPURL("\(provider.issuer)/userinfo"))
    let header = Request.Header("Authorization", .plain(credentials))
    return try await Client().send(Request(url: url, headers: [header])).status
  }
}
