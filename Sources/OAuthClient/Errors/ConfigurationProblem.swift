/// A mistake of the configuration, the registration or the provider, which no repetition mends.
public struct ConfigurationProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// The mistake, as a stable word.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The word.
    public let rawValue: String
    /// Makes a code of any word, known here or not.
    ///
    /// - Parameter rawValue: The word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// `issuer` is missing, malformed, or not https.
    public static let issuer = Code(rawValue: "invalid_issuer")
    /// Both `issuer` and `endpoints` are given, or neither.
    public static let issuerOrEndpoints = Code(rawValue: "issuer_or_endpoints")
    /// `client_id` is empty or malformed.
    public static let clientID = Code(rawValue: "invalid_client_id")
    /// `redirect_uri` cannot be used.
    public static let redirectURI = Code(rawValue: "invalid_redirect_uri")
    /// `openid` is not among the scopes, or a scope is malformed.
    public static let scopes = Code(rawValue: "invalid_scopes")
    /// Another member of the configuration cannot be used.
    public static let member = Code(rawValue: "invalid_member")
    /// The discovery document is not there or not usable.
    public static let discovery = Code(rawValue: "discovery")
    /// The discovery document names another issuer (OIDC Discovery 4.3).
    public static let issuerMismatch = Code(rawValue: "issuer_mismatch")
    /// The provider lacks something that this library insists on.
    public static let unsupported = Code(rawValue: "unsupported_provider")
    /// The provider refused the client or the request (`invalid_client`, `unauthorized_client`, …).
    public static let refused = Code(rawValue: "refused_by_provider")
    /// No trusted TLS connection: a certificate that does not fit, or an authority that is not trusted.
    public static let tls = Code(rawValue: "tls")
    /// The token answer has no ID token.
    public static let idToken = Code(rawValue: "invalid_id_token")
    /// The session store cannot be used as configured (key missing, wrong, or unsafe).
    public static let store = Code(rawValue: "store_not_usable")
    /// A request with the access token would go to an origin that `protected_origins` does not name.
    public static let unprotectedOrigin = Code(rawValue: "unprotected_origin")
    /// A request to a protected resource cannot be sent as it is.
    public static let request = Code(rawValue: "invalid_request")
    /// A C library that is loaded on first use is not installed.
    public static let library = Code(rawValue: "library_missing")
  }

  /// The mistake.
  public let code: Code
  /// One sentence for a person: what is wrong and how to mend it.
  public let description: String

  /// Describes a mistake.
  ///
  /// - Parameters:
  ///   - code: The mistake.
  ///   - description: One sentence for a person, without any secret.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  /// Problems are alike when their codes are.
  ///
  /// - Parameters:
  ///   - left: The one.
  ///   - right: The other.
  /// - Returns: Whether the codes are equal.
  public static func == (left: ConfigurationProblem, right: ConfigurationProblem) -> Bool {
    left.code == right.code
  }
}
