import JSON
import Locks
import Loopback
import Secrets

extension ProviderCore {
  /// RFC 7009: a refresh token ends its grant, an access token only itself; an unknown token is answered 200.
  func revoke(_ request: LoopbackRequest) -> Reply {
    guard request.method == "POST", let form = request.form, !form.hasDuplicates else {
      return .error(400, "invalid_request", "POST a form without duplicates")
    }
    let token = form.only("token")?.fingerprint
    let client: DemoClient
    switch authenticate(request, form) {
    case .failure(let refusal):
      return refusal.reply.about(client: form.only("client_id")?.text, token: token)
    case .success(let known): client = known
    }
    guard let token else {
      return .error(400, "invalid_request", "token is required").about(client: client.id)
    }
    let outcome = world.withLock { [configuration] world in
      if let index = world.refreshTokens[token] {
        let grant = world.grants[index]
        guard grant.client == client.id else { return "other_client" }
        guard grant.isLive, grant.refreshToken == token else { return "already_inactive" }
        world.end(grant: index)
        if configuration.revocationEndsAllOfUser {
          for other in world.grants where other.subject == grant.subject {
            world.end(grant: other.id)
          }
        }
        return "ok"
      }
      guard let access = world.accessTokens[token] else { return "unknown_token" }
      guard world.grants[access.grant].client == client.id else { return "other_client" }
      world.accessTokens[token]?.isRevoked = true
      world.isDirty = true
      return "ok"
    }
    // Section 2.2: whatever became of it, the client has nothing more to do.
    return Reply(LoopbackResponse(status: 200), outcome: outcome)
      .about(client: client.id, token: token)
  }

  /// RFC 7662, for the client's own tokens.
  func introspect(_ request: LoopbackRequest) -> Reply {
    guard configuration.offersIntrospection else {
      return .page(404, "Not found", "", outcome: "not_found")
    }
    guard request.method == "POST", let form = request.form, let token = form.only("token") else {
      return .error(400, "invalid_request", "token is required")
    }
    switch authenticate(request, form) {
    case .failure(let refusal): return refusal.reply
    case .success(let client):
      let print = token.fingerprint
      let now = now
      let grant = world.withLock {
        $0.grant(ofRefreshToken: print) ?? $0.grant(ofAccessToken: print, at: now)
      }
      let isActive = grant?.client == client.id
      return Reply.json(["active": .bool(isActive)]).about(client: client.id, token: print)
    }
  }
}
