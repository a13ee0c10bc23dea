import COpenSSL

/// Everything that checking signatures with one key and one algorithm needs, set up once.
///
/// Setting up costs libcrypto several look-ups, a good part of what an RSA verification itself takes.
///
/// `@unchecked Sendable`: ``PublicKey`` lends each to one caller at a time.
@safe final class VerificationContext: @unchecked Sendable {
  private let context: OpaquePointer
  let algorithm: SignatureAlgorithm

  init(_ key: KeyHandle, _ algorithm: SignatureAlgorithm) throws(CryptoFailure) {
    let operation = "preparing to check a signature"
    let context = try unsafe require(
      key.withUnsafeKey { key in unsafe EVP_PKEY_CTX_new_from_pkey(nil, key, nil) },
      operation
    )
    unsafe self.context = context
    self.algorithm = algorithm
    try require(unsafe EVP_PKEY_verify_init(context), operation)
    try unsafe configureSignature(unsafeContext: context, algorithm, operation)
  }

  deinit {
    unsafe EVP_PKEY_CTX_free(context)
  }

  /// Whether `signature`, as libcrypto wants it (DER for ECDSA), is one of `message`.
  func accepts(signature: Span<UInt8>, of message: Span<UInt8>) -> Bool {
    let digest = algorithm.hash.digest(message)
    let result = unsafe signature.withUnsafeBufferPointer { signature in
      unsafe digest.withUnsafeBufferPointer { digest in
        unsafe EVP_PKEY_verify(
          context,
          signature.baseAddress,
          signature.count,
          digest.baseAddress,
          digest.count
        )
      }
    }
    guard result == 1 else {
      CryptoFailure.forgetLibraryErrors()
      return false
    }
    return true
  }
}

/// Sets padding and hash on a context that is about to sign or to verify.
func configureSignature(
  unsafeContext context: OpaquePointer,
  _ algorithm: SignatureAlgorithm,
  _ operation: String
) throws(CryptoFailure) {
  switch algorithm.scheme {
  case .pkcs1:
    try require(unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING), operation)
  case .pss:
    try require(unsafe EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING), operation)
  case .ecdsa:
    break
  }
  try unsafe require(
    algorithm.hash.handle.withUnsafeDigest { digest in
      unsafe EVP_PKEY_CTX_set_signature_md(context, digest)
    },
    operation
  )
  guard algorithm.scheme == .pss else { return }
  // RFC 7518 section 3.5: MGF1 with the same hash (libcrypto's default), the salt as long as the digest.
  try require(
    unsafe EVP_PKEY_CTX_set_rsa_pss_saltlen(context, RSA_PSS_SALTLEN_DIGEST),
    operation
  )
}
