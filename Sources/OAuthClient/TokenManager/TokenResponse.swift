public import Secrets

/// What a token endpoint answered to ``OAuthTokenManager``: tokens, or an OAuth error as a value (RFC 6749 section 5).
public enum TokenResponse: Sendable {
  /// Tokens; they are the caller's to keep.
  case successful(SuccessfulTokenResponse)
  /// The provider said no.
  case error(ErrorTokenResponse)

  /// The error; nil for tokens.
  public var failure: ErrorTokenResponse? {
    if case .error(let error) = self { error } else { nil }
  }

  /// The tokens; nil for an error.
  public var tokens: SuccessfulTokenResponse? {
    if case .successful(let tokens) = self { tokens } else { nil }
  }
}

/// Tokens that a provider gave (RFC 6749 section 5.1); nothing of it prints itself.
public struct SuccessfulTokenResponse: Sendable {
  /// The access token.
  public let accessToken: SecretBytes
  /// `Bearer` or `DPoP`, as the provider spells it; compare without case.
  public let tokenType: String
  /// Whether the access token is bound to a key that the manager holds: it is presented as `DPoP` along with a proof.
  public let isBound: Bool
  /// The refresh token; after a refresh nil if the provider gave no new one, and the one that was sent stays good.
  public let refreshToken: SecretBytes?
  /// Seconds from the answer on; nil if the provider did not say.
  public let expiresInSeconds: Double?
  /// What was granted; nil if the provider did not say, and it is what was asked for then.
  public let scopes: [String]?
  /// The ID token, not validated: nothing in it is proven before you have done that (OIDC Core 3.1.3.7).
  public let idToken: SecretBytes?

  init(_ tokens: TokenSet, isBound: Bool) {
    self.accessToken = tokens.accessToken
    self.tokenType = tokens.tokenType
    self.isBound = isBound
    self.refreshToken = tokens.refreshToken
    self.expiresInSeconds = tokens.expiresInSeconds
    self.scopes = tokens.scope.map { $0.split(separator: " ").map(String.init) }
    self.idToken = tokens.idToken
  }
}

/// An OAuth error (RFC 6749 section 5.2), fit to be shown.
public struct ErrorTokenResponse: Error, Sendable, Equatable, CustomStringConvertible {
  /// The code, such as `invalid_grant`; `unrecognised_error` for what is none.
  public let error: String
  /// The provider's words: at most 200 characters, none of them a control character, tokens as their fingerprints; nil
  /// if there are none, or they repeat what was sent.
  public let errorDescription: String?

  /// Describes an error, as the tests of an app need it.
  ///
  /// - Parameters:
  ///   - error: The code.
  ///   - errorDescription: The provider's words, fit to be shown.
  public init(error: String, errorDescription: String? = nil) {
    self.error = error
    self.errorDescription = errorDescription
  }

  /// The code and the words.
  public var description: String {
    errorDescription.map { "\(error): \($0)" } ?? error
  }
}
