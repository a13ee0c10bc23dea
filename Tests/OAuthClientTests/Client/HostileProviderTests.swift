import DemoProvider
import JSON
import OAuthClient
import Testing

/// A first sign-in at a provider that misbehaves in exactly one way; the twin without the fault is in LoginTests.
@Suite(.timeLimit(.minutes(10))) struct `A provider that misbehaves` {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let fault: DemoFault
    let code: String
    var testDescription: String { name }
  }

  /// One of each kind; the whole table, over a session that is there, is in the folder Hostile.
  static let cases: [Case] = [
    Case(
      name: "other issuer in the document",
      fault: .init(.discovery, .set("issuer", "https://evil.example")),
      code: "issuer_mismatch"
    ),
    Case(
      name: "code refused",
      fault: .init(.token, .answer(.error(400, "invalid_grant"))),
      code: "refused_response"
    ),
    Case(
      name: "token answer cut off",
      fault: .init(.token, .drop, afterwards: true),
      code: "network"
    ),
    Case(
      name: "tampered ID token",
      fault: .init(.token, .tamperedSignature),
      code: "refused_response"
    ),
    Case(
      name: "empty key set",
      fault: .init(.jwks, .answer(.json(200, ["keys": []]))),
      code: "refused_response"
    ),
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
