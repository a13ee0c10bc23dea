internal import HTTP

/// Explicit endpoints for a provider without discovery.
public struct ProviderEndpoints: Sendable, Equatable {
  /// The `iss` that ID tokens must carry; mandatory, since there is no discovery to take it from.
  public let issuer: String
  /// The authorization endpoint (RFC 6749 section 3.1).
  public let authorization: String
  /// The token endpoint (RFC 6749 section 3.2).
  public let token: String
  /// Where the provider's keys are (RFC 7517).
  public let jwksURI: String
  /// The revocation endpoint (RFC 7009).
  public let revocation: String?
  /// The UserInfo endpoint (OIDC Core 5.3).
  public let userinfo: String?
  /// The end-session endpoint (OIDC RP-Initiated Logout).
  public let endSession: String?
  /// The pushed authorization request endpoint (RFC 9126).
  public let pushedAuthorizationRequest: String?

  /// Checks and keeps the endpoints.
  ///
  /// - Parameters:
  ///   - issuer: The expected `iss`.
  ///   - authorization: The authorization endpoint.
  ///   - token: The token endpoint.
  ///   - jwksURI: The JWK Set.
  ///   - revocation: The revocation endpoint.
  ///   - userinfo: The UserInfo endpoint.
  ///   - endSession: The end-session endpoint.
  ///   - pushedAuthorizationRequest: The PAR endpoint.
  /// - Throws: `.configuration` naming the endpoint that is not https (or http at a loopback address).
  public init(
    issuer: String,
    authorization: String,
    token: String,
    jwksURI: String,
    revocation: String? = nil,
    userinfo: String? = nil,
    endSession: String? = nil,
    pushedAuthorizationRequest: String? = nil
  ) throws(OAuthError) {
    guard !issuer.isEmpty else {
      throw .configuration(
        ConfigurationProblem(.issuer, "endpoints.issuer is missing: give the iss of the ID tokens")
      )
    }
    let named: [(String, String?)] = [
      ("authorization", authorization), ("token", token), ("jwks_uri", jwksURI),
      ("revocation", revocation), ("userinfo", userinfo), ("end_session", endSession),
      ("par", pushedAuthorizationRequest),
    ]
    for (name, text) in named {
      guard let text else { continue }
      guard EndpointURL.parse(text) != nil else {
        throw .configuration(
          ConfigurationProblem(
            .member,
            "endpoints.\(name) must be an https URL without user information or fragment"
          )
        )
      }
    }
    self.issuer = issuer
    self.authorization = authorization
    self.token = token
    self.jwksURI = jwksURI
    self.revocation = revocation
    self.userinfo = userinfo
    self.endSession = endSession
    self.pushedAuthorizationRequest = pushedAuthorizationRequest
  }
}
