import COpenSSL
package import Secrets

/// A key pair on one of the curves that JOSE signs with.
package struct ECPrivateKey: Sendable {
  /// The curve.
  package let curve: EllipticCurve
  /// The public point's x, big-endian, of the coordinates' length.
  package let x: [UInt8]
  /// The public point's y.
  package let y: [UInt8]
  /// The public half.
  package let publicKey: PublicKey
  private let handle: KeyHandle

  /// Generates a key.
  ///
  /// - Parameter curve: The curve.
  /// - Throws: `library` if libcrypto fails.
  package init(generatingOn curve: EllipticCurve) throws(CryptoFailure) {
    try unsafe self.init(
      curve,
      .generate("EC") { context in
        unsafe EVP_PKEY_CTX_set_group_name(context, curve.rawValue)
      }
    )
  }

  /// Takes up a stored key.
  ///
  /// - Parameters:
  ///   - curve: The curve.
  ///   - secret: The scalar, big-endian, of the coordinates' length.
  /// - Throws: `invalidKey` if the scalar is of another length, zero, or not below the curve's order.
  package init(curve: EllipticCurve, secret: SecretBytes) throws(CryptoFailure) {
    try self.init(curve, .ec(curve, scalar: secret))
  }

  private init(_ curve: EllipticCurve, _ handle: KeyHandle) throws(CryptoFailure) {
    self.curve = curve
    self.handle = handle
    let x = try handle.number(OSSL_PKEY_PARAM_EC_PUB_X, count: curve.coordinateByteCount)
    let y = try handle.number(OSSL_PKEY_PARAM_EC_PUB_Y, count: curve.coordinateByteCount)
    self.x = x
    self.y = y
    self.publicKey = try PublicKey(curve: curve, x: x.span, y: y.span)
  }

  /// Reads the scalar, to be sealed into a store.
  ///
  /// - Returns: Big-endian bytes of the coordinates' length.
  /// - Throws: `library` if libcrypto fails.
  package func secretBytes() throws(CryptoFailure) -> SecretBytes {
    let count = curve.coordinateByteCount
    return try SecretBytes(capacity: count) { (output: inout OutputSpan) throws(CryptoFailure) in
      for _ in 0..<count { output.append(0) }
      var scalar = output.mutableSpan
      try handle.read(OSSL_PKEY_PARAM_PRIV_KEY, into: &scalar)
    }
  }

  /// Signs with the curve's own algorithm.
  ///
  /// - Parameter message: What to sign, not hashed.
  /// - Returns: r and s, each of the coordinates' length (RFC 7518 section 3.4).
  /// - Throws: `library` if libcrypto fails.
  package func sign(_ message: Span<UInt8>) throws(CryptoFailure) -> [UInt8] {
    let der = try handle.sign(message, algorithm: curve.algorithm)
    return try ECDSASignature.raw(fromDER: der, half: curve.coordinateByteCount)
  }
}
