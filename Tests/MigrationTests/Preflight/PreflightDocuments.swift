import JSON
import Secrets

/// A provider's metadata, right in everything, and ways to spoil them.
enum PreflightDocuments {
  static let issuer = "https://id.example.com"

  static let metadata: [(String, JSONNode)] = [
    ("issuer", .string(issuer)),
    ("authorization_endpoint", "https://id.example.com/authorize"),
    ("token_endpoint", "https://id.example.com/token"),
    ("jwks_uri", "https://id.example.com/jwks"),
    ("revocation_endpoint", "https://id.example.com/revoke"),
    ("end_session_endpoint", "https://id.example.com/logout"),
    ("pushed_authorization_request_endpoint", "https://id.example.com/par"),
    ("response_types_supported", ["code"]),
    ("grant_types_supported", ["authorization_code", "refresh_token"]),
    ("code_challenge_methods_supported", ["S256"]),
    ("token_endpoint_auth_methods_supported", ["none"]),
    ("revocation_endpoint_auth_methods_supported", ["none"]),
    ("id_token_signing_alg_values_supported", ["ES256"]),
    ("dpop_signing_alg_values_supported", ["ES256"]),
    ("scopes_supported", ["openid", "offline_access"]),
    ("authorization_response_iss_parameter_supported", true),
  ]

  /// The example key of RFC 7517 appendix A.1.
  static let key: [(String, JSONNode)] = [
    ("kty", "EC"), ("crv", "P-256"), ("kid", "1"), ("use", "sig"),
    ("x", "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4"),
    ("y", "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"),
  ]

  /// The metadata with some members changed; nil takes one away.
  static func metadata(_ changes: [String: JSONNode?] = [:]) -> JSONNode {
    var members = metadata.filter { changes[$0.0] == nil }
    for (name, value) in changes.sorted(by: { $0.key < $1.key }) {
      if let value { members.append((name, value)) }
    }
    return .object(members)
  }

  static func keySet(_ changes: [String: JSONNode] = [:]) -> JSONNode {
    var members = key.filter { changes[$0.0] == nil }
    members += changes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    return ["keys": .array([.object(members)])]
  }

  static func bytes(_ node: JSONNode) -> SecretBytes { SecretBytes(copying: node.encoded()) }
}
