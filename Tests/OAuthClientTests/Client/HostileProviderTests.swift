import DemoProvider
import JSON
import OAuthClient
import Testing

/// A sign-in at a provider that misbehaves in exactly one way; the twin without the fault is in LoginTests.
@Suite(.timeLimit(.minutes(10))) struct `A provider that misbehaves` {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let fault: DemoFault
    let code: String
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(
      name: "other issuer in the document",
      fault: .init(.discovery, .set("issuer", "https://evil.example")),
      code: "issuer_mismatch"
    ),
    Case(
      name: "templated issuer",
      fault: .init(.discovery, .set("issuer", "http://127.0.0.1/{tenantid}")),
      code: "issuer_mismatch"
    ),
    Case(name: "no issuer", fault: .init(.discovery, .omit("issuer")), code: "discovery"),
    Case(
      name: "no token endpoint",
      fault: .init(.discovery, .omit("token_endpoint")),
      code: "discovery"
    ),
    Case(name: "no keys", fault: .init(.discovery, .omit("jwks_uri")), code: "discovery"),
    Case(
      name: "cleartext token endpoint",
      fault: .init(.discovery, .set("token_endpoint", "http://evil.example/token")),
      code: "discovery"
    ),
    Case(
      name: "token endpoint of another scheme",
      fault: .init(.discovery, .set("token_endpoint", "file:///etc/passwd")),
      code: "discovery"
    ),
    Case(
      name: "only plain PKCE",
      fault: .init(.discovery, .set("code_challenge_methods_supported", ["plain"])),
      code: "unsupported_provider"
    ),
    Case(
      name: "HTML instead of a document",
      fault: .init(.discovery, .answer(.html())),
      code: "discovery"
    ),
    Case(
      name: "redirected document",
      fault: .init(.discovery, .answer(.redirect(to: "http://127.0.0.1:1/"))),
      code: "discovery"
    ),
    Case(
      name: "huge document",
      fault: .init(.discovery, .answer(.huge(3_000_000))),
      code: "server"
    ),
    Case(
      name: "document that is no JSON",
      fault: .init(.discovery, .answer(DemoAnswer(status: 200, body: "{"))),
      code: "discovery"
    ),
    Case(
      name: "404 for the document",
      fault: .init(.discovery, .answer(DemoAnswer(status: 404))),
      code: "discovery"
    ),
    Case(name: "dropped connection", fault: .init(.discovery, .drop), code: "network"),
    Case(
      name: "wait of 90 s asked for",
      fault: .init(.discovery, .answer(.busy(retryAfter: "90"))),
      code: "rate_limited"
    ),
    Case(
      name: "code refused",
      fault: .init(.token, .answer(.error(400, "invalid_grant"))),
      code: "refused_response"
    ),
    Case(
      name: "client refused",
      fault: .init(.token, .answer(.error(401, "invalid_client"))),
      code: "refused_by_provider"
    ),
    Case(
      name: "HTML at the token endpoint",
      fault: .init(.token, .answer(.html(403))),
      code: "server"
    ),
    Case(
      name: "HTML with 200 at the token endpoint",
      fault: .init(.token, .answer(.html())),
      code: "server"
    ),
    Case(
      name: "500 at the token endpoint",
      fault: .init(.token, .answer(DemoAnswer(status: 500))),
      code: "server"
    ),
    Case(
      name: "redirect at the token endpoint",
      fault: .init(.token, .answer(.redirect(to: "http://127.0.0.1:1/", status: 307))),
      code: "server"
    ),
    Case(
      name: "token answer cut off",
      fault: .init(.token, .drop, afterwards: true),
      code: "network"
    ),
    Case(
      name: "huge token answer",
      fault: .init(.token, .answer(.huge(3_000_000))),
      code: "server"
    ),
    Case(
      name: "unknown token type",
      fault: .init(.token, .set("token_type", "mac")),
      code: "unsupported_provider"
    ),
    Case(name: "no ID token", fault: .init(.token, .omit("id_token")), code: "invalid_id_token"),
    Case(
      name: "tampered ID token",
      fault: .init(.token, .tamperedSignature),
      code: "refused_response"
    ),
    Case(name: "unsigned ID token", fault: .init(.token, .unsigned), code: "refused_response"),
    Case(
      name: "wrong iss claim",
      fault: .init(.token, .claim("iss", "https://evil.example")),
      code: "refused_response"
    ),
    Case(
      name: "missing iss claim",
      fault: .init(.token, .claim("iss", nil)),
      code: "refused_response"
    ),
    Case(
      name: "wrong audience",
      fault: .init(.token, .claim("aud", "someone-else")),
      code: "refused_response"
    ),
    Case(
      name: "foreign azp",
      fault: .init(.token, .claim("azp", "someone-else")),
      code: "refused_response"
    ),
    Case(name: "wrong nonce", fault: .init(.token, .claim("nonce", "n")), code: "refused_response"),
    Case(
      name: "missing nonce",
      fault: .init(.token, .claim("nonce", nil)),
      code: "refused_response"
    ),
    Case(
      name: "wrong at_hash",
      fault: .init(.token, .claim("at_hash", "AAAAAAAAAAAAAAAAAAAAAA")),
      code: "refused_response"
    ),
    Case(
      name: "expired",
      fault: .init(.token, .claim("exp", 1_000_000_000)),
      code: "refused_response"
    ),
    Case(
      name: "issued in the future",
      fault: .init(.token, .claim("iat", 32_000_000_000)),
      code: "refused_response"
    ),
    Case(name: "no sub", fault: .init(.token, .claim("sub", nil)), code: "refused_response"),
    Case(
      name: "empty key set",
      fault: .init(.jwks, .answer(.json(200, ["keys": []]))),
      code: "refused_response"
    ),
    Case(name: "no key set", fault: .init(.jwks, .answer(DemoAnswer(status: 404))), code: "server"),
    Case(name: "keys that are no JSON", fault: .init(.jwks, .answer(.html())), code: "discovery"),
  ]

  @Test(arguments: cases)
  func `ends the sign-in with its reason and leaves no session`(case: Case) async throws {
    let rig = try Rig()
    rig.provider.inject(`case`.fault)
    let client = try await rig.client()
    do throws(OAuthError) {
      try await client.login()
      Issue.record("signed in")
    } catch {
      #expect(error.code == `case`.code, "\(error)")
    }
    #expect(client.sessionState == .unauthenticated)
    #expect(try await rig.client().sessionState == .unauthenticated)
    #expect(rig.provider.counts[.token] ?? 0 <= 1, "the code is exchanged once at the most")
  }

  @Test(arguments: ["bEARER", "Bearer", "BEARER"])
  func `is none for writing Bearer in its own way`(type: String) async throws {
    let rig = try Rig()
    rig.provider.inject(DemoFault(.token, .set("token_type", .string(type))))
    try await rig.client().login()
  }

  @Test(arguments: [
    DemoFault.Action.tamperedSignature, .unsigned, .omit("id_token"), .set("token_type", "mac"),
  ])
  func `leaves no grant behind that nobody would hold`(action: DemoFault.Action) async throws {
    let rig = try Rig()
    let client = try await rig.client()
    rig.provider.inject(DemoFault(.token, action, grantType: "authorization_code"))
    await #expect(throws: OAuthError.self) { try await client.login() }
    #expect(rig.provider.grants.map(\.isLive) == [false])
  }

  @Test(arguments: [DemoAnswer(status: 503), .html(), .error(200, "invalid_client")])
  func `that does not end what was refused is told, and holds up nobody`(
    answer: DemoAnswer
  ) async throws {
    let rig = try Rig()
    let client = try await rig.client()
    rig.provider.inject(DemoFault(.token, .unsigned, grantType: "authorization_code"))
    rig.provider.inject(DemoFault(.revoke, .answer(answer)))
    await #expect(throws: OAuthError.self) { try await client.login() }
    // Once: somebody waits for the end of a sign-in that has failed already.
    #expect(rig.provider.counts[.revoke] == 1)
    let warnings = rig.events.all.compactMap {
      if case .warning(let text) = $0 { text } else { nil }
    }
    #expect(warnings.contains { $0.contains("may live on at the provider") })
  }

  @Test func `cannot harm an earlier session by a failed sign-in`() async throws {
    let rig = try Rig()
    let client = try await rig.client()
    try await client.login()
    rig.provider.inject(DemoFault(.token, .tamperedSignature, grantType: "authorization_code"))
    await #expect(throws: OAuthError.self) { try await client.login() }
    #expect(client.sessionState == .authenticated)
    try await client.refresh()
  }
}
