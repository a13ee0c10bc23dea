import Crypto
import DemoProvider
import HTTP
import JOSE
import JSON
import Secrets
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Signing in at the demonstration provider` {
  @Test(arguments: [JWSAlgorithm.rs256, .es256])
  func `a code becomes tokens with a valid ID token`(_ algorithm: JWSAlgorithm) async throws {
    let provider = try DemoProvider(DemoConfiguration(algorithm: algorithm))
    let relying = Relying(provider: provider)
    let answer = try #require(try await relying.answer(relying.request()))
    #expect(answer["state"] == "state&1")
    #expect(answer["iss"] == provider.issuer)
    let tokens = try await relying.redeem(try #require(answer["code"])).json
    let access = try #require(tokens["access_token"]?.secret())
    let idToken = try #require(tokens["id_token"]?.secret())
    let parsed = try JWS(parsing: idToken)
    #expect(parsed.header.algorithm == algorithm)
    _ = try parsed.verify(with: try await relying.keys())
    let claims = try claims(of: idToken)
    #expect(claims["iss"]?.string() == provider.issuer)
    #expect(claims["aud"]?.string() == "migrated-app")
    #expect(claims["nonce"]?.string() == "nonce-1")
    #expect(claims["acr"]?.string() == "urn:demo:password")
    #expect(claims["auth_time"]?.int() != nil)
    let hash = HashAlgorithm.sha256.digest(access)
    #expect(claims["at_hash"]?.string() == Base64URL.encode(Array(hash[..<16])))
    #expect(provider.isLive(access.fingerprint))
    #expect(provider.isLive(try #require(tokens["refresh_token"]?.secret()).fingerprint))
  }

  @Test func `a code works once, and using it again ends the grant`() async throws {
    let relying = Relying(provider: try DemoProvider())
    let code = try #require(try await relying.answer(relying.request())?["code"])
    #expect(try await relying.redeem(code).status == 200)
    #expect(try await relying.redeem(code).error == "invalid_grant")
    #expect(relying.provider.grants.map(\.isLive) == [false])
  }

  @Test func `a wrong verifier is refused`() async throws {
    let relying = Relying(provider: try DemoProvider())
    let code = try #require(try await relying.answer(relying.request())?["code"])
    let wrong = String(repeating: "a", count: 43)
    #expect(try await relying.redeem(code, verifier: wrong).error == "invalid_grant")
  }

  @Test(
    arguments: [
      ["code_challenge": nil], ["code_challenge_method": "plain"], ["code_challenge_method": nil],
    ] as [[String: String?]]
  )
  func `without PKCE by S256 there is no code`(_ changes: [String: String?]) async throws {
    let relying = Relying(provider: try DemoProvider())
    #expect(try await relying.answer(relying.request(changes))?["error"] == "invalid_request")
  }

  @Test(arguments: [
    "http://localhost:4/callback", "http://127.0.0.1:4/callback/",
    "http://127.0.0.1:4/callback?x=1",
    "http://127.0.0.2:4/callback", "https://127.0.0.1:4/callback", "http://[::1]:4/other",
    "http://127.0.0.1:4/callback#f", "https://app.example.com:444/oauth", "com.example.app:/oauth2",
  ])
  func `a redirect URI that is not registered gets a page`(_ redirect: String) async throws {
    let relying = Relying(provider: try DemoProvider())
    let end = try await HeadlessBrowser().open(relying.request(["redirect_uri": redirect]).text)
    guard case .page(let status, _, _) = end else {
      Issue.record("it was sent to the redirect URI")
      return
    }
    #expect(status == 400)
  }

  @Test(arguments: ["http://127.0.0.1:65000/callback", "http://[::1]:9/callback"])
  func `a loopback address may have any port`(_ redirect: String) async throws {
    let relying = Relying(provider: try DemoProvider())
    let end = try await HeadlessBrowser().open(relying.request(["redirect_uri": redirect]).text) {
      $0.hasPrefix(redirect)
    }
    guard case .handedOver(let address) = end else {
      Issue.record("a page was shown")
      return
    }
    #expect(address.contains("code="))
  }

  @Test func `prompt=none needs a session in the browser`() async throws {
    let relying = Relying(provider: try DemoProvider())
    let browser = HeadlessBrowser()
    let silent = try relying.request(["prompt": "none"])
    #expect(try await relying.answer(silent, browser: browser)?["error"] == "login_required")
    _ = try await relying.answer(relying.request(), browser: browser)
    #expect(try await relying.answer(silent, browser: browser)?["code"] != nil)
  }

  @Test func `a person can deny, and can mistype the password`() async throws {
    let relying = Relying(provider: try DemoProvider())
    let denying = HeadlessBrowser(.denies(name: "demo", password: "demo-password"))
    let answer = try await relying.answer(relying.request(), browser: denying)
    #expect(answer?["error"] == "access_denied")
    #expect(answer?["state"] == "state&1")
    let mistyping = HeadlessBrowser(.allows(name: "demo", password: "wrong"))
    #expect(try await relying.answer(relying.request(), browser: mistyping) == nil)
  }

  @Test func `a stronger sign-in is asked for and told`() async throws {
    let relying = Relying(provider: try DemoProvider())
    let browser = HeadlessBrowser()
    _ = try await relying.answer(relying.request(), browser: browser)
    let strong = try relying.request(["acr_values": "urn:demo:strong"])
    let code = try #require(try await relying.answer(strong, browser: browser)?["code"])
    let tokens = try await relying.redeem(code).json
    let claims = try claims(of: try #require(tokens["id_token"]?.secret()))
    #expect(claims["acr"]?.string() == "urn:demo:strong")
    let pages = relying.provider.log.filter { $0.outcome == "sign_in_page" }
    #expect(pages.count == 2)
  }

  @Test func `an app's own scheme is handed over`() async throws {
    let relying = Relying(provider: try DemoProvider())
    let asked = try relying.request(["redirect_uri": "com.example.app:/oauth"])
    guard case .handedOver(let address) = try await HeadlessBrowser().open(asked.text) else {
      Issue.record("a page was shown")
      return
    }
    #expect(address.hasPrefix("com.example.app:/oauth?code="))
  }

  @Test func `pushed parameters are used once, and can be required`() async throws {
    let provider = try DemoProvider(DemoConfiguration(requiresPushedRequests: true))
    let relying = Relying(provider: provider)
    #expect(try await relying.answer(relying.request())?["error"] == "invalid_request")
    let pushed = try await relying.post(
      .par,
      [
        "client_id": "migrated-app", "response_type": "code", "scope": "openid", "state": "s",
        "redirect_uri": .plain(Relying.redirect), "code_challenge": .plain(Relying.challenge),
        "code_challenge_method": "S256",
      ]
    )
    #expect(pushed.status == 201)
    let name = try #require(try pushed.json["request_uri"]?.string())
    let items = [QueryItem("client_id", "migrated-app"), QueryItem("request_uri", name)]
    let short = try #require(try relying.url(.authorize).appending(items))
    #expect(try await relying.answer(short)?["code"] != nil)
    #expect(try await relying.answer(short) == nil)
  }
}
