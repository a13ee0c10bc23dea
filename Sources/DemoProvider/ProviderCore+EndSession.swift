import JOSE
import JSON
import Locks
import Loopback
import Secrets

extension ProviderCore {
  /// OpenID Connect RP-Initiated Logout: ends the browser's session, and leads back where that was registered.
  func endSession(_ request: LoopbackRequest, _ effects: Effects) -> Reply {
    let form = request.method == "POST" ? request.form ?? [] : request.query
    let hint = form.only("id_token_hint").flatMap(claims)
    let named = form.only("client_id")?.text
    if let audience = hint?["aud"]?.string(), let named, audience != named {
      return refusalPage("The hint belongs to another application.")
    }
    if form.only("id_token_hint") != nil, hint?["iss"]?.string() != issuer {
      return refusalPage("The hint is not an ID token of this provider.")
    }
    let client = (hint?["aud"]?.string() ?? named).flatMap(configuration.client)
    let session = hint?["sid"]?.string() ?? browser(of: request)?.session
    world.withLock { world in
      let before = world.browsers.count
      world.browsers = world.browsers.filter { $0.value.session != session }
      if world.browsers.count < before { world.endedSessions += 1 }
    }
    guard let back = form.only("post_logout_redirect_uri")?.text else {
      return Reply.page(200, "You are signed out", "", outcome: "ok").about(client: client?.id)
    }
    guard let client, client.accepts(postLogout: back) else {
      return refusalPage("The address to return to is not registered.")
    }
    let state = form.only("state").map { [("state", $0.text)] } ?? []
    let query = effects.query(of: state)
    return .redirect(query.isEmpty ? back : "\(back)?\(query)", outcome: "ok")
      .about(client: client.id)
  }

  /// What a hint says; its signature is not looked at, since the keys may have changed since.
  private func claims(of token: SecretBytes) -> JSONValue? {
    let parts = token.text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let payload = Base64URL.decode(String(parts[1])) else { return nil }
    return (try? JSONDocument(parsing: SecretBytes(copying: payload)))?.root
  }
}
