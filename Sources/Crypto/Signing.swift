import COpenSSL

extension KeyHandle {
  /// Signs `message` with the private part; DER for ECDSA.
  func sign(
    _ message: Span<UInt8>,
    algorithm: SignatureAlgorithm
  ) throws(CryptoFailure) -> [UInt8] {
    let operation = "signing"
    let digest = algorithm.hash.digest(message)
    return try unsafe withUnsafeKey { (key: OpaquePointer) throws(CryptoFailure) in
      let context = try unsafe require(EVP_PKEY_CTX_new_from_pkey(nil, key, nil), operation)
      defer { unsafe EVP_PKEY_CTX_free(context) }
      try require(unsafe EVP_PKEY_sign_init(context), operation)
      try unsafe configureSignature(unsafeContext: context, algorithm, operation)
      var size = Int(unsafe EVP_PKEY_get_size(key))
      var signature = [UInt8](repeating: 0, count: size)
      let done = unsafe signature.withUnsafeMutableBufferPointer { signature in
        unsafe digest.withUnsafeBufferPointer { digest in
          unsafe EVP_PKEY_sign(
            context,
            signature.baseAddress,
            &size,
            digest.baseAddress,
            digest.count
          )
        }
      }
      try require(done, operation)
      signature.removeLast(signature.count - size)
      return signature
    }
  }
}
