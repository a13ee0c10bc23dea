package import Secrets

/// What one person granted one client at one time: a family of refresh tokens and the access tokens from it.
package struct DemoGrant: Sendable {
  /// Counts up.
  package let id: Int
  /// Whose application.
  package let client: String
  /// Whose account.
  package let subject: String
  /// What it covers.
  package let scopes: [String]
  /// The session at the provider, as in the ID token.
  package let session: String
  /// When the person typed the password, in seconds since 1970.
  package let authenticatedAt: Int64
  /// How strongly.
  package let acr: String
  /// Of the authorization request.
  package let nonce: String?
  /// The thumbprint of the DPoP key that the tokens are bound to.
  package let keyThumbprint: String?
  /// The thumbprint that the authorization request named (RFC 9449 section 10).
  package internal(set) var askedKeyThumbprint: String?
  /// The refresh token that works; nil if none was given.
  package internal(set) var refreshToken: Fingerprint?
  /// Those that worked once.
  package internal(set) var usedRefreshTokens: [Fingerprint] = []
  /// Whether anything of it still works.
  package internal(set) var isLive = true
}

/// An access token that was given out.
struct AccessGrant {
  var grant: Int
  var expiresAt: Int64
  var isRevoked = false
}

/// A code that was given out.
struct CodeGrant {
  var request: AuthorizationRequest
  var subject: String
  var session: String
  var authenticatedAt: Int64
  var expiresAt: Int64
  /// The grant that it became.
  var grant: Int?
}

/// A browser that has signed in.
struct BrowserSession {
  var subject: String
  var session: String
  var authenticatedAt: Int64
  var acr: String
}
