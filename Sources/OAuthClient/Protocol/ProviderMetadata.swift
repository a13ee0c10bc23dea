package import HTTP
package import JSON

/// What a provider says of itself (OIDC Discovery 3, RFC 8414 section 2), read strictly where tokens depend on it
/// and kept as it came for those who judge it further.
package struct ProviderMetadata: Sendable {
  package let issuer: String
  package let authorizationEndpoint: HTTPURL
  package let tokenEndpoint: HTTPURL
  package let jwksURI: HTTPURL
  package let revocationEndpoint: HTTPURL?
  package let userinfoEndpoint: HTTPURL?
  package let endSessionEndpoint: HTTPURL?
  package let pushedAuthorizationRequestEndpoint: HTTPURL?
  package let introspectionEndpoint: HTTPURL?
  package let requiresPushedAuthorizationRequests: Bool
  /// `authorization_response_iss_parameter_supported` (RFC 9207 section 3).
  package let announcesIssuerParameter: Bool
  package let codeChallengeMethods: [String]?
  /// `dpop_signing_alg_values_supported` (RFC 9449 section 5.1).
  package let proofAlgorithms: [String]?
  package let scopesSupported: [String]?
  /// The document itself; nil for explicit endpoints.
  package let document: JSONDocument?
  /// Remarks that do not stop anything, such as a trailing slash.
  package let warnings: [String]
}

extension ProviderMetadata {
  /// Reads a discovery document.
  ///
  /// - Parameters:
  ///   - document: What `/.well-known/openid-configuration` answered.
  ///   - configured: The issuer that the user named; equal but for one trailing slash.
  /// - Throws: `.configuration` naming the member.
  /// - SeeAlso: OIDC Discovery 4.3, RFC 8414 section 3.3.
  package init(document: JSONDocument, configured: String) throws(OAuthError) {
    let root = document.root
    guard root.kind == .object else {
      throw Self.fault(.discovery, "the discovery document is not a JSON object")
    }
    guard !root.hasDuplicateMembers else {
      throw Self.fault(.discovery, "the discovery document has a member twice")
    }
    guard let issuer = root["issuer"]?.string(), !issuer.isEmpty else {
      throw Self.fault(.discovery, "the discovery document has no issuer")
    }
    self.warnings = try IssuerComparison.warnings(configured: configured, discovered: issuer)
    self.issuer = issuer
    self.authorizationEndpoint = try Self.required("authorization_endpoint", in: root)
    self.tokenEndpoint = try Self.required("token_endpoint", in: root)
    self.jwksURI = try Self.required("jwks_uri", in: root)
    self.revocationEndpoint = try Self.optional("revocation_endpoint", in: root)
    self.userinfoEndpoint = try Self.optional("userinfo_endpoint", in: root)
    self.endSessionEndpoint = try Self.optional("end_session_endpoint", in: root)
    self.introspectionEndpoint = try Self.optional("introspection_endpoint", in: root)
    self.pushedAuthorizationRequestEndpoint = try Self.optional(
      "pushed_authorization_request_endpoint",
      in: root
    )
    self.requiresPushedAuthorizationRequests =
      root["require_pushed_authorization_requests"]?.bool() ?? false
    self.announcesIssuerParameter =
      root["authorization_response_iss_parameter_supported"]?.bool() ?? false
    self.codeChallengeMethods = root["code_challenge_methods_supported"]?.stringArray()
    self.proofAlgorithms = root["dpop_signing_alg_values_supported"]?.stringArray()
    self.scopesSupported = root["scopes_supported"]?.stringArray()
    self.document = document
  }

  /// Takes explicit endpoints; they were checked when they were configured.
  package init(endpoints: ProviderEndpoints) throws(OAuthError) {
    self.issuer = endpoints.issuer
    self.authorizationEndpoint = try Self.url(endpoints.authorization, "authorization")
    self.tokenEndpoint = try Self.url(endpoints.token, "token")
    self.jwksURI = try Self.url(endpoints.jwksURI, "jwks_uri")
    self.revocationEndpoint = endpoints.revocation.flatMap(EndpointURL.parse)
    self.userinfoEndpoint = endpoints.userinfo.flatMap(EndpointURL.parse)
    self.endSessionEndpoint = endpoints.endSession.flatMap(EndpointURL.parse)
    self.introspectionEndpoint = nil
    self.pushedAuthorizationRequestEndpoint = endpoints.pushedAuthorizationRequest
      .flatMap(EndpointURL.parse)
    self.requiresPushedAuthorizationRequests = false
    self.announcesIssuerParameter = false
    self.codeChallengeMethods = nil
    self.proofAlgorithms = nil
    self.scopesSupported = nil
    self.document = nil
    self.warnings = []
  }

  /// The same provider with a revocation endpoint that another of its documents names.
  package func adding(revocationEndpoint: HTTPURL) -> ProviderMetadata {
    ProviderMetadata(
      issuer: issuer,
      authorizationEndpoint: authorizationEndpoint,
      tokenEndpoint: tokenEndpoint,
      jwksURI: jwksURI,
      revocationEndpoint: revocationEndpoint,
      userinfoEndpoint: userinfoEndpoint,
      endSessionEndpoint: endSessionEndpoint,
      pushedAuthorizationRequestEndpoint: pushedAuthorizationRequestEndpoint,
      introspectionEndpoint: introspectionEndpoint,
      requiresPushedAuthorizationRequests: requiresPushedAuthorizationRequests,
      announcesIssuerParameter: announcesIssuerParameter,
      codeChallengeMethods: codeChallengeMethods,
      proofAlgorithms: proofAlgorithms,
      scopesSupported: scopesSupported,
      document: document,
      warnings: warnings
    )
  }
}

extension ProviderMetadata {
  private static func required(_ name: String, in root: JSONValue) throws(OAuthError) -> HTTPURL {
    guard let url = try optional(name, in: root) else {
      throw fault(.discovery, "the discovery document has no \(name)")
    }
    return url
  }

  private static func optional(_ name: String, in root: JSONValue) throws(OAuthError) -> HTTPURL? {
    guard let value = root[name], !value.isNull else { return nil }
    guard let text = value.string(), let url = EndpointURL.parse(text) else {
      throw fault(
        .discovery,
        "the discovery document's \(name) is not an https URL (http is accepted at 127.0.0.1 and [::1] only)"
      )
    }
    return url
  }

  private static func url(_ text: String, _ name: String) throws(OAuthError) -> HTTPURL {
    guard let url = EndpointURL.parse(text) else {
      throw fault(.member, "endpoints.\(name) is not usable")
    }
    return url
  }

  private static func fault(_ code: ConfigurationProblem.Code, _ text: String) -> OAuthError {
    .configuration(ConfigurationProblem(code, text))
  }
}
