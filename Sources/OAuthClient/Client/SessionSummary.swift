internal import Secrets

/// A session without its secrets, fit for a status line.
public struct SessionSummary: Sendable, Equatable {
  /// When the access token ends, in seconds since 1970; nil if the provider did not say.
  public let accessTokenExpiresAt: Double?
  /// Whether the session can be renewed without the user.
  public let hasRefreshToken: Bool
  /// The granted scopes, if the provider said so; what looks like a token appears as its fingerprint.
  public let scopes: [String]?
  /// When the user signed in, in seconds since 1970.
  public let signedInAt: Double
  /// When the session was renewed last, in seconds since 1970; nil before the first refresh.
  public let refreshedAt: Double?
  /// The first 12 hex digits of the refresh token's SHA-256.
  public let refreshTokenFingerprint: String?
  /// Whether the clock was ahead when the access token came, so that nobody can tell when it ends.
  public let isExpiryUnknown: Bool

  /// Whether the tokens are bound to a key that the store holds with them (DPoP, RFC 9449), so that a stolen one is of
  /// no use.
  public let isBound: Bool

  init(_ tokens: SessionTokens, now: Double) {
    self.accessTokenExpiresAt = tokens.accessTokenExpiresAt
    self.hasRefreshToken = tokens.refreshToken != nil
    // A careless server may have filled them with anything.
    self.scopes = tokens.scope.map { scope in
      scope.split(separator: " ").map { TokenShape.shown(Array($0.utf8)) }
    }
    self.signedInAt = tokens.signedInAt
    self.refreshedAt = tokens.refreshedAt
    self.refreshTokenFingerprint = tokens.refreshToken?.fingerprint.short
    self.isBound = tokens.proofKey != nil
    self.isExpiryUnknown = tokens.accessTokenExpiresAt == nil || tokens.isFromTheFuture(at: now)
  }
}
