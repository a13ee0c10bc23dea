/// Why only a new sign-in helps.
public struct ReauthenticationReason: Error, Sendable, Equatable, CustomStringConvertible {
  /// The reason, as a stable word.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The word.
    public let rawValue: String
    /// Makes a code of any word, known here or not.
    ///
    /// - Parameter rawValue: The word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Nobody is signed in.
    public static let noSession = Code(rawValue: "no_session")
    /// The provider refused the refresh token (`invalid_grant`).
    public static let grantRejected = Code(rawValue: "grant_rejected")
    /// The answers of two refreshes in a row were lost; the provider may still take the token for good.
    public static let refreshInterrupted = Code(rawValue: "refresh_interrupted")
    /// The access token is over and there is no refresh token.
    public static let noRefreshToken = Code(rawValue: "no_refresh_token")
    /// The provider does not take the access token any more, and there is no refresh token.
    public static let accessTokenRejected = Code(rawValue: "access_token_rejected")
    /// A refreshed ID token speaks of another user.
    public static let identityChanged = Code(rawValue: "identity_changed")
    /// The stored session's tokens are not bound to a key, which the configuration requires (RFC 9449).
    public static let notBound = Code(rawValue: "not_bound")
    /// The stored session cannot be read any more and was set aside.
    public static let unreadable = Code(rawValue: "unreadable")
  }

  /// The reason.
  public let code: Code
  /// One sentence for a person.
  public let description: String

  /// Describes a reason.
  ///
  /// - Parameters:
  ///   - code: The reason.
  ///   - description: One sentence for a person, without any secret.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  /// Reasons are alike when their codes are.
  ///
  /// - Parameters:
  ///   - left: The one.
  ///   - right: The other.
  /// - Returns: Whether the codes are equal.
  public static func == (left: ReauthenticationReason, right: ReauthenticationReason) -> Bool {
    left.code == right.code
  }
}
