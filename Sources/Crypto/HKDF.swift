import COpenSSL
package import Secrets

/// HKDF (RFC 5869): several keys out of one good one.
///
/// For a passphrase use ``Scrypt``.
package enum HKDF {
  /// Extracts and expands.
  ///
  /// - Parameters:
  ///   - key: The input key, already of full strength.
  ///   - salt: May be empty.
  ///   - info: Says what the derived key is for, differently for each use; at most 1,024 bytes.
  ///   - count: Bytes wanted, at most 255 digests.
  ///   - algorithm: The hash within.
  /// - Returns: The derived key.
  /// - Throws: `invalidParameter` for a length out of bounds; `invalidKey` for an empty key.
  package static func derive(
    from key: SecretBytes,
    salt: Span<UInt8>,
    info: Span<UInt8>,
    count: Int,
    algorithm: HashAlgorithm = .sha256
  ) throws(CryptoFailure) -> SecretBytes {
    guard (1...1024 * 1024).contains(key.count) else { throw CryptoFailure(.invalidKey, "HKDF") }
    guard (1...255 * algorithm.byteCount).contains(count), info.count <= 1024, salt.count <= 1024
    else { throw CryptoFailure(.invalidParameter, "HKDF") }

    let context = try unsafe require(EVP_PKEY_CTX_new_from_name(nil, "HKDF", nil), "HKDF")
    defer { unsafe EVP_PKEY_CTX_free(context) }
    try require(unsafe EVP_PKEY_derive_init(context), "HKDF")
    try unsafe require(
      algorithm.handle.withUnsafeDigest { digest in
        unsafe EVP_PKEY_CTX_set_hkdf_md(context, digest)
      },
      "HKDF"
    )
    try require(
      unsafe salt.withUnsafeBufferPointer { salt in
        salt.isEmpty
          ? 1
          : unsafe EVP_PKEY_CTX_set1_hkdf_salt(context, salt.baseAddress, Int32(salt.count))
      },
      "HKDF"
    )
    try require(
      key.withBytes { key in
        unsafe key.withUnsafeBufferPointer { key in
          unsafe EVP_PKEY_CTX_set1_hkdf_key(context, key.baseAddress, Int32(key.count))
        }
      },
      "HKDF"
    )
    try require(
      unsafe info.withUnsafeBufferPointer { info in
        info.isEmpty
          ? 1
          : unsafe EVP_PKEY_CTX_add1_hkdf_info(context, info.baseAddress, Int32(info.count))
      },
      "HKDF"
    )
    return try SecretBytes(capacity: count) { (output: inout OutputSpan) throws(CryptoFailure) in
      var written = count
      try require(
        unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
          let done = unsafe EVP_PKEY_derive(context, buffer.baseAddress, &written)
          initialized = done == 1 ? min(written, count) : 0
          return done
        },
        "HKDF"
      )
      guard written == count else { throw CryptoFailure(.library, "HKDF") }
    }
  }
}
