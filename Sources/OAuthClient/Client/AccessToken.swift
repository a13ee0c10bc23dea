public import Secrets

/// An access token, handed out because it was asked for: a token in your hands is one that you can leak.
public struct AccessToken: Sendable {
  /// The token.
  public let value: SecretBytes
  /// How to present it: `Bearer` (RFC 6750), or `DPoP` along with a proof (RFC 9449 section 7.1); in any case.
  public let tokenType: String
  /// Whether it is bound to a key, so that it is refused without a proof (RFC 9449).
  public var isBound: Bool { TokenSet.isDPoP(tokenType) }
  /// When it ends, in seconds since 1970; nil if the provider did not say.
  public let expiresAt: Double?
  /// What it is for, if the provider said so.
  public let scopes: [String]?
}
