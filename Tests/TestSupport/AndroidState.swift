import JSON

/// The state that an app with AppAuth-Android keeps, as `AuthState.jsonSerializeString()` writes it.
package struct AndroidState: Sendable {
  /// The provider's issuer; the endpoints are under it unless they are set.
  package var issuer: String
  /// `client_id`.
  package var client: String
  /// Where the app let itself be called.
  package var redirectURI = "com.example.app:/oauth"
  /// Separated by spaces.
  package var scope = "openid profile offline_access"
  /// `refresh_token`.
  package var refreshToken: String?
  /// `access_token`.
  package var accessToken: String?
  /// `id_token`.
  package var idToken: String?
  /// The code that was exchanged for them.
  package var code = "old-code-0123456789abcdef"
  /// The verifier that was sent with it.
  package var codeVerifier = "old-verifier-0123456789abcdef0123456789abcdef"
  /// Endpoints by their names in a discovery document.
  package var endpoints: [String: String]

  /// Makes a state without tokens.
  ///
  /// - Parameters:
  ///   - issuer: The provider's issuer.
  ///   - client: The app's `client_id`.
  ///   - endpoints: By their names in a discovery document; nil for some below the issuer.
  package init(issuer: String, client: String, endpoints: [String: String]? = nil) {
    self.issuer = issuer
    self.client = client
    self.endpoints =
      endpoints ?? [
        "authorization_endpoint": "\(issuer)/authorize", "token_endpoint": "\(issuer)/token",
        "revocation_endpoint": "\(issuer)/revoke", "end_session_endpoint": "\(issuer)/end_session",
        "jwks_uri": "\(issuer)/jwks", "userinfo_endpoint": "\(issuer)/userinfo",
      ]
  }

  /// The JSON text, with slashes escaped as Android's `org.json` does.
  package var json: String {
    let text = String(decoding: node.encoded(), as: UTF8.self)
    return text.replacing("/", with: "\\/")
  }

  private var node: JSONNode {
    var members: [(String, JSONNode)] = []
    if let refreshToken { members.append(("refreshToken", .string(refreshToken))) }
    members += [
      ("scope", .string(scope)), ("lastAuthorizationResponse", authorization),
      ("mLastTokenResponse", tokens),
    ]
    return .object(members)
  }

  private var configuration: JSONNode {
    let document = [("issuer", issuer)] + endpoints.sorted { $0.key < $1.key }.map { ($0, $1) }
    var members: [(String, JSONNode)] = []
    for (name, member) in [
      ("authorizationEndpoint", "authorization_endpoint"), ("tokenEndpoint", "token_endpoint"),
      ("endSessionEndpoint", "end_session_endpoint"),
    ] {
      if let endpoint = endpoints[member] { members.append((name, .string(endpoint))) }
    }
    members.append(("discoveryDoc", .object(document.map { ($0.0, .string($0.1)) })))
    return .object(members)
  }

  private var authorization: JSONNode {
    [
      "request": [
        "configuration": configuration, "clientId": .string(client), "responseType": "code",
        "redirectUri": .string(redirectURI), "scope": .string(scope), "state": "old-state-1",
        "nonce": "old-nonce-1", "codeVerifier": .string(codeVerifier),
        "codeVerifierChallenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        "codeVerifierChallengeMethod": "S256", "additionalParameters": [:],
      ],
      "state": "old-state-1", "code": .string(code), "additional_parameters": [:],
    ]
  }

  private var tokens: JSONNode {
    var members: [(String, JSONNode)] = [
      (
        "request",
        [
          "configuration": configuration, "clientId": .string(client),
          "grantType": "authorization_code", "redirectUri": .string(redirectURI),
          "authorizationCode": .string(code), "codeVerifier": .string(codeVerifier),
          "additionalParameters": [:],
        ]
      ),
      ("token_type", "Bearer"), ("expires_at", 1_764_500_000_000),
    ]
    for (name, token) in [
      ("access_token", accessToken), ("id_token", idToken), ("refresh_token", refreshToken),
    ] {
      if let token { members.append((name, .string(token))) }
    }
    return .object(members + [("additionalParameters", [:])])
  }
}
