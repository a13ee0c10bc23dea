import COpenSSL

/// An RSA key pair, for the demonstration provider and for tests; the command itself never signs with RSA.
package struct RSAPrivateKey: Sendable {
  /// `n`, big-endian.
  package let modulus: [UInt8]
  /// `e`, big-endian: 65,537.
  package let exponent: [UInt8]
  /// The public half.
  package let publicKey: PublicKey
  private let handle: KeyHandle

  /// Generates a key.
  ///
  /// - Parameter bits: The modulus' length, a multiple of 8 from 2,048 on.
  /// - Throws: `invalidParameter` for another length; `library` if libcrypto fails.
  package init(generatingBits bits: Int = 2048) throws(CryptoFailure) {
    guard PublicKey.modulusBits.contains(bits), bits % 8 == 0 else {
      throw CryptoFailure(.invalidParameter, "generating a key")
    }
    self.handle = try unsafe .generate("RSA") { context in
      unsafe EVP_PKEY_CTX_set_rsa_keygen_bits(context, Int32(bits))
    }
    let modulus = try handle.number(OSSL_PKEY_PARAM_RSA_N, count: bits / 8)
    let exponent = try handle.number(OSSL_PKEY_PARAM_RSA_E, count: 3)
    self.modulus = modulus
    self.exponent = exponent
    self.publicKey = try PublicKey(rsaModulus: modulus.span, exponent: exponent.span)
  }

  /// Signs.
  ///
  /// - Parameters:
  ///   - message: What to sign, not hashed.
  ///   - algorithm: An RS or PS algorithm.
  /// - Returns: The signature, as long as the modulus.
  /// - Throws: `algorithmMismatch` for an ES algorithm; `library` if libcrypto fails.
  package func sign(
    _ message: Span<UInt8>,
    algorithm: SignatureAlgorithm
  ) throws(CryptoFailure) -> [UInt8] {
    guard publicKey.fits(algorithm) else { throw CryptoFailure(.algorithmMismatch, "signing") }
    return try handle.sign(message, algorithm: algorithm)
  }
}
