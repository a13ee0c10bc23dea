import COpenSSL

/// A NIST curve that JOSE signs with (RFC 7518 section 3.4).
package enum EllipticCurve: String, Sendable, CaseIterable {
  /// secp256r1.
  case p256 = "P-256"
  /// secp384r1.
  case p384 = "P-384"
  /// secp521r1.
  case p521 = "P-521"

  /// The length of a coordinate, of the private scalar, and of each half of a signature.
  package var coordinateByteCount: Int {
    switch self {
    case .p256: 32
    case .p384: 48
    case .p521: 66
    }
  }

  /// The one algorithm that goes with the curve.
  package var algorithm: SignatureAlgorithm {
    switch self {
    case .p256: .es256
    case .p384: .es384
    case .p521: .es512
    }
  }

  /// libcrypto's name for the curve, which it takes from NIST as JOSE does, with its final zero.
  var name: [CChar] { Array(rawValue.utf8CString) }

  /// libcrypto's number for the curve.
  var identifier: Int32 {
    switch self {
    case .p256: NID_X9_62_prime256v1
    case .p384: NID_secp384r1
    case .p521: NID_secp521r1
    }
  }
}
