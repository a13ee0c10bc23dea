public import Secrets

/// A credential in a legacy state.
public struct LegacyToken: Sendable {
  /// What it was used for.
  public enum Role: String, Hashable, Sendable {
    case refresh
    case access
    case id
    case clientSecret = "client_secret"
    case registrationAccess = "registration_access"
    case authorizationCode = "authorization_code"
    case codeVerifier = "code_verifier"
  }

  /// What it looks like.
  public enum Kind: String, Hashable, Sendable {
    /// Parts of base64url joined by dots, a JSON header first.
    case jwt
    /// Anything else.
    case opaque
  }

  /// What it was used for.
  public let role: Role
  /// The bytes as the library would send them.
  public let secret: SecretBytes
  /// When it expires, in milliseconds since 1970; nil where the state does not say.
  public let expiresAtMilliseconds: Int64?

  init(role: Role, secret: SecretBytes, expiresAtMilliseconds: Int64? = nil) {
    self.role = role
    self.secret = secret
    self.expiresAtMilliseconds = expiresAtMilliseconds
  }

  /// The digest that reports show; nil where a digest would give too much away.
  ///
  /// A client secret, a code verifier and anything under 16 bytes could be guessed from it.
  public var fingerprint: Fingerprint? {
    guard role != .clientSecret, role != .codeVerifier, secret.count >= 16 else { return nil }
    return secret.fingerprint
  }

  /// What it looks like.
  public var kind: Kind {
    secret.withBytes { TokenShape.isJWT($0) } ? .jwt : .opaque
  }
}
