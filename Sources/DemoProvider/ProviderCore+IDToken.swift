import Crypto
import JOSE
import JSON
import Secrets

extension ProviderCore {
  /// OpenID Connect Core section 2; a refreshed one keeps sub, aud, auth_time and nonce (section 12.2).
  func makeIDToken(
    for grant: DemoGrant,
    accessToken: SecretBytes,
    isRefresh: Bool,
    _ effects: Effects
  ) throws(Refusal) -> SecretBytes {
    let hash = configuration.algorithm.hash.digest(accessToken)
    let now = now
    var claims: [(String, JSONNode)] = [
      ("iss", .string(issuer)),
      ("sub", .string(grant.subject)),
      ("aud", .string(grant.client)),
      ("exp", .int(now + 300)),
      ("iat", .int(now)),
      ("auth_time", .int(grant.authenticatedAt)),
      ("acr", .string(grant.acr)),
      ("sid", .string(grant.session)),
      ("at_hash", .string(Base64URL.encode(Array(hash[..<(hash.count / 2)])))),
    ]
    if let nonce = grant.nonce { claims.append(("nonce", .string(nonce))) }
    claims += personClaims(grant)
    for (name, value) in effects.claims {
      claims.removeAll { $0.0 == name }
      if let value { claims.append((name, value)) }
    }
    return try signed(.object(claims), type: "JWT", effects)
  }

  /// Claims with a signature, or with what a fault makes of it.
  func signed(
    _ claims: JSONNode,
    type: String?,
    _ effects: Effects
  ) throws(Refusal) -> SecretBytes {
    do {
      let key = try SigningKeys.key(for: configuration.algorithm)
      var workshop = ForgedToken(claims: claims, type: type, key: key.key, keyID: key.id)
      if effects.isUnsigned { workshop.set("alg", "none") }
      for forgery in effects.forgeries { workshop.apply(forgery) }
      let token = try workshop.token()
      if effects.isUnsigned { return token.cut(after: UInt8(ascii: ".")) }
      return effects.isTampered ? token.tampered : token
    } catch {
      throw Refusal(500, "server_error", "signing failed")
    }
  }

  func personClaims(_ grant: DemoGrant) -> [(String, JSONNode)] {
    let name = configuration.users.first { $0.subject == grant.subject }?.name ?? grant.subject
    var claims: [(String, JSONNode)] = []
    if grant.scopes.contains("profile") { claims.append(("name", .string(name))) }
    if grant.scopes.contains("email") {
      claims.append(("email", .string("\(name)@example.com")))
      claims.append(("email_verified", true))
    }
    return claims
  }
}

extension SecretBytes {
  /// Up to and with the last `mark`: a JWS without its signature.
  fileprivate func cut(after mark: UInt8) -> SecretBytes {
    var bytes = withBytes { bytes in bytes.indices.map { bytes[$0] } }
    let end = bytes.lastIndex(of: mark).map { $0 + 1 } ?? bytes.endIndex
    bytes.removeLast(bytes.count - end)
    return SecretBytes(wiping: &bytes)
  }

  /// With another character in the middle of the signature.
  fileprivate var tampered: SecretBytes {
    var bytes = withBytes { bytes in bytes.indices.map { bytes[$0] } }
    let place = bytes.count - 20
    bytes[place] = bytes[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
    return SecretBytes(wiping: &bytes)
  }
}
