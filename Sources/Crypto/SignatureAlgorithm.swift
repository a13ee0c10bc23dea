/// A signature algorithm of RFC 7518 section 3.1 that a public key can check; nothing else exists here.
package enum SignatureAlgorithm: String, Sendable, CaseIterable {
  /// RSASSA-PKCS1-v1_5 with SHA-256.
  case rs256 = "RS256"
  /// RSASSA-PKCS1-v1_5 with SHA-384.
  case rs384 = "RS384"
  /// RSASSA-PKCS1-v1_5 with SHA-512.
  case rs512 = "RS512"
  /// RSASSA-PSS with SHA-256, MGF1 with the same, and a salt as long as the digest.
  case ps256 = "PS256"
  /// RSASSA-PSS with SHA-384.
  case ps384 = "PS384"
  /// RSASSA-PSS with SHA-512.
  case ps512 = "PS512"
  /// ECDSA on P-256 with SHA-256.
  case es256 = "ES256"
  /// ECDSA on P-384 with SHA-384.
  case es384 = "ES384"
  /// ECDSA on P-521 with SHA-512.
  case es512 = "ES512"

  /// How the signature is made.
  package enum Scheme: Sendable, Equatable {
    /// RSASSA-PKCS1-v1_5.
    case pkcs1
    /// RSASSA-PSS.
    case pss
    /// ECDSA on one curve.
    case ecdsa(EllipticCurve)
  }

  /// How the signature is made.
  package var scheme: Scheme {
    switch self {
    case .rs256, .rs384, .rs512: .pkcs1
    case .ps256, .ps384, .ps512: .pss
    case .es256: .ecdsa(.p256)
    case .es384: .ecdsa(.p384)
    case .es512: .ecdsa(.p521)
    }
  }

  /// The hash of the message, and of `at_hash` in an ID token.
  package var hash: HashAlgorithm {
    switch self {
    case .rs256, .ps256, .es256: .sha256
    case .rs384, .ps384, .es384: .sha384
    case .rs512, .ps512, .es512: .sha512
    }
  }
}
