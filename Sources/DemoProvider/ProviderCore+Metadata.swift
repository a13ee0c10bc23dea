import Crypto
import JSON
import Locks

extension ProviderCore {
  var origin: String { world.withLock { $0.origin } }

  /// The issuer, byte for byte.
  var issuer: String { origin + configuration.issuerPath }

  func url(of endpoint: DemoEndpoint) -> String {
    "\(origin)\(configuration.base)\(endpoint.path ?? "")"
  }

  /// OpenID Connect Discovery section 3 and RFC 8414 section 2.
  func metadata(_ effects: Effects) -> Reply {
    var members: [(String, JSONNode)] = [
      ("issuer", .string(issuer)),
      ("authorization_endpoint", .string(url(of: .authorize))),
      ("token_endpoint", .string(url(of: .token))),
      ("jwks_uri", .string(url(of: .jwks))),
      ("userinfo_endpoint", .string(url(of: .userinfo))),
      ("revocation_endpoint", .string(url(of: .revoke))),
      ("end_session_endpoint", .string(url(of: .endSession))),
      ("registration_endpoint", .string(url(of: .register))),
      ("response_types_supported", ["code"]),
      ("grant_types_supported", ["authorization_code", "refresh_token"]),
      ("code_challenge_methods_supported", ["S256"]),
      ("token_endpoint_auth_methods_supported", authMethods),
      ("revocation_endpoint_auth_methods_supported", authMethods),
      ("subject_types_supported", ["public"]),
      (
        "id_token_signing_alg_values_supported", .array([.string(configuration.algorithm.rawValue)])
      ),
      ("scopes_supported", ["openid", "profile", "email", "offline_access"]),
      ("acr_values_supported", ["urn:demo:password", "urn:demo:strong"]),
      ("prompt_values_supported", ["none", "login", "consent"]),
      ("authorization_response_iss_parameter_supported", true),
    ]
    if configuration.offersPushedRequests {
      members.append(("pushed_authorization_request_endpoint", .string(url(of: .par))))
      members.append(
        ("require_pushed_authorization_requests", .bool(configuration.requiresPushedRequests))
      )
    }
    if configuration.offersIntrospection {
      members.append(("introspection_endpoint", .string(url(of: .introspect))))
      members.append(("introspection_endpoint_auth_methods_supported", authMethods))
    }
    if configuration.offersDPoP {
      members.append(("dpop_signing_alg_values_supported", ["ES256", "RS256"]))
    }
    return .json(effects.applied(to: members))
  }

  func keySet(_ effects: Effects) -> Reply {
    do {
      return .json(effects.applied(to: [("keys", try SigningKeys.published())]))
    } catch {
      return .error(500, "server_error", "no keys")
    }
  }

  private var authMethods: JSONNode { ["none", "client_secret_basic", "client_secret_post"] }
}
