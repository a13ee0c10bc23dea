import Crypto
import JOSE
import JSON
import Locks
import Loopback
import Secrets

extension ProviderCore {
  /// The token endpoint (RFC 6749 section 3.2).
  func token(_ request: LoopbackRequest, _ effects: Effects) -> Reply {
    guard request.method == "POST", let form = request.form, !form.hasDuplicates else {
      return .error(400, "invalid_request", "POST a form without duplicates")
    }
    do throws(Refusal) {
      let client = try authenticate(request, form).get()
      let key = try proofKey(of: request, to: url(of: .token), accessToken: nil)
      switch form.only("grant_type")?.text {
      case "authorization_code": return try redeem(form, client, key, effects)
      case "refresh_token": return try refresh(form, client, key, effects)
      default: throw Refusal(400, "unsupported_grant_type", "code or refresh token")
      }
    } catch {
      let token = form.only("refresh_token") ?? form.only("code")
      return withProofNonce(error).about(
        client: form.only("client_id")?.text,
        token: token?.fingerprint
      )
    }
  }

  /// RFC 6749 section 4.1.3 and RFC 7636 section 4.6; a code works once, and using it again ends what came of it.
  private func redeem(
    _ form: [LoopbackRequest.Parameter],
    _ client: DemoClient,
    _ key: String?,
    _ effects: Effects
  ) throws(Refusal) -> Reply {
    guard let code = form.only("code"), let verifier = form.only("code_verifier") else {
      throw Refusal(400, "invalid_request", "code and code_verifier are required")
    }
    let challenge = Base64URL.encode(HashAlgorithm.sha256.digest(verifier))
    let redirect = form.only("redirect_uri")?.text
    let now = now
    let redeemed = world.withLock { world -> Result<Int, Refusal> in
      let refused = { (why: String) in
        Result<Int, Refusal>.failure(Refusal(400, "invalid_grant", why))
      }
      guard let known = world.codes[code.fingerprint] else { return refused("unknown code") }
      if let grant = known.grant {
        world.end(grant: grant)
        return refused("the code was used before")
      }
      guard known.expiresAt > now else { return refused("the code has expired") }
      guard known.request.client == client.id else { return refused("another client's code") }
      guard known.request.redirectURI == redirect else { return refused("another redirect_uri") }
      guard known.request.challenge == challenge else { return refused("wrong code_verifier") }
      if let bound = known.request.keyThumbprint, bound != key {
        return refused("the code is bound to another key")
      }
      let grant = world.begin(
        client: client.id,
        subject: known.subject,
        scopes: known.request.scopes,
        session: known.session,
        authenticatedAt: known.authenticatedAt,
        acr: known.request.acr ?? passwordACR,
        nonce: known.request.nonce,
        keyThumbprint: configuration.bindsTokens ? key : nil
      )
      world.grants[grant].askedKeyThumbprint = known.request.keyThumbprint
      world.codes[code.fingerprint]?.grant = grant
      return .success(grant)
    }
    let tokens = try issue(grant: redeemed.get(), effects)
    return tokens.reply.about(client: client.id, token: code.fingerprint)
  }

  /// RFC 6749 section 6, with rotation and the detection of reuse (RFC 9700 section 4.14).
  private func refresh(
    _ form: [LoopbackRequest.Parameter],
    _ client: DemoClient,
    _ key: String?,
    _ effects: Effects
  ) throws(Refusal) -> Reply {
    guard let token = form.only("refresh_token") else {
      throw Refusal(400, "invalid_request", "refresh_token is required")
    }
    let print = token.fingerprint
    let found = world.withLock { world -> Result<Int, Refusal> in
      let refused = { (why: String) in
        Result<Int, Refusal>.failure(Refusal(400, "invalid_grant", why))
      }
      guard let index = world.refreshTokens[print] else { return refused("unknown token") }
      let grant = world.grants[index]
      guard grant.client == client.id else { return refused("another client's token") }
      guard grant.isLive else { return refused("the grant has ended") }
      guard grant.refreshToken == print else {
        world.end(grant: index)
        return refused("the token was used before: the grant has ended")
      }
      guard grant.keyThumbprint == nil || grant.keyThumbprint == key else {
        return refused("the token is bound to another key")
      }
      return .success(index)
    }
    return try issue(grant: found.get(), isRefresh: true, effects).reply
      .about(client: client.id, token: print)
  }

  /// Mints tokens for a grant.
  func issue(
    grant id: Int,
    isRefresh: Bool = false,
    _ effects: Effects
  ) throws(Refusal) -> DemoTokens {
    let now = now
    let access = World.token("at", marker: configuration.marker)
    let lifetime = configuration.accessTokenSeconds
    let isRefreshable = { [configuration] (grant: DemoGrant) in
      !configuration.requiresOfflineAccess || grant.scopes.contains("offline_access")
    }
    let givesRefreshToken = !isRefresh || configuration.rotatesRefreshTokens
    let fresh = World.token("rt", marker: configuration.marker)
    let (grant, refresh) = world.withLock { world -> (DemoGrant, SecretBytes?) in
      world.give(accessToken: access.fingerprint, to: id, until: now + Int64(lifetime))
      guard givesRefreshToken, isRefreshable(world.grants[id]),
        !effects.omitted.contains("refresh_token")
      else { return (world.grants[id], nil) }
      world.give(refreshToken: fresh.fingerprint, to: id)
      return (world.grants[id], fresh)
    }
    let idToken =
      grant.scopes.contains("openid")
      ? try makeIDToken(for: grant, accessToken: access, isRefresh: isRefresh, effects) : nil
    var members: [(String, SecretJSON)] = [
      ("access_token", .secret(access)),
      ("token_type", .string(grant.keyThumbprint == nil ? "Bearer" : "DPoP")),
      ("expires_in", .int(Int64(lifetime))),
      ("scope", .string(grant.scopes.joined(separator: " "))),
    ]
    if let refresh { members.append(("refresh_token", .secret(refresh))) }
    if let idToken { members.append(("id_token", .secret(idToken))) }
    return DemoTokens(
      grant: id,
      accessToken: access,
      refreshToken: refresh,
      idToken: idToken,
      body: effects.applied(to: members).encoded()
    )
  }
}

extension Effects {
  func applied(to members: [(String, SecretJSON)]) -> SecretJSON {
    var rest = replaced
    var result = members.filter { !omitted.contains($0.0) }.map { member in
      (member.0, rest.removeValue(forKey: member.0).map(SecretJSON.init) ?? member.1)
    }
    for (name, value) in rest.sorted(by: { $0.key < $1.key }) {
      result.append((name, SecretJSON(value)))
    }
    for (name, value) in repeated { result.append((name, SecretJSON(value))) }
    return .object(result)
  }
}

extension SecretJSON {
  init(_ node: JSONNode) {
    switch node {
    case .object(let members): self = .object(members.map { ($0.name, SecretJSON($0.value)) })
    case .array(let elements): self = .array(elements.map(SecretJSON.init))
    case .string(let text): self = .string(text)
    case .int(let number): self = .int(number)
    case .double(let number): self = .double(number)
    case .bool(let bool): self = .bool(bool)
    case .null: self = .null
    }
  }
}
