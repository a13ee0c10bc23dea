import DemoProvider
import JOSE
import JSON
import OAuthClient
import Secrets
import TestSupport
import Testing

/// What a hostile provider makes us send, and how often.
@Suite(.timeLimit(.minutes(10))) struct `What is sent to a hostile provider` {
  @Test func `asks for its keys again at most once a minute`() async throws {
    let stranger = HostileCase(
      "unknown key",
      .signIn,
      .forged(.header("kid", "unknown")),
      .idToken("unknown_key")
    )
    let scene = try await HostileScene(stranger, stranger.fault)
    let client = try await scene.client()
    let keys = { scene.place.provider.counts[.jwks, default: 0] }
    for (pause, count) in [(0.0, 2), (5, 2), (30, 2), (61, 3), (1, 3)] {
      scene.clock.advance(pause)
      await #expect(throws: OAuthError.recoverable(RecoverableFailure(.refusedResponse, ""))) {
        try await client.login()
      }
      #expect(keys() == count)
    }
    #expect(client.sessionState == .authenticated)
  }

  @Test(arguments: [true, false])
  func `asks again for a key that may have been replaced, once the keys are a minute old`(
    isNamed: Bool
  ) async throws {
    let idle = HostileCase("new key", .refresh, .none, .ignored(0))
    let scene = try await HostileScene(idle, .none)
    let provider = scene.place.provider
    let client = try await scene.client()
    let keys = { provider.counts[.jwks, default: 0] }
    try await client.refresh()
    #expect(keys() == 1)
    // The same name for another key, or none at all.
    let id = try isNamed ? scene.place.keyID() : nil
    let new = try HostileKeys.rsa()
    provider.inject(DemoFault(.token, .forge(.key(new, id: id))))
    provider.inject(DemoFault(.jwks, .set("keys", [new.publicJWK(keyID: id)])))
    await #expect(throws: OAuthError.recoverable(RecoverableFailure(.server, ""))) {
      try await client.refresh()
    }
    #expect(keys() == 1)
    scene.clock.advance(61)
    try await client.refresh()
    #expect(keys() == 2)
    provider.inject(DemoFault(.token, .tamperedSignature))
    for _ in 0..<3 {
      await #expect(throws: OAuthError.recoverable(RecoverableFailure(.server, ""))) {
        try await client.refresh()
      }
    }
    #expect(keys() == 2)
  }

  @Test func `has no cookie in it, no credentials and nothing of the answer before`() async throws {
    let body = #"{"access_token":"at-1","token_type":"Bearer"}"#
    let cookies = ["Set-Cookie: id=1; Path=/", "Set-Cookie2: id=2", "Refresh: 0; url=/elsewhere"]
    let head =
      ["HTTP/1.1 200 OK", "Content-Length: \(body.utf8.count)", "Connection: close"] + cookies
    let answer = Array((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
    let idle = HostileCase("cookies", .refresh, .none, .ignored(0))
    let scene = try await HostileScene(idle, .wire(answer, staysOpen: false))
    let client = try await scene.client()
    for _ in 0..<3 { try await client.refresh() }
    #expect(scene.requests.count == 3)
    for request in scene.requests {
      let names = request.split(separator: "\r\n").map { $0.lowercased() }
      for name in ["cookie", "authorization", "referer", "origin"] {
        #expect(!names.contains { $0.hasPrefix("\(name):") }, "\(name)")
      }
      #expect(request.hasPrefix("POST /token HTTP/1.1\r\n"))
      #expect(!request.contains("client_secret"))
    }
  }
}
