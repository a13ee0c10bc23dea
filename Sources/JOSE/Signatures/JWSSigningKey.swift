package import Crypto
package import JSON

/// A private key with the algorithm that it signs with.
package enum JWSSigningKey: Sendable {
  /// RSA, with an RS or PS algorithm.
  case rsa(RSAPrivateKey, JWSAlgorithm)
  /// A curve, whose algorithm is given with it.
  case ec(ECPrivateKey)

  /// The algorithm that goes into the header.
  package var algorithm: JWSAlgorithm {
    switch self {
    case .rsa(_, let algorithm): algorithm
    case .ec(let key): key.curve.algorithm
    }
  }

  /// The public half.
  package var numbers: PublicNumbers {
    switch self {
    case .rsa(let key, _): .rsa(modulus: key.modulus, exponent: key.exponent)
    case .ec(let key): .ec(key.curve, x: key.x, y: key.y)
    }
  }

  /// The public half as a member of a key set.
  ///
  /// - Parameter keyID: Its `kid`.
  /// - Returns: The JWK.
  package func publicJWK(keyID: String?) -> JSONNode {
    guard case .object(var members) = numbers.node else { return numbers.node }
    members.append(JSONNode.Member("use", "sig"))
    members.append(JSONNode.Member("alg", .string(algorithm.rawValue)))
    if let keyID { members.append(JSONNode.Member("kid", .string(keyID))) }
    return .object(members)
  }

  func sign(_ message: Span<UInt8>) throws(CryptoFailure) -> [UInt8] {
    switch self {
    case .rsa(let key, let algorithm): try key.sign(message, algorithm: algorithm)
    case .ec(let key): try key.sign(message)
    }
  }
}
