import JSON
import Secrets

extension World {
  /// What outlives a restart: the grants and access tokens, by fingerprint, and the counts.
  var saved: JSONNode {
    .object([
      ("schema", "demo-provider/state/1"),
      (
        "registrations",
        .object(registrations.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value.hex)) })
      ),
      (
        "counts",
        .object(
          counts.sorted { $0.key.rawValue < $1.key.rawValue }.map {
            ($0.key.rawValue, .int(Int64($0.value)))
          }
        )
      ),
      ("grants", .array(grants.map(\.saved))),
      (
        "access_tokens",
        .array(
          accessTokens.map { token, access in
            [
              "sha256": .string(token.hex), "grant": .int(Int64(access.grant)),
              "expires_at": .int(access.expiresAt), "revoked": .bool(access.isRevoked),
            ]
          }
        )
      ),
    ])
  }

  /// Takes up what an earlier run left; false if it is no such file.
  mutating func restore(_ root: JSONValue) -> Bool {
    guard root["schema"]?.string() == "demo-provider/state/1" else { return false }
    for member in root["counts"]?.members ?? [] {
      if let endpoint = DemoEndpoint(rawValue: member.name) {
        counts[endpoint] = member.value.int().map(Int.init)
      }
    }
    for member in root["registrations"]?.members ?? [] {
      registrations[member.name] = member.value.string().flatMap(Fingerprint.init(hex:))
    }
    for (index, value) in (root["grants"]?.elements ?? []).enumerated() {
      guard let grant = DemoGrant(value, id: index) else { return false }
      grants.append(grant)
      for token in grant.usedRefreshTokens + [grant.refreshToken].compactMap(\.self) {
        refreshTokens[token] = index
      }
    }
    for value in root["access_tokens"]?.elements ?? [] {
      guard let token = value["sha256"]?.string().flatMap(Fingerprint.init(hex:)),
        let grant = value["grant"]?.int().map(Int.init), grants.indices.contains(grant)
      else { return false }
      accessTokens[token] = AccessGrant(
        grant: grant,
        expiresAt: value["expires_at"]?.int() ?? 0,
        isRevoked: value["revoked"]?.bool() ?? false
      )
    }
    return true
  }
}

extension DemoGrant {
  var saved: JSONNode {
    [
      "client_id": .string(client), "sub": .string(subject),
      "scope": .string(scopes.joined(separator: " ")), "sid": .string(session),
      "auth_time": .int(authenticatedAt), "acr": .string(acr),
      "nonce": nonce.map(JSONNode.string) ?? .null,
      "jkt": keyThumbprint.map(JSONNode.string) ?? .null,
      "refresh_token_sha256": refreshToken.map { .string($0.hex) } ?? .null,
      "used_sha256": .array(usedRefreshTokens.map { .string($0.hex) }),
      "live": .bool(isLive),
    ]
  }

  init?(_ value: JSONValue, id: Int) {
    guard let client = value["client_id"]?.string(), let subject = value["sub"]?.string(),
      let scope = value["scope"]?.string(), let session = value["sid"]?.string(),
      let authenticatedAt = value["auth_time"]?.int(), let acr = value["acr"]?.string()
    else { return nil }
    self.init(
      id: id,
      client: client,
      subject: subject,
      scopes: scope.split(separator: " ").map(String.init),
      session: session,
      authenticatedAt: authenticatedAt,
      acr: acr,
      nonce: value["nonce"]?.string(),
      keyThumbprint: value["jkt"]?.string()
    )
    refreshToken = value["refresh_token_sha256"]?.string().flatMap(Fingerprint.init(hex:))
    usedRefreshTokens = (value["used_sha256"]?.elements ?? []).compactMap {
      $0.string().flatMap(Fingerprint.init(hex:))
    }
    isLive = value["live"]?.bool() ?? false
  }
}
