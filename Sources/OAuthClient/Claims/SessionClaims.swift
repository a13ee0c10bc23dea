internal import JOSE

/// The claims of the session's ID token, which was validated before it was kept (OIDC Core 2 and 5.1).
///
/// Personal data: reached by name, and never printed by accident. The token itself is not handed out.
public struct SessionClaims: PersonClaims {
  /// `iss`.
  public let issuer: String
  /// `sub`: the person, as the issuer numbers them.
  public let subject: String
  /// `aud`, as an array whether it was one or not.
  public let audience: [String]
  /// `azp`.
  public let authorizedParty: String?
  /// `exp`, in seconds since 1970: of the ID token, not of the session.
  public let expiresAt: Double
  /// `iat`, in seconds since 1970.
  public let issuedAt: Double
  /// `auth_time`: when the person was authenticated, in seconds since 1970.
  public let authenticatedAt: Double?
  /// `acr`: how strongly.
  public let authenticationContext: String?
  /// `amr`: by which means; empty if not said.
  public let authenticationMethods: [String]
  private let all: ClaimSet

  init(_ claims: IDTokenClaims) {
    let all = ClaimSet(claims.all)
    self.all = all
    self.issuer = claims.issuer
    self.subject = claims.subject
    self.audience = claims.audience
    self.authorizedParty = claims.authorizedParty
    self.expiresAt = claims.expiry.seconds
    self.issuedAt = claims.issuedAt.seconds
    self.authenticatedAt = claims.authenticationTime?.seconds
    self.authenticationContext = claims.authenticationContext
    self.authenticationMethods = all["amr"]?.texts ?? []
  }

  /// The names of all claims; those that tie the token to its sign-in (`nonce`, `at_hash`) are left out.
  public var names: [String] { all.names }

  /// Any claim by its name.
  ///
  /// - Parameter name: As it stands in the token.
  public subscript(name: String) -> ClaimValue? { all[name] }
}

extension SessionClaims: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always the same words.
  public var description: String { "‹claims of a session›" }
  /// Always the same words.
  public var debugDescription: String { description }
  /// Has no children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
