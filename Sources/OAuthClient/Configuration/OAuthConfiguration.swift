package import HTTP

/// Who signs in where: a public client at one provider (RFC 8252).
///
/// There is no field for a secret, and none that turns a check off.
public struct OAuthConfiguration: Sendable {
  /// The provider's identifier, exactly as its discovery document spells it; nil with ``endpoints``.
  public let issuer: String?
  /// The client identifier (RFC 6749 section 2.2).
  public let clientId: String
  /// Where the provider sends the browser back; a loopback address without a port means any free port.
  public let redirectUri: String
  /// Where the provider sends the browser after sign-out.
  public let postLogoutRedirectUri: String?
  /// The scopes to ask for, `openid` among them, without repetition.
  public let scopes: [String]
  /// The only origins that ever see the access token.
  public let protectedOrigins: Set<String>
  /// Resources that the tokens are for (RFC 8707).
  public let resources: [String]
  /// Further parameters of the authorization request; none that the library sets itself.
  public let extraParameters: [String: String]
  /// Explicit endpoints instead of discovery.
  public let endpoints: ProviderEndpoints?
  /// Whether authorization requests are pushed (RFC 9126).
  public let pushedAuthorization: PushedAuthorizationUse
  /// Whether tokens are bound to a key (RFC 9449).
  public let dpop: DPoPUse
  /// How far the clocks may differ, in seconds, 0 to 300.
  public let clockLeewaySeconds: Int

  package let redirect: RedirectURI
  package let issuerURL: HTTPURL?
  package let postLogoutRedirect: RedirectURI?

  /// Checks and keeps a configuration.
  ///
  /// - Parameters:
  ///   - issuer: The provider's identifier; https, or http at a loopback address.
  ///   - clientId: The public client's identifier.
  ///   - redirectUri: An https URL, a loopback URL, or a private-use scheme with a dot in it (RFC 8252 7.1).
  ///   - postLogoutRedirectUri: As `redirectUri`, for sign-out.
  ///   - scopes: Must contain `openid`.
  ///   - protectedOrigins: Origins such as `https://api.example.com`.
  ///   - resources: Absolute URIs (RFC 8707).
  ///   - extraParameters: For the authorization request.
  ///   - endpoints: Instead of `issuer`, never beside it.
  ///   - pushedAuthorization: When to push the request.
  ///   - dpop: When to ask for tokens that are bound to a key.
  ///   - clockLeewaySeconds: 0 to 300.
  /// - Throws: `.configuration` naming the member.
  public init(
    issuer: String? = nil,
    clientId: String,
    redirectUri: String,
    postLogoutRedirectUri: String? = nil,
    scopes: [String] = ["openid"],
    protectedOrigins: Set<String> = [],
    resources: [String] = [],
    extraParameters: [String: String] = [:],
    endpoints: ProviderEndpoints? = nil,
    pushedAuthorization: PushedAuthorizationUse = .auto,
    dpop: DPoPUse = .auto,
    clockLeewaySeconds: Int = 60
  ) throws(OAuthError) {
    self.issuerURL = try ConfigurationRules.issuer(issuer, beside: endpoints)
    try ConfigurationRules.clientID(clientId)
    self.redirect = try ConfigurationRules.redirect(redirectUri, member: "redirect_uri")
    if let postLogoutRedirectUri {
      self.postLogoutRedirect = try ConfigurationRules.redirect(
        postLogoutRedirectUri,
        member: "post_logout_redirect_uri"
      )
    } else {
      self.postLogoutRedirect = nil
    }
    self.scopes = try ConfigurationRules.scopes(scopes)
    try ConfigurationRules.origins(protectedOrigins)
    try ConfigurationRules.resources(resources)
    try ConfigurationRules.extraParameters(extraParameters)
    guard (0...300).contains(clockLeewaySeconds) else {
      throw .configuration(
        ConfigurationProblem(.member, "clock_leeway_seconds must be 0 to 300 seconds")
      )
    }
    self.issuer = issuer
    self.clientId = clientId
    self.redirectUri = redirectUri
    self.postLogoutRedirectUri = postLogoutRedirectUri
    self.protectedOrigins = protectedOrigins
    self.resources = resources
    self.extraParameters = extraParameters
    self.endpoints = endpoints
    self.pushedAuthorization = pushedAuthorization
    self.dpop = dpop
    self.clockLeewaySeconds = clockLeewaySeconds
  }

  /// The issuer that names the session in the store, whichever way it was given.
  package var sessionIssuer: String { issuer ?? endpoints?.issuer ?? "" }

  /// ``protectedOrigins``, parsed.
  package var tokenOrigins: Set<Origin> { Set(protectedOrigins.compactMap { HTTPURL($0)?.origin }) }

  /// What an app ought to hear about this configuration at every start; empty mostly.
  public var warnings: [String] {
    guard case .privateUse(let scheme) = redirect.kind else { return [] }
    return [
      "redirect_uri uses the private-use scheme \(scheme): any app on the device can register it too; prefer an https redirect (RFC 8252 section 7.2)"
    ]
  }
}

/// When authorization requests are pushed to the provider before the browser opens (RFC 9126).
public enum PushedAuthorizationUse: String, Sendable, CaseIterable {
  /// Where the provider offers or requires it.
  case auto
  /// Always; a provider without the endpoint is a configuration error.
  case require
  /// Only where the provider requires it.
  case off
}
