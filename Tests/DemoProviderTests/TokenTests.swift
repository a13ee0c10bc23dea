import DemoProvider
import HTTP
import JSON
import POSIX
import Secrets
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Tokens of the demonstration provider` {
  @Test func `a refresh rotates, and an old token ends the family`() async throws {
    let relying = Relying(provider: try DemoProvider(), id: "legacy-app")
    let old = try relying.provider.signIn()
    let first = try #require(old.refreshToken)
    let answer = try await relying.refresh(first).json
    let second = try #require(answer["refresh_token"]?.secret())
    #expect(!relying.provider.isLive(first.fingerprint))
    #expect(relying.provider.isLive(second.fingerprint))
    #expect(try await relying.refresh(first).error == "invalid_grant")
    #expect(!relying.provider.isLive(second.fingerprint))
    #expect(try await relying.refresh(second).error == "invalid_grant")
    #expect(!relying.provider.isLive(old.accessToken.fingerprint))
  }

  @Test func `another client's token is refused and lives on`() async throws {
    let relying = Relying(provider: try DemoProvider(), id: "migrated-app")
    let token = try #require(try relying.provider.signIn(client: "legacy-app").refreshToken)
    #expect(try await relying.refresh(token).error == "invalid_grant")
    #expect(relying.provider.isLive(token.fingerprint))
  }

  @Test func `without offline_access there is no refresh token`() throws {
    #expect(try DemoProvider().signIn(scopes: ["openid"]).refreshToken == nil)
  }

  @Test func `a public client revokes with client_id alone`() async throws {
    let relying = Relying(provider: try DemoProvider())
    let tokens = try relying.provider.signIn()
    let token = try #require(tokens.refreshToken)
    let revoke = { (client: String, token: SecretBytes) in
      try await relying.post(
        .revoke,
        [
          "token": .secret(token), "token_type_hint": "refresh_token", "client_id": .plain(client),
        ]
      )
    }
    #expect(try await revoke("migrated-app", token).status == 200)
    #expect(relying.provider.isLive(token.fingerprint))
    #expect(try await revoke("nobody", token).error == "invalid_client")
    #expect(try await revoke("confidential-app", token).status == 401)
    #expect(try await revoke("legacy-app", token).status == 200)
    #expect(!relying.provider.isLive(token.fingerprint))
    #expect(!relying.provider.isLive(tokens.accessToken.fingerprint))
    #expect(try await revoke("legacy-app", token).status == 200)
    #expect(try await revoke("legacy-app", SecretBytes(copying: "x".utf8)).status == 200)
    #expect(
      relying.provider.log.map(\.outcome)
        == ["other_client", "invalid_client", "invalid_client", "ok", "already_inactive"]
        + ["unknown_token"]
    )
    #expect(relying.provider.log.first?.token == token.fingerprint)
  }

  @Test func `a resource takes a live access token only, and can want a stronger sign-in`()
    async throws
  {
    let relying = Relying(provider: try DemoProvider())
    let tokens = try relying.provider.signIn()
    let get = { (path: String, token: SecretBytes?) in
      var headers: [Request.Header] = []
      if let token {
        let value = Array("Bearer ".utf8) + token.withBytes { b in b.indices.map { b[$0] } }
        headers.append(.init("Authorization", .secret(SecretBytes(copying: value))))
      }
      let url = try #require(HTTPURL(relying.provider.url(of: .api) + path))
      return try await relying.client.send(Request(url: url, headers: headers))
    }
    #expect(try await get("/x", tokens.accessToken).status == 200)
    #expect(try await get("/x", nil).headers["www-authenticate"] == "Bearer")
    let stepUp = try await get("/step-up", tokens.accessToken)
    #expect(stepUp.status == 401)
    #expect(stepUp.error == "insufficient_user_authentication")
    relying.provider.end(grant: tokens.grant)
    let refused = try await get("/x", tokens.accessToken)
    #expect(refused.headers["www-authenticate"]?.contains("invalid_token") == true)
  }

  @Test func `signing out ends the browser's session and leads back`() async throws {
    let relying = Relying(provider: try DemoProvider())
    let browser = HeadlessBrowser()
    let code = try #require(try await relying.answer(relying.request(), browser: browser)?["code"])
    let idToken = try #require(try await relying.redeem(code).json["id_token"]?.string())
    let leave = { (back: String) in
      try #require(
        try relying.url(.endSession).appending([
          QueryItem("id_token_hint", idToken), QueryItem("post_logout_redirect_uri", back),
          QueryItem("state", "s 1"),
        ])
      )
    }
    let back = "http://127.0.0.1:7/signed-out"
    let end = try await browser.open(leave(back).text) { $0.hasPrefix(back) }
    guard case .handedOver(let address) = end else {
      Issue.record("not led back")
      return
    }
    #expect(address == "\(back)?state=s%201")
    #expect(relying.provider.endedSessions == 1)
    let silent = try relying.request(["prompt": "none"])
    #expect(try await relying.answer(silent, browser: browser)?["error"] == "login_required")
    guard case .page(400, _, _) = try await browser.open(leave("http://127.0.0.1:7/x").text) else {
      Issue.record("led to an address that is not registered")
      return
    }
  }

  @Test func `grants outlive a restart, and no token stands in the file`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.path.appending("state.json")
    let first = try FixedPort.first { port in
      try DemoProvider(DemoConfiguration(marker: "MARK"), port: port, stateFile: file)
    }
    let port = first.port
    let relying = Relying(provider: first, id: "legacy-app")
    let url = try #require(HTTPURL("http://127.0.0.1:\(port)/demo/sign-in"))
    let minted = try await relying.client.send(
      Request(method: "POST", url: url, body: SecretBytes(copying: "{}".utf8))
    ).json
    let token = try #require(minted["refresh_token"]?.secret())
    let next = try #require(try await relying.refresh(token).json["refresh_token"]?.secret())
    first.stop()
    let text = try File.open(file).readAll(limit: 1 << 20).withBytes { bytes in
      String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
    #expect(!text.contains("MARK"))
    let second = try DemoProvider(DemoConfiguration(), port: port, stateFile: file)
    #expect(second.isLive(next.fingerprint))
    #expect(second.counts[.token] == 1)
    let again = Relying(provider: second, id: "legacy-app")
    #expect(try await again.refresh(token).error == "invalid_grant")
    #expect(!second.isLive(next.fingerprint))
  }

  @Test func `a registration is deleted by its own token only, and its grants end`() async throws {
    let relying = Relying(provider: try DemoProvider())
    let registration = relying.provider.register()
    let url = try #require(HTTPURL(registration.uri))
    let delete = { (token: SecretBytes) in
      let value = Array("Bearer ".utf8) + token.withBytes { b in b.indices.map { b[$0] } }
      let header = Request.Header("Authorization", .secret(SecretBytes(copying: value)))
      return try await relying.client.send(
        Request(method: "DELETE", url: url, headers: [header])
      ).status
    }
    let grant = try relying.provider.signIn(client: registration.clientID)
    let dynamic = Relying(provider: relying.provider, id: registration.clientID)
    #expect(try await dynamic.refresh(grant.refreshToken).status == 200)
    #expect(try await delete(SecretBytes(copying: "wrong".utf8)) == 401)
    #expect(relying.provider.isRegistered(registration.clientID))
    #expect(try await delete(registration.accessToken) == 204)
    #expect(!relying.provider.isRegistered(registration.clientID))
    #expect(!relying.provider.isLive(grant.accessToken.fingerprint))
    #expect(try await delete(registration.accessToken) == 401)
  }

  @Test func `the marker stands in every token`() throws {
    let provider = try DemoProvider(DemoConfiguration(marker: "MARK-77"))
    let tokens = try provider.signIn()
    for token in [tokens.accessToken, try #require(tokens.refreshToken)] {
      let text = token.withBytes { bytes in
        String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
      }
      #expect(text.contains("-MARK-77-"))
    }
  }
}
