import JSON
import Locks
import Loopback
import Secrets

extension ProviderCore {
  /// Registers an installation of its own, as AppAuth does (RFC 7591 section 3.2.1).
  func register(redirectURI: String) -> DemoRegistration {
    let token = World.token("reg", marker: configuration.marker)
    let id = "dynamic-\(World.handle())"
    world.withLock { world in
      world.registrations[id] = token.fingerprint
      world.isDirty = true
    }
    saveIfChanged()
    let uri = "\(url(of: .register))/\(id)"
    let members: [(String, SecretJSON)] = [
      ("client_id", .string(id)), ("registration_client_uri", .string(uri)),
      ("registration_access_token", .secret(token)),
      ("redirect_uris", .array([.string(redirectURI)])),
      ("token_endpoint_auth_method", .string("none")),
    ]
    return DemoRegistration(
      clientID: id,
      uri: uri,
      accessToken: token,
      body: SecretJSON.object(members).encoded()
    )
  }

  /// RFC 7592 section 2.3: whoever holds the registration access token deletes the client.
  func registration(_ request: LoopbackRequest) -> Reply {
    let id = request.path.split(separator: "/").last.map(String.init) ?? ""
    let header = request.secretHeader("authorization")?.text ?? ""
    let token = SecretBytes(copying: header.utf8.dropFirst("Bearer ".utf8.count))
    let isKnown = world.withLock { $0.registrations[id] == token.fingerprint }
    // Section 2.3: an unknown client and a wrong token are answered alike.
    guard header.hasPrefix("Bearer "), isKnown else {
      return Reply.error(401, "invalid_token", "unknown registration")
        .about(client: nil, token: token.fingerprint)
    }
    guard request.method == "DELETE" else {
      return Reply.error(405, "invalid_request", "only DELETE").about(client: id)
    }
    world.withLock { world in
      world.registrations[id] = nil
      world.isDirty = true
      for grant in world.grants where grant.client == id { world.end(grant: grant.id) }
    }
    return Reply(LoopbackResponse(status: 204)).about(client: id, token: token.fingerprint)
  }
}
