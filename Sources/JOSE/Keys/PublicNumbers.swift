package import Crypto
package import JSON

/// The public members of a JWK (RFC 7518 section 6): what a thumbprint is made of, and what a key set publishes.
package enum PublicNumbers: Sendable, Equatable {
  /// `n` and `e`, big-endian.
  case rsa(modulus: [UInt8], exponent: [UInt8])
  /// A point, each coordinate as long as the curve's.
  case ec(EllipticCurve, x: [UInt8], y: [UInt8])

  /// Makes the key that checks signatures.
  ///
  /// - Returns: The key.
  /// - Throws: `invalidKey` if the numbers make no key that we trust.
  package func publicKey() throws(CryptoFailure) -> PublicKey {
    switch self {
    case .rsa(let modulus, let exponent):
      try PublicKey(rsaModulus: modulus.span, exponent: exponent.span)
    case .ec(let curve, let x, let y):
      try PublicKey(curve: curve, x: x.span, y: y.span)
    }
  }

  /// The members that every JWK of this key has, in the order that RFC 7638 hashes them.
  package var node: JSONNode {
    switch self {
    case .rsa(let modulus, let exponent):
      .object([
        ("e", .string(Base64URL.encode(withoutLeadingZeros(exponent)))),
        ("kty", "RSA"),
        ("n", .string(Base64URL.encode(withoutLeadingZeros(modulus)))),
      ])
    case .ec(let curve, let x, let y):
      .object([
        ("crv", .string(curve.rawValue)),
        ("kty", "EC"),
        ("x", .string(Base64URL.encode(x))),
        ("y", .string(Base64URL.encode(y))),
      ])
    }
  }

  /// The SHA-256 thumbprint (RFC 7638), base64url: what `dpop_jkt` and `cnf` name a key by.
  package var thumbprint: String {
    Base64URL.encode(HashAlgorithm.sha256.digest(node.encoded().span))
  }
}

/// RFC 7518 section 2: a number has no zero octets before it.
private func withoutLeadingZeros(_ number: [UInt8]) -> [UInt8] {
  Array(number.drop { $0 == 0 })
}
