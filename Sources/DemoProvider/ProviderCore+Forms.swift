import HTTP
import JSON
import Locks
import Loopback
import Secrets

extension ProviderCore {
  func signInPage(
    _ handle: String,
    _ asked: AuthorizationRequest,
    status: Int = 200,
    note: String = ""
  ) -> Reply {
    let body = """
      <p>\(note)</p>
      <form method="post" action="\(url(of: .authorize))/sign-in">
      <input type="hidden" name="request" value="\(handle)">
      <label>User <input name="username" autocomplete="username" autofocus></label>
      <label>Password <input name="password" type="password" autocomplete="current-password"></label>
      <button>Sign in</button></form>
      """
    return .page(status, "Sign in to the demonstration provider", body, outcome: "sign_in_page")
      .about(client: asked.client)
  }

  func consentPage(_ handle: String, _ asked: AuthorizationRequest) -> Reply {
    let scopes = asked.scopes.map { "<li>\($0.escapedForHTML)</li>" }.joined()
    let body = """
      <p>\(asked.client.escapedForHTML) asks for:</p><ul>\(scopes)</ul>
      <form method="post" action="\(url(of: .authorize))/consent">
      <input type="hidden" name="request" value="\(handle)">
      <button name="decision" value="allow">Allow</button>
      <button name="decision" value="deny">Deny</button></form>
      """
    return .page(200, "Allow access?", body, outcome: "consent_page").about(client: asked.client)
  }

  func signInForm(_ request: LoopbackRequest, _ effects: Effects) -> Reply {
    guard request.method == "POST", let form = request.form,
      let handle = form.only("request")?.text,
      let asked = world.withLock({ $0.forms[handle] })
    else { return refusalPage("The form has expired.") }
    let name = form.only("username")?.text
    let password = form.only("password")?.text
    guard
      let user = configuration.users.first(where: { $0.name == name && $0.password == password })
    else { return signInPage(handle, asked, status: 401, note: "Wrong user or password.") }
    let cookie = World.handle()
    let session = BrowserSession(
      subject: user.subject,
      session: "sid-\(World.handle())",
      authenticatedAt: now,
      acr: asked.acr == strongACR ? strongACR : passwordACR
    )
    world.withLock { $0.browsers[cookie] = session }
    var reply = consentPage(handle, asked)
    reply.response.headers.append(
      ("Set-Cookie", "demo_session=\(cookie); Path=/; HttpOnly; SameSite=Lax")
    )
    return reply
  }

  func consentForm(_ request: LoopbackRequest, _ effects: Effects) -> Reply {
    guard request.method == "POST", let form = request.form,
      let browser = browser(of: request),
      let handle = form.only("request")?.text,
      let asked = world.withLock({ $0.forms.removeValue(forKey: handle) })
    else { return refusalPage("The form has expired.") }
    guard form.only("decision")?.text == "allow" else {
      return answer(asked, ["error": "access_denied"], effects).about(client: asked.client)
    }
    return approve(asked, browser, effects)
  }
}

extension Effects {
  /// The parameters of an authorization response as they are sent.
  func query(of parameters: [(String, String)]) -> String {
    guard case .object(let members) = applied(to: parameters.map { ($0.0, JSONNode.string($0.1)) })
    else {
      return ""
    }
    return members.compactMap { member in
      guard case .string(let value) = member.value else { return nil }
      return "\(PercentCoding.encode(member.name))=\(PercentCoding.encode(value))"
    }.joined(separator: "&")
  }
}
