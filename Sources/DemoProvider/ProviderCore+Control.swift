import JSON
import Locks
import Loopback
import Secrets

extension ProviderCore {
  /// What `/demo/…` shows of the inside, and what can be asked of it; neither counted nor logged.
  func control(_ request: LoopbackRequest) -> LoopbackResponse {
    switch (request.method, request.path) {
    case ("GET", "/demo/counts"):
      let counts = world.withLock { $0.counts }
      return Reply.json(
        .object(DemoEndpoint.allCases.map { ($0.rawValue, .int(Int64(counts[$0] ?? 0))) })
      ).response
    case ("GET", "/demo/grants"):
      return Reply.json(.array(world.withLock { $0.grants }.map(\.saved))).response
    case ("GET", "/demo/log"):
      return Reply.json(.array(world.withLock { $0.log }.map(\.node))).response
    case ("GET", "/demo/live"):
      guard let token = request.only("sha256").flatMap({ Fingerprint(hex: $0.text) }) else {
        return Reply.error(400, "invalid_request", "sha256 is required").response
      }
      return Reply.json(["live": .bool(isLive(token))]).response
    case ("POST", "/demo/faults"):
      guard let root = json(request), let faults = Self.faults(root) else {
        return Reply.error(400, "invalid_request", "a fault, or an array of them").response
      }
      world.withLock { $0.faults += faults }
      return Reply.json(["faults": .int(Int64(faults.count))]).response
    case ("DELETE", "/demo/faults"):
      world.withLock { $0.faults = [] }
      return Reply.json(["faults": 0]).response
    case ("POST", "/demo/sign-in"):
      return signIn(request)
    case ("POST", "/demo/register"):
      let redirect = json(request)?["redirect_uri"]?.string() ?? "com.example.legacy:/oauthredirect"
      return Reply.json(register(redirectURI: redirect).body).response
    default:
      return Reply.error(404, "not_found", "no such path").response
    }
  }

  /// Whether a refresh or access token works at this moment.
  func isLive(_ token: Fingerprint) -> Bool {
    let now = now
    return world.withLock {
      $0.grant(ofRefreshToken: token) != nil || $0.grant(ofAccessToken: token, at: now) != nil
    }
  }

  /// A session from before: tokens without a browser.
  func signIn(client: String, user: DemoUser, scopes: [String]) throws(Refusal) -> DemoTokens {
    let now = now
    let grant = world.withLock {
      $0.begin(
        client: client,
        subject: user.subject,
        scopes: scopes,
        session: "sid-\(World.handle())",
        authenticatedAt: now,
        acr: passwordACR,
        nonce: nil,
        keyThumbprint: nil
      )
    }
    return try issue(grant: grant, Effects())
  }

  private func signIn(_ request: LoopbackRequest) -> LoopbackResponse {
    let asked = json(request)
    let name = asked?["username"]?.string() ?? "demo"
    guard let client = configuration.client(asked?["client_id"]?.string() ?? "legacy-app"),
      let user = configuration.users.first(where: { $0.name == name })
    else { return Reply.error(400, "invalid_request", "no such client or user").response }
    let scopes = asked?["scope"]?.string() ?? "openid profile offline_access"
    do throws(Refusal) {
      let mint = { () throws(Refusal) in
        try self.signIn(
          client: client.id,
          user: user,
          scopes: scopes.split(separator: " ").map(String.init)
        )
      }
      guard let count = asked?["count"]?.int() else {
        let reply = try mint().reply
        saveIfChanged()
        return reply.response
      }
      var bodies: [UInt8] = []
      for index in 0..<min(count, 100_000) {
        bodies.append(UInt8(ascii: index == 0 ? "[" : ","))
        try mint().body.withBytes { body in
          for place in body.indices { bodies.append(body[place]) }
        }
      }
      bodies += Array((count > 0 ? "]" : "[]").utf8)
      let headers: KeyValuePairs = ["Content-Type": "application/json"]
      saveIfChanged()
      return LoopbackResponse(status: 200, headers: headers, body: bodies)
    } catch {
      return error.reply.response
    }
  }

  func json(_ request: LoopbackRequest) -> JSONValue? {
    (try? JSONDocument(parsing: request.body))?.root
  }

  private static func faults(_ root: JSONValue) -> [DemoFault]? {
    let values = root.kind == .array ? root.elements : [root]
    let faults = values.compactMap(DemoFault.init)
    return faults.count == values.count ? faults : nil
  }
}

extension DemoLogEntry {
  var node: JSONNode {
    [
      "endpoint": .string(endpoint.rawValue), "outcome": .string(outcome),
      "status": .int(Int64(status)), "client_id": client.map(JSONNode.string) ?? .null,
      "grant_type": grantType.map(JSONNode.string) ?? .null,
      "token_sha256": token.map { .string($0.hex) } ?? .null,
    ]
  }
}
