import Locks
import Loopback
import Secrets

/// Why an authorization request is refused: before the redirect URI is trusted a page, afterwards a redirect.
enum AuthorizationProblem: Error {
  case page(String)
  case redirect(AuthorizationRequest, code: String, description: String)
}

extension ProviderCore {
  /// The authorization endpoint (RFC 6749 section 3.1) and its two forms.
  func authorize(_ request: LoopbackRequest, _ effects: Effects) -> Reply {
    if request.path.hasSuffix("/sign-in") { return signInForm(request, effects) }
    if request.path.hasSuffix("/consent") { return consentForm(request, effects) }
    guard request.method == "GET", request.pairCount == request.query.count else {
      return refusalPage("The request cannot be read.")
    }
    do throws(AuthorizationProblem) {
      return proceed(try asked(request), with: request, effects)
    } catch {
      switch error {
      case .page(let reason): return refusalPage(reason)
      case .redirect(let asked, let code, let description):
        return answer(asked, ["error": code, "error_description": description], effects)
          .about(client: asked.client)
      }
    }
  }

  /// The parameters themselves, or those that were pushed before (RFC 9126 section 4).
  private func asked(
    _ request: LoopbackRequest
  ) throws(AuthorizationProblem) -> AuthorizationRequest {
    if let name = request.query.only("request_uri")?.text {
      guard let pushed = world.withLock({ $0.pushed.removeValue(forKey: name) }),
        pushed.client == request.query.only("client_id")?.text
      else { throw .page("The pushed request is unknown or was used already.") }
      return pushed
    }
    let asked = try check(request.query)
    if configuration.requiresPushedRequests {
      throw .redirect(asked, code: "invalid_request", description: "push the request first")
    }
    return asked
  }

  /// Checks parameters; first those that decide whether the redirect URI may be trusted.
  func check(
    _ parameters: [LoopbackRequest.Parameter]
  ) throws(AuthorizationProblem) -> AuthorizationRequest {
    let value = { (name: String) in parameters.only(name)?.text }
    guard !parameters.hasDuplicates else { throw .page("A parameter is there twice.") }
    guard let client = value("client_id").flatMap(configuration.client) else {
      throw .page("The application is unknown.")
    }
    guard let redirect = value("redirect_uri"), client.accepts(redirect: redirect) else {
      throw .page("The redirect URI is not registered for this application.")
    }
    let asked = AuthorizationRequest(
      client: client.id,
      redirectURI: redirect,
      state: value("state"),
      nonce: value("nonce"),
      scopes: (value("scope") ?? "").split(separator: " ").map(String.init),
      challenge: value("code_challenge") ?? "",
      acr: value("acr_values")?.split(separator: " ").first.map(String.init),
      maxAge: value("max_age").flatMap(Int64.init),
      prompt: Set((value("prompt") ?? "").split(separator: " ").map(String.init)),
      keyThumbprint: value("dpop_jkt")
    )
    guard value("response_type") == "code" else {
      throw .redirect(asked, code: "unsupported_response_type", description: "only code")
    }
    guard value("code_challenge_method") == "S256", asked.challenge.utf8.count == 43 else {
      throw .redirect(asked, code: "invalid_request", description: "PKCE with S256 is required")
    }
    return asked
  }

  private func proceed(
    _ asked: AuthorizationRequest,
    with request: LoopbackRequest,
    _ effects: Effects
  ) -> Reply {
    let browser = browser(of: request)
    let isFresh =
      browser.map { browser in
        asked.maxAge.map { now - browser.authenticatedAt <= $0 } ?? true
          && (asked.acr != strongACR || browser.acr == strongACR)
          && !asked.prompt.contains("login")
      } ?? false
    if asked.prompt.contains("none") {
      guard let browser, isFresh else {
        return answer(asked, ["error": "login_required"], effects).about(client: asked.client)
      }
      return approve(asked, browser, effects)
    }
    let handle = World.handle()
    world.withLock { $0.forms[handle] = asked }
    return isFresh ? consentPage(handle, asked) : signInPage(handle, asked)
  }

  /// Gives a code (RFC 6749 section 4.1.2).
  func approve(
    _ asked: AuthorizationRequest,
    _ browser: BrowserSession,
    _ effects: Effects
  ) -> Reply {
    let code = World.token("code", marker: configuration.marker)
    let grant = CodeGrant(
      request: asked,
      subject: browser.subject,
      session: browser.session,
      authenticatedAt: browser.authenticatedAt,
      expiresAt: now + 60
    )
    world.withLock { $0.codes[code.fingerprint] = grant }
    return answer(asked, ["code": code.text], effects)
      .about(client: asked.client, token: code.fingerprint)
  }

  /// The redirect back, with state, and `iss` as RFC 9207 has it.
  func answer(
    _ asked: AuthorizationRequest,
    _ parameters: KeyValuePairs<String, String>,
    _ effects: Effects
  ) -> Reply {
    var all = parameters.map { ($0.key, $0.value) }
    if let state = asked.state { all.append(("state", state)) }
    all.append(("iss", issuer))
    let text = effects.query(of: all)
    let glue = asked.redirectURI.contains("?") ? "&" : "?"
    let error = parameters.first { $0.key == "error" }?.value
    return .redirect("\(asked.redirectURI)\(glue)\(text)", outcome: error ?? "ok")
  }

  func browser(of request: LoopbackRequest) -> BrowserSession? {
    let cookies = (request.header("cookie") ?? "").split(separator: ";")
    let name = cookies.map { $0.drop { $0 == " " } }.first { $0.hasPrefix("demo_session=") }
    return name.flatMap { cookie in
      world.withLock { $0.browsers[String(cookie.dropFirst("demo_session=".count))] }
    }
  }

  func refusalPage(_ reason: String) -> Reply {
    .page(400, "This request is refused", "<p>\(reason.escapedForHTML)</p>", outcome: "refused")
  }
}

let passwordACR = "urn:demo:password"
let strongACR = "urn:demo:strong"
