package import JSON
import LegacyState
import Secrets

extension StateEntry {
  /// The state as the report has it.
  ///
  /// - Returns: One element of `states`.
  package func json() -> JSONNode {
    var members: [(String, JSONNode)] = [
      ("id", .string(id)), ("app", .optional(app)), ("source", source.json()),
      ("library", .string(library.rawValue)), ("format", .string(format.rawValue)),
      ("issuer", .optional(issuer)), ("issuer_from_id_token", .optional(issuerFromIDToken)),
      ("authorization_endpoint", .optional(authorizationEndpoint)),
      ("token_endpoint", .optional(tokenEndpoint)),
      ("revocation_endpoint", .optional(revocationEndpoint)),
      ("end_session_endpoint", .optional(endSessionEndpoint)),
      ("registration_endpoint", .optional(registrationEndpoint)),
      ("client_id", .optional(clientID)),
      ("redirect_uri", .optional(redirectURI)), ("scopes", .array(scopes.map { .string($0) })),
      ("pkce", .string(pkce.rawValue)), ("nonce", nonce.map { .bool($0) } ?? .null),
      ("tokens", tokens.json()), ("removable", .string(removable.rawValue)),
    ]
    if isMapped { members.append(("mapped", mapped?.json() ?? .null)) }
    return .object(members + [("findings", .array(findings.map { .string($0) }))])
  }
}

extension IssuerMap.Match {
  fileprivate func json() -> JSONNode {
    .object([("issuer", .string(issuer)), ("client_id", .optional(clientID))])
  }
}

extension SourceEntry {
  func json() -> JSONNode {
    .object([
      ("path", .string(path)), ("inner", .array(inner.map { .string($0) })),
      ("locator", locator.json()),
    ])
  }
}

extension Locator {
  fileprivate func json() -> JSONNode {
    let steps = path.map { step -> JSONNode in
      switch step {
      case .key(let name): .string(name)
      case .index(let index): .count(index)
      case .decoded(let format): .object([("decoded", .string(format))])
      }
    }
    var members: [(String, JSONNode)] = [
      ("kind", .string(kind.rawValue)), ("path", .array(steps)), ("offset", .count(offset)),
      ("length", .count(length)),
    ]
    if let line { members.append(("line", .count(line))) }
    if let cell {
      members.append(("table", .string(cell.table)))
      members.append(("column", .string(cell.column)))
      if let row = cell.rowID { members.append(("rowid", .count(Int(row)))) }
      if let key = cell.primaryKey { members.append(("primary_key", .string(key))) }
    }
    if let item {
      members.append(("service", .optional(item.service)))
      members.append(("account", .optional(item.account)))
    }
    return .object(members)
  }
}

extension TokenEntries {
  /// Every role stands in it; null says that there is none.
  func json() -> JSONNode {
    let members: [(String, JSONNode?)] = [
      ("refresh", refresh?.json(.kind)),
      ("access", access?.json(.kind, .expiry, .expired)),
      ("id", id?.json(.algorithm, .expiry)),
      ("client_secret", clientSecret?.lengthOnly),
      ("registration_access", registrationAccess?.json()),
      ("authorization_code", authorizationCode?.json()),
      ("code_verifier", codeVerifier?.lengthOnly),
      ("historical_refresh", .array(historicalRefresh.map { $0.json() })),
    ]
    return .object(members.map { ($0.0, $0.1 ?? .null) })
  }
}

extension TokenEntry {
  fileprivate enum Detail {
    case kind, algorithm, expiry, expired
  }

  /// A digest of it could be guessed back.
  fileprivate var lengthOnly: JSONNode { .object([("length", .count(length))]) }

  fileprivate func json(_ details: Detail...) -> JSONNode {
    var members: [(String, JSONNode)] = [
      ("sha256", .optional(fingerprint?.hex)), ("length", .count(length)),
    ]
    for detail in details {
      switch detail {
      case .kind: members.append(("kind", .string(kind.rawValue)))
      case .algorithm: members.append(("alg", .optional(algorithm)))
      case .expiry:
        let moment = expiresAtMilliseconds.flatMap { Timestamp.moment(milliseconds: $0) }
        members.append(("expires_at", .optional(moment)))
      case .expired: members.append(("expired", isExpired.map { .bool($0) } ?? .null))
      }
    }
    return .object(members)
  }
}
