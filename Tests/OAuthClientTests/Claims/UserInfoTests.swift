import DemoProvider
import HTTP
import JSON
import OAuthClient
import POSIX
import Testing

@Suite(.timeLimit(.minutes(10))) struct `UserInfo` {
  static let refused = OAuthError.recoverable(RecoverableFailure(.refusedResponse, ""))

  @Test(arguments: [false, true])
  func `is what the provider says about the user now, signed or not`(isSigned: Bool) async throws {
    let rig = try await SignedIn(
      DemoConfiguration(signsUserInfo: isSigned),
      protecting: ["https://api.example.com"]
    )
    rig.provider.inject(DemoFault(.userinfo, .set("email_verified", "true")))
    let info = try await rig.client.userInfo()
    #expect(info.subject == "sub-demo")
    #expect(info.name == "demo")
    #expect(info.isEmailVerified == true)
    #expect(info["sub"]?.text == "sub-demo")
    #expect(info.names.contains("name"))
  }

  @Test func `uses a renewed token where the old one is over, or refused`() async throws {
    let rig = try await SignedIn()
    rig.clock.advance(3600)
    #expect(try await rig.client.userInfo().subject == "sub-demo")
    let refusal = DemoAnswer(status: 401, headers: ["WWW-Authenticate": "Bearer"])
    rig.provider.inject(DemoFault(.userinfo, .answer(refusal), times: 1))
    #expect(try await rig.client.userInfo().subject == "sub-demo")
    #expect(rig.refreshes == 2)
  }

  @Test(arguments: [
    DemoFault.Action.set("sub", "sub-other"), .set("sub", "sub-Demo"), .set("sub", ""),
    .set("sub", 1), .omit("sub"),
  ])
  func `about another user is refused, and about nobody`(action: DemoFault.Action) async throws {
    for isSigned in [false, true] {
      let rig = try await SignedIn(DemoConfiguration(signsUserInfo: isSigned))
      rig.provider.inject(DemoFault(.userinfo, action))
      await #expect(throws: Self.refused) { try await rig.client.userInfo() }
      #expect(rig.client.sessionState == .authenticated)
    }
  }

  @Test(arguments: [
    DemoFault.Action.tamperedSignature, .unsigned, .set("iss", "https://evil.example"),
    .set("aud", "other"), .set("exp", 1_700_000_000),
  ])
  func `whose signature is not the provider's, or not for us, is refused`(
    action: DemoFault.Action
  ) async throws {
    let rig = try await SignedIn(DemoConfiguration(signsUserInfo: true))
    rig.provider.inject(DemoFault(.userinfo, action))
    await #expect(throws: Self.refused) { try await rig.client.userInfo() }
  }

  @Test func `that is signed may do without iss and aud`() async throws {
    let rig = try await SignedIn(DemoConfiguration(signsUserInfo: true))
    rig.provider.inject(DemoFault(.userinfo, .omit("iss")))
    rig.provider.inject(DemoFault(.userinfo, .omit("aud")))
    #expect(try await rig.client.userInfo().subject == "sub-demo")
  }

  @Test func `that is encrypted is refused with the setting to change`() async throws {
    let rig = try await SignedIn()
    let answer = DemoAnswer(
      status: 200,
      headers: ["Content-Type": "application/jwt"],
      body: "e30.e30.e30.e30.e30"
    )
    rig.provider.inject(DemoFault(.userinfo, .answer(answer)))
    let error = await #expect(throws: Self.refused) { try await rig.client.userInfo() }
    #expect(error?.description.contains("userinfo_encrypted_response_alg") == true)
  }

  struct Answer: Sendable, CustomTestStringConvertible {
    let type: String?
    let body: String
    var testDescription: String { "\(type ?? "no type"): \(body.prefix(30))" }
  }

  @Test(arguments: [
    Answer(type: "text/html", body: #"{"sub":"sub-demo"}"#),
    Answer(type: "text/plain", body: #"{"sub":"sub-demo"}"#),
    Answer(type: nil, body: #"{"sub":"sub-demo"}"#),
    Answer(type: "application/json", body: "<html>"),
    Answer(type: "application/json", body: #"["sub-demo"]"#),
    Answer(type: "application/json", body: ""),
    Answer(type: "application/json", body: #"{"sub":"sub-demo","sub":"sub-demo"}"#),
    Answer(type: "application/jwt", body: #"{"sub":"sub-demo"}"#),
  ])
  func `that is no claims by its type and content is refused`(answer: Answer) async throws {
    let rig = try await SignedIn()
    var sent = DemoAnswer(status: 200, body: answer.body)
    if let type = answer.type { sent.headers.append(("Content-Type", type)) }
    rig.provider.inject(DemoFault(.userinfo, .answer(sent)))
    await #expect(throws: Self.refused) { try await rig.client.userInfo() }
  }

  @Test(arguments: ["application/json", "Application/JSON; charset=utf-8", "application/x+json"])
  func `is JSON by its type`(type: String) async throws {
    let rig = try await SignedIn()
    let answer = DemoAnswer(
      status: 200,
      headers: ["Content-Type": type],
      body: #"{"sub":"sub-demo","roles":["a"]}"#
    )
    rig.provider.inject(DemoFault(.userinfo, .answer(answer)))
    #expect(try await rig.client.userInfo()["roles"]?.texts == ["a"])
  }

  @Test func `that is too large is not read`() async throws {
    let rig = try await SignedIn()
    rig.provider.inject(DemoFault(.userinfo, .answer(.huge(2 << 20))))
    await #expect(throws: OAuthError.recoverable(RecoverableFailure(.tooLarge, ""))) {
      try await rig.client.userInfo()
    }
  }

  @Test func `that is refused twice asks for another sign-in, even if the error is sent as a page`()
    async throws
  {
    let rig = try await SignedIn()
    let answer = DemoAnswer(
      status: 401,
      headers: ["Content-Type": "text/html", "WWW-Authenticate": "Bearer"],
      body: #"{"error":"invalid_token"}"#
    )
    rig.provider.inject(DemoFault(.userinfo, .answer(answer)))
    let expected = OAuthError.reauthenticate(ReauthenticationReason(.accessTokenRejected, ""))
    let error = await #expect(throws: expected) { try await rig.client.userInfo() }
    #expect(error?.description.contains("invalid_token") == true)
    #expect(rig.provider.counts[.userinfo] == 2)
  }

  @Test(
    arguments: zip(
      [403, 404, 500, 502],
      ["refused_by_provider", "refused_by_provider", "server", "server"]
    )
  )
  func `that fails says whose fault it is`(status: Int, code: String) async throws {
    let rig = try await SignedIn()
    rig.provider.inject(DemoFault(.userinfo, .answer(.error(status, "insufficient_scope"))))
    let error = await #expect(throws: OAuthError.self) { try await rig.client.userInfo() }
    #expect(error?.code == code)
    #expect(error?.description.contains("insufficient_scope") == true)
  }

  @Test func `is a configuration error where the provider has none`() async throws {
    let rig = try Rig()
    rig.provider.inject(DemoFault(.discovery, .omit("userinfo_endpoint")))
    let client = try await rig.client()
    try await client.login()
    await #expect(throws: OAuthError.configuration(ConfigurationProblem(.unsupported, ""))) {
      try await client.userInfo()
    }
  }

  @Test func `is about nobody before a sign-in, and then nothing is asked`() async throws {
    let rig = try Rig()
    let client = try await rig.client()
    await #expect(throws: OAuthError.reauthenticate(ReauthenticationReason(.noSession, ""))) {
      try await client.userInfo()
    }
    #expect(rig.provider.counts.isEmpty)
  }

  @Test func `never prints itself`() async throws {
    let rig = try await SignedIn()
    let info = try await rig.client.userInfo()
    var dumped = ""
    dump(info, to: &dumped)
    for text in ["\(info)", String(reflecting: info), dumped] {
      #expect(!text.contains("demo"))
    }
  }
}
