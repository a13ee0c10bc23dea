import JSON
import Locks
import Loopback
import Secrets

extension ProviderCore {
  /// OpenID Connect Core section 5.3.
  func userInfo(_ request: LoopbackRequest, _ effects: Effects) -> Reply {
    switch bearer(request, url(of: .userinfo)) {
    case .failure(let refusal): return challenge(refusal, request)
    case .success(let (grant, token)):
      var claims = [("sub", JSONNode.string(grant.subject))] + personClaims(grant)
      guard configuration.signsUserInfo else {
        return Reply.json(effects.applied(to: claims)).about(client: grant.client, token: token)
      }
      claims += [("iss", .string(issuer)), ("aud", .string(grant.client))]
      guard let signed = try? signed(effects.applied(to: claims), type: nil, effects) else {
        return .error(500, "server_error", "signing failed")
      }
      return Reply.jwt(signed).about(client: grant.client, token: token)
    }
  }

  /// A resource that wants an access token, and under `/step-up` a strong sign-in (RFC 9470).
  func resource(_ request: LoopbackRequest) -> Reply {
    switch bearer(request, origin + request.path) {
    case .failure(let refusal): return challenge(refusal, request)
    case .success(let (grant, token)):
      if request.path.hasSuffix("/step-up"), grant.acr != strongACR {
        var reply = Reply.error(401, "insufficient_user_authentication", "sign in more strongly")
        reply.response.headers.append(
          (
            "WWW-Authenticate",
            "Bearer error=\"insufficient_user_authentication\", acr_values=\"\(strongACR)\", "
              + "max_age=\"300\""
          )
        )
        return reply.about(client: grant.client, token: token)
      }
      return Reply.json([
        "sub": .string(grant.subject), "path": .string(request.path),
        "method": .string(request.method), "body": .string(request.body.text),
        "note": .string(request.header("x-note") ?? ""),
      ])
      .about(client: grant.client, token: token)
    }
  }

  private func bearer(
    _ request: LoopbackRequest,
    _ url: String
  ) -> Result<(DemoGrant, Fingerprint), Refusal> {
    guard let header = request.secretHeader("authorization") else {
      return .failure(Refusal(401, "missing_token", ""))
    }
    let text = header.text
    let scheme = text.prefix { $0 != " " }
    let token = SecretBytes(copying: text.utf8.dropFirst(scheme.utf8.count + 1))
    let now = now
    guard let grant = world.withLock({ $0.grant(ofAccessToken: token.fingerprint, at: now) })
    else { return .failure(Refusal(401, "invalid_token", "unknown, expired or revoked")) }
    guard let bound = grant.keyThumbprint else {
      return scheme.lowercased() == "bearer"
        ? .success((grant, token.fingerprint))
        : .failure(Refusal(401, "invalid_token", "the token is not bound to a key"))
    }
    do throws(Refusal) {
      let key = try proofKey(of: request, to: url, accessToken: token)
      guard scheme.lowercased() == "dpop", key == bound else {
        throw Refusal(401, "invalid_token", "the token is bound to a key")
      }
      return .success((grant, token.fingerprint))
    } catch {
      return .failure(error)
    }
  }

  /// RFC 6750 section 3, and RFC 9449 section 7.1.
  private func challenge(_ refusal: Refusal, _ request: LoopbackRequest) -> Reply {
    var reply = withProofNonce(refusal)
    reply.response.status = 401
    let isProof = refusal.code.contains("dpop")
    let error = refusal.code == "missing_token" ? "" : " error=\"\(refusal.code)\""
    reply.response.headers.append(("WWW-Authenticate", "\(isProof ? "DPoP" : "Bearer")\(error)"))
    return reply
  }
}
