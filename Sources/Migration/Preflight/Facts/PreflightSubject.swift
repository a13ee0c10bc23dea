public import OAuthClient

/// What is checked: the client as it is configured, and nothing that only its provider can know.
public struct PreflightSubject: Sendable {
  /// Whether an optional part of the protocol is used.
  public enum Use: String, Sendable, CaseIterable {
    /// Where the provider offers it.
    case auto
    /// Always.
    case require
    /// Never.
    case off
  }

  /// The issuer as configured; nil with ``endpoints``.
  public var issuer: String?
  /// Explicit endpoints instead of discovery.
  public var endpoints: ProviderEndpoints?
  /// The client.
  public var clientID: String?
  /// The command's own redirect URI.
  public var redirectURI: String?
  /// The app's redirect URIs.
  public var appRedirectURIs: [String] = []
  /// What will be asked for.
  public var scopes: [String] = ["openid"]
  /// Where the browser goes after sign-out.
  public var postLogoutRedirectURI: String?
  /// Pushed authorization requests (RFC 9126).
  public var par = Use.auto
  /// Sender-constrained tokens (RFC 9449).
  public var dpop = Use.auto
  /// How far the clocks may differ.
  public var clockLeewaySeconds = 60

  /// Describes a client.
  ///
  /// - Parameter issuer: The issuer as configured.
  public init(issuer: String) { self.issuer = issuer }

  /// Describes a client of a provider without discovery.
  ///
  /// - Parameter endpoints: Its endpoints.
  public init(endpoints: ProviderEndpoints) { self.endpoints = endpoints }

  /// The issuer that ID tokens must carry.
  public var expectedIssuer: String { issuer ?? endpoints?.issuer ?? "" }
}
