import DemoProvider
import HTTP
import JSON
import OAuthClient
import Secrets
import Testing

/// Requests with a token that is bound to a key (RFC 9449 section 7).
@Suite(.timeLimit(.minutes(10))) struct `A request with a bound token` {
  private func outcomes(_ rig: SignedIn) -> [String] {
    rig.provider.log.filter { $0.endpoint == .api }.map(\.outcome)
  }

  @Test func `proves possession of the key at each resource, whatever path and query it has`()
    async throws
  {
    let rig = try await SignedIn(DemoConfiguration(offersDPoP: true))
    for path in ["", "/a", "/a?b=c&d", "/%7Ea/b%2Fc", "/a/"] {
      let answer = try await rig.session.data(for: ResourceRequest(url: rig.api(path)))
      #expect(answer.status == 200, "\(path)")
    }
    let posted = try await rig.session.data(
      for: ResourceRequest(method: "POST", url: rig.api(), body: Array("once".utf8))
    )
    #expect(rig.json(posted)?["body"]?.string() == "once")
    #expect(rig.refreshes == 0)
  }

  @Test(arguments: ["GET", "POST"])
  func `that is refused for want of a nonce is sent once more with it, without a refresh`(
    method: String
  ) async throws {
    let rig = try await SignedIn(DemoConfiguration(requiresDPoPNonce: true))
    for _ in 0..<3 {
      let answer = try await rig.session.data(
        for: ResourceRequest(method: method, url: rig.api())
      )
      #expect(answer.status == 200)
    }
    #expect(outcomes(rig) == ["use_dpop_nonce", "ok", "ok", "ok"])
    rig.provider.changeProofNonce()
    #expect(
      try await rig.session.data(for: ResourceRequest(method: method, url: rig.api())).status
        == 200
    )
    #expect(outcomes(rig).suffix(2) == ["use_dpop_nonce", "ok"])
    #expect(rig.refreshes == 0)
  }

  @Test func `uses the nonce of the answer before, which may come with any status`() async throws {
    let rig = try await SignedIn(DemoConfiguration(renewsDPoPNonce: true))
    for _ in 0..<4 { _ = try await rig.session.data(for: ResourceRequest(url: rig.api())) }
    #expect(outcomes(rig) == ["use_dpop_nonce", "ok", "ok", "ok", "ok"])
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let name: String
    let headers: KeyValuePairs<String, String>
    let sends: Int
    /// Nil where it is the token that was refused.
    let code: RecoverableFailure.Code?
    var testDescription: String { name }
  }

  @Test(arguments: [
    Refusal(
      name: "a nonce again and again",
      headers: ["WWW-Authenticate": #"DPoP error="use_dpop_nonce""#, "DPoP-Nonce": "n"],
      sends: 2,
      code: .proofNonce
    ),
    Refusal(
      name: "a nonce asked for among other challenges",
      headers: [
        "WWW-Authenticate":
          #"Negotiate, Basic realm="x", dpop algs="ES256", error="use_dpop_nonce""#,
        "DPoP-Nonce": "n",
      ],
      sends: 2,
      code: .proofNonce
    ),
    Refusal(
      name: "no nonce given",
      headers: ["WWW-Authenticate": #"DPoP error="use_dpop_nonce""#],
      sends: 1,
      code: .proofNonce
    ),
    Refusal(
      name: "the proof",
      headers: ["WWW-Authenticate": #"DPoP error="invalid_dpop_proof""#],
      sends: 1,
      code: .proofRefused
    ),
    Refusal(
      name: "the token",
      headers: ["WWW-Authenticate": #"DPoP error="invalid_token""#, "DPoP-Nonce": "n"],
      sends: 2,
      code: nil
    ),
    Refusal(
      name: "a nonce asked for in the name of Bearer",
      headers: ["WWW-Authenticate": #"Bearer error="use_dpop_nonce""#, "DPoP-Nonce": "n"],
      sends: 2,
      code: nil
    ),
  ])
  func `is not repeated in a loop, and refreshed only where it was the token`(
    refusal: Refusal
  ) async throws {
    let rig = try await SignedIn(DemoConfiguration(offersDPoP: true))
    let answer = DemoAnswer(status: 401, headers: refusal.headers)
    rig.provider.inject(DemoFault(.api, .answer(answer)))
    let request = ResourceRequest(url: rig.api())
    if let code = refusal.code {
      let expected = OAuthError.recoverable(RecoverableFailure(code, ""))
      await #expect(throws: expected) { try await rig.session.data(for: request) }
    } else {
      #expect(try await rig.session.data(for: request).status == 401)
    }
    #expect(rig.provider.counts[.api] == refusal.sends)
    #expect(rig.refreshes == (refusal.code == nil ? 1 : 0))
    rig.provider.clearFaults()
    #expect(try await rig.session.data(for: request).status == 200)
  }

  @Test func `sends another proof when it is repeated after a failure`() async throws {
    let rig = try await SignedIn(DemoConfiguration(offersDPoP: true))
    rig.provider.inject(
      DemoFault(.api, .answer(DemoAnswer(status: 503)), times: 1, afterwards: true)
    )
    #expect(try await rig.session.data(for: ResourceRequest(url: rig.api())).status == 200)
    #expect(rig.provider.counts[.api] == 2)
  }

  @Test func `is the one for the user info, too`() async throws {
    let rig = try await SignedIn(DemoConfiguration(requiresDPoPNonce: true))
    let info = try await rig.client.userInfo()
    #expect(await rig.client.claims?.subject == info.subject)
    #expect(rig.provider.counts[.userinfo] == 2)
  }

  @Test func `proves the new token after a refresh`() async throws {
    let rig = try await SignedIn(DemoConfiguration(requiresDPoPNonce: true))
    rig.clock.advance(3600)
    #expect(try await rig.session.data(for: ResourceRequest(url: rig.api())).status == 200)
    #expect(rig.refreshes == 1)
  }

  @Test(arguments: ["authorization", "DPoP", "dpop"])
  func `leaves the proof to nobody else`(header: String) async throws {
    let rig = try await SignedIn(DemoConfiguration(offersDPoP: true))
    let headers = [HeaderField(header, "mine")]
    await #expect(throws: OAuthError.configuration(ConfigurationProblem(.request, ""))) {
      try await rig.session.data(for: ResourceRequest(url: rig.api(), headers: headers))
    }
    #expect(rig.provider.counts[.api, default: 0] == 0)
    let harmless = [HeaderField("X-Note", "mine")]
    let request = ResourceRequest(url: rig.api(), headers: harmless)
    #expect(try await rig.session.data(for: request).status == 200)
  }
}

/// Where a proof says that a request goes (RFC 9449 section 4.2).
@Suite struct `The target of a proof` {
  @Test(arguments: [
    ("HTTPS://API.Example.COM:443/A/b?c=d#e", "https://api.example.com/A/b"),
    ("https://api.example.com", "https://api.example.com/"),
    ("https://api.example.com?x", "https://api.example.com/"),
    ("https://api.example.com:8443/%7Ea//b/", "https://api.example.com:8443/%7Ea//b/"),
    ("https://user@api.example.com/a", "https://api.example.com/a"),
    ("http://127.0.0.1:80/a", "http://127.0.0.1/a"),
    ("http://[0:0::1]:8080/", "http://[::1]:8080/"),
  ])
  func `is the address without query and fragment, in one spelling`(
    address: String,
    target: String
  ) throws {
    #expect(try #require(HTTPURL(address)).proofTarget == target)
  }
}
