import DemoProvider
import FoundationEssentials
import JSON
import OAuthClient
import Testing

/// A provider that is asked about a stored session (``RestoreValidation/online``) harms none that it has not ended.
@Suite(.timeLimit(.minutes(10))) struct `A stored session that is looked at again` {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let fault: DemoFault
    var testDescription: String { name }
  }

  static let cases = [
    Case(name: "page for a document", fault: .init(.discovery, .answer(.html()))),
    Case(
      name: "document of another issuer",
      fault: .init(.discovery, .set("issuer", "https://e.example"))
    ),
    Case(name: "broken server", fault: .init(.discovery, .answer(DemoAnswer(status: 500)))),
    Case(name: "document that never comes", fault: .init(.discovery, .drop)),
    Case(name: "document of 3 MB", fault: .init(.discovery, .answer(.huge(3_000_000)))),
    Case(name: "wait", fault: .init(.discovery, .answer(.busy(retryAfter: "97")))),
    Case(name: "no keys", fault: .init(.jwks, .answer(DemoAnswer(status: 404)))),
    Case(name: "page for keys", fault: .init(.jwks, .answer(.html()))),
    Case(name: "keys of 3 MB", fault: .init(.jwks, .answer(.huge(3_000_000)))),
  ]

  @Test(arguments: cases)
  func `is kept whatever is answered, and goes on afterwards`(case: Case) async throws {
    let rig = try Rig()
    try await rig.client().login()
    rig.provider.inject(`case`.fault)
    let client = try await rig.client(validating: .online)
    #expect(client.sessionState == .unauthenticated)
    #expect(try await rig.client().sessionState == .authenticated)
    #expect(rig.provider.counts[.revoke, default: 0] == 0)
    rig.provider.clearFaults()
    rig.clock.advance(98)
    _ = try await client.accessToken()
    #expect(client.sessionState == .authenticated)
    #expect(rig.provider.grants.map(\.isLive) == [true])
  }

  @Test func `goes on by a refresh where no key is published any more`() async throws {
    let rig = try Rig()
    try await rig.client().login()
    rig.provider.inject(DemoFault(.jwks, .set("keys", []), times: 2))
    rig.provider.inject(DemoFault(.token, .omit("id_token")))
    let client = try await rig.client(validating: .online)
    #expect(client.sessionState == .authenticated)
    #expect(rig.provider.grants.map(\.isLive) == [true])
  }

  @Test(arguments: [172_800.0, -7200])
  func `goes on by a refresh where its token is good for weeks, but not of today`(
    passed: Double
  ) async throws {
    let rig = try Rig()
    let end = rig.clock.date.timeIntervalSince1970 + 30 * 86_400
    rig.provider.inject(DemoFault(.token, .claim("exp", .double(end)), times: 1))
    try await rig.client().login()
    rig.clock.advance(passed)
    let client = try await rig.client(validating: .online)
    #expect(client.sessionState == .authenticated)
    #expect(rig.provider.counts[.token] == 2)
    #expect(rig.provider.grants.map(\.isLive) == [true])
  }
}
