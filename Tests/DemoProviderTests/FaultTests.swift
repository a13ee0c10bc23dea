import DemoProvider
import FoundationEssentials
import HTTP
import JOSE
import JSON
import Secrets
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Faults of the demonstration provider` {
  func metadata(_ relying: Relying) async throws -> Response {
    let address = relying.provider.issuer + "/.well-known/openid-configuration"
    return try await relying.client.send(Request(url: try #require(HTTPURL(address))))
  }

  @Test(arguments: ["", "/realms/x", "/"])
  func `metadata is where both specifications have it`(_ path: String) async throws {
    let provider = try DemoProvider(DemoConfiguration(issuerPath: path))
    let origin = "http://127.0.0.1:\(provider.port)"
    let base = path == "/" ? "" : path
    #expect(provider.issuer == origin + path)
    for address in [
      "\(origin)\(base)/.well-known/openid-configuration",
      "\(origin)/.well-known/oauth-authorization-server\(base)",
    ] {
      let response = try await Client().send(Request(url: try #require(HTTPURL(address))))
      #expect(try response.json["issuer"]?.string() == provider.issuer)
      #expect(try response.json["token_endpoint"]?.string() == "\(origin)\(base)/token")
    }
  }

  @Test func `a fault meets as many requests as it was told`() async throws {
    let relying = Relying(provider: try DemoProvider())
    relying.provider.inject(DemoFault(.discovery, .answer(.busy(retryAfter: "7")), times: 2))
    for status in [429, 429, 200] { #expect(try await metadata(relying).status == status) }
    relying.provider.inject(DemoFault(.discovery, .answer(.html())))
    for _ in 0..<3 { #expect(try await metadata(relying).contentType == "text/html") }
    relying.provider.clearFaults()
    #expect(try await metadata(relying).contentType == "application/json")
    #expect(relying.provider.counts[.discovery] == 7)
  }

  @Test func `an error can repeat the request, token and all`() async throws {
    let relying = Relying(provider: try DemoProvider())
    relying.provider.inject(DemoFault(.revoke, .echo(400, "invalid_request")))
    let url = try #require(HTTPURL(relying.provider.url(of: .revoke)))
    var form = FormBody()
    form.append("token", "rt-1")
    let response = try await relying.client.send(.post(url, form: form))
    #expect(response.status == 400)
    #expect(try response.json["error_description"]?.string() == "cannot take token=rt-1")
  }

  @Test func `members can be missing or wrong`() async throws {
    let relying = Relying(provider: try DemoProvider())
    relying.provider.inject(DemoFault(.discovery, .omit("revocation_endpoint")))
    relying.provider.inject(DemoFault(.discovery, .set("issuer", "https://evil.example")))
    relying.provider.inject(DemoFault(.discovery, .set("token_endpoint", "http://a.example/t")))
    let document = try await metadata(relying).json
    #expect(document["revocation_endpoint"] == nil)
    #expect(document["issuer"]?.string() == "https://evil.example")
    #expect(document["token_endpoint"]?.string() == "http://a.example/t")
  }

  @Test func `the ID token can be wrong in every way`() async throws {
    let relying = Relying(provider: try DemoProvider())
    let provider = relying.provider
    provider.inject(DemoFault(.token, .claim("aud", "other"), times: 1))
    provider.inject(DemoFault(.token, .claim("at_hash", nil), times: 1))
    var token = try #require(try await relying.signIn()["id_token"]?.secret())
    #expect(try claims(of: token)["aud"]?.string() == "other")
    #expect(try claims(of: token)["at_hash"] == nil)

    provider.inject(DemoFault(.token, .tamperedSignature, times: 1))
    token = try #require(try await relying.signIn()["id_token"]?.secret())
    let keys = try await relying.keys()
    #expect(throws: JWSFailure.self) { try JWS(parsing: token).verify(with: keys) }

    provider.inject(DemoFault(.token, .unsigned, times: 1))
    token = try #require(try await relying.signIn()["id_token"]?.secret())
    #expect(throws: JWSFailure.self) { try JWS(parsing: token) }

    token = try #require(try await relying.signIn()["id_token"]?.secret())
    _ = try JWS(parsing: token).verify(with: keys)
  }

  @Test func `the authorization response can name another issuer, or none`() async throws {
    let relying = Relying(provider: try DemoProvider())
    relying.provider.inject(DemoFault(.authorize, .set("iss", "https://evil.example")))
    #expect(try await relying.answer(relying.request())?["iss"] == "https://evil.example")
    relying.provider.clearFaults()
    relying.provider.inject(DemoFault(.authorize, .omit("iss")))
    #expect(try await relying.answer(relying.request())?.keys.sorted() == ["code", "state"])
  }

  @Test func `an answer can be lost before or after the work is done`() async throws {
    let relying = Relying(provider: try DemoProvider(), id: "legacy-app")
    let provider = relying.provider
    let token = try #require(try provider.signIn().refreshToken)
    provider.inject(DemoFault(.token, .drop, times: 1, grantType: "refresh_token"))
    await #expect(throws: TransportFailure.self) { try await relying.refresh(token) }
    #expect(provider.isLive(token.fingerprint))
    provider.inject(DemoFault(.token, .drop, times: 1, afterwards: true))
    await #expect(throws: TransportFailure.self) { try await relying.refresh(token) }
    #expect(!provider.isLive(token.fingerprint))
  }

  @Test func `a body can be huge, late, or a redirect`() async throws {
    let relying = Relying(provider: try DemoProvider())
    relying.provider.inject(DemoFault(.discovery, .answer(.huge(2 << 20)), times: 1))
    await #expect(throws: TransportFailure.tooLarge(limit: 1 << 20)) { try await metadata(relying) }
    relying.provider.inject(DemoFault(.discovery, .delay(.milliseconds(300)), times: 1))
    let start = ContinuousClock.now
    #expect(try await metadata(relying).status == 200)
    #expect(ContinuousClock.now - start >= .milliseconds(300))
    relying.provider.inject(
      DemoFault(.discovery, .answer(.redirect(to: "https://elsewhere.example/")), times: 1)
    )
    #expect(try await metadata(relying).status == 302)
  }

  @Test func `faults, counts, grants and sign-ins are had over HTTP as well`() async throws {
    let relying = Relying(provider: try DemoProvider())
    let call = { (method: String, path: String, body: String?) in
      let url = try #require(HTTPURL("http://127.0.0.1:\(relying.provider.port)/demo/\(path)"))
      let body = body.map { SecretBytes(copying: $0.utf8) }
      return try await relying.client.send(Request(method: method, url: url, body: body))
    }
    let fault = """
      [{"endpoint": "revoke", "action": "status", "status": 503, "times": 1,
        "headers": {"Retry-After": "soon"}, "body": {"error": "temporarily_unavailable"}},
       {"endpoint": "discovery", "action": "omit", "member": "jwks_uri"}]
      """
    #expect(try await call("POST", "faults", fault).status == 200)
    #expect(try await call("POST", "faults", #"{"endpoint": "nowhere"}"#).status == 400)
    let answer = try await relying.post(.revoke, ["token": "x", "client_id": "legacy-app"])
    #expect(answer.status == 503)
    #expect(answer.requestedWait(now: 0) == .stopForThisRun)
    #expect(answer.error == "temporarily_unavailable")
    #expect(try await metadata(relying).json["jwks_uri"] == nil)
    #expect(try await call("DELETE", "faults", nil).status == 200)
    #expect(try await metadata(relying).json["jwks_uri"] != nil)

    let many = try await call("POST", "sign-in", #"{"count": 3, "client_id": "legacy-app"}"#).json
    let token = try #require(many[2]?["refresh_token"]?.secret())
    let live = try await call("GET", "live?sha256=\(token.fingerprint.hex)", nil)
    #expect(try live.json["live"]?.bool() == true)
    #expect(try await call("GET", "grants", nil).json.elements.count == 3)
    #expect(try await call("GET", "counts", nil).json["revoke"]?.int() == 1)
    #expect(try await call("GET", "log", nil).json[0]?["outcome"]?.string() == "fault")
  }
}
