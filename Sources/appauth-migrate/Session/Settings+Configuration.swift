import OAuthClient
import Terminal

extension Settings {
  /// Stands for a client that nobody named yet.
  static let placeholderClient = "NEW-CLIENT"
  /// The redirect of this command when none is named: loopback, any free port.
  static let standardRedirectURI = "http://127.0.0.1/callback"
  /// The scopes to ask for when none are named.
  static let standardScopes = ["openid", "profile", "offline_access"]

  /// Refuses a hinted command that was copied as it stands.
  ///
  /// - Throws: ``ExitCode/usage``.
  func refusePlaceholder() throws(Stop) {
    guard clientID == Self.placeholderClient else { return }
    throw Stop(
      .usage,
      "client_id \(Self.placeholderClient) only stands for yours",
      hints: ["name the new client that is registered for this at the provider"]
    )
  }

  /// The client that these settings describe.
  ///
  /// - Throws: ``ExitCode/usage`` naming the member that is missing or wrong.
  func configuration() throws(Stop) -> OAuthConfiguration {
    guard let clientID else {
      throw Stop(
        .usage,
        "client_id is missing: which public client signs in?",
        hints: ["name it with --client-id, or in appauth-migrate.json"]
      )
    }
    try refusePlaceholder()
    guard issuer != nil || endpoints != nil else {
      throw Stop(
        .usage,
        "issuer is missing: which provider is it?",
        hints: [
          "name it with --issuer, or in appauth-migrate.json; appauth-migrate audit shows the issuers of the states"
        ]
      )
    }
    do throws(OAuthError) {
      return try OAuthConfiguration(
        issuer: issuer,
        clientId: clientID,
        redirectUri: redirectURI ?? Self.standardRedirectURI,
        postLogoutRedirectUri: postLogoutRedirectURI,
        scopes: scopes ?? Self.standardScopes,
        protectedOrigins: Set(protectedOrigins ?? []),
        resources: resources ?? [],
        extraParameters: Dictionary(
          (extraParameters ?? []).map { ($0.name, $0.value) },
          uniquingKeysWith: { $1 }
        ),
        endpoints: try endpoints.map { given throws(OAuthError) in try ProviderEndpoints(given) },
        pushedAuthorization: par?.pushing ?? .auto,
        dpop: dpop?.binding ?? .auto,
        clockLeewaySeconds: clockLeewaySeconds ?? 60
      )
    } catch {
      throw Stop(error)
    }
  }
}

extension OAuthConfiguration {
  /// Refuses a redirect that does not come back to this command.
  ///
  /// - Throws: ``ExitCode/usage``, before anything is sent or opened.
  func requireReceivableRedirect() throws(Stop) {
    if case .loopback = redirect.kind { return }
    throw Stop(
      .usage,
      "redirect_uri \(Neutral.text(redirectUri)) does not come back to this command, only to an app",
      hints: [
        "register http://127.0.0.1/callback for this client too, and use it here: --redirect-uri http://127.0.0.1/callback",
        "the app's own redirects stand in app_redirect_uris, and preflight checks them",
      ]
    )
  }
}

extension Requirement {
  fileprivate var pushing: PushedAuthorizationUse {
    switch self {
    case .auto: .auto
    case .require: .require
    case .off: .off
    }
  }

  fileprivate var binding: DPoPUse {
    switch self {
    case .auto: .auto
    case .require: .require
    case .off: .off
    }
  }
}

extension ProviderEndpoints {
  /// Takes what the settings name.
  init(_ given: EndpointSettings) throws(OAuthError) {
    try self.init(
      issuer: given.issuer,
      authorization: given.authorization,
      token: given.token,
      jwksURI: given.jwksURI,
      revocation: given.revocation,
      userinfo: given.userinfo,
      endSession: given.endSession,
      pushedAuthorizationRequest: given.par
    )
  }
}
