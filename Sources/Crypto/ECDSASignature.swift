import COpenSSL

/// The two spellings of an ECDSA signature: r and s side by side (JOSE, IEEE P1363), and DER (libcrypto).
enum ECDSASignature {
  private static let operation = "reading an ECDSA signature"

  /// Spells r and s, each half of `raw`, as DER.
  static func der(fromRaw raw: Span<UInt8>) throws(CryptoFailure) -> [UInt8] {
    let half = Int32(raw.count / 2)
    let signature = try unsafe require(ECDSA_SIG_new(), operation)
    defer { unsafe ECDSA_SIG_free(signature) }
    let (r, s) = unsafe raw.withUnsafeBufferPointer { raw in
      unsafe (
        BN_bin2bn(raw.baseAddress, half, nil),
        BN_bin2bn(raw.baseAddress?.advanced(by: Int(half)), half, nil)
      )
    }
    // From here on the signature owns both numbers.
    guard unsafe r != nil, unsafe s != nil, unsafe ECDSA_SIG_set0(signature, r, s) == 1 else {
      unsafe BN_free(r)
      unsafe BN_free(s)
      throw .fromLibrary(operation)
    }
    let size = unsafe i2d_ECDSA_SIG(signature, nil)
    guard size > 0 else { throw .fromLibrary(operation) }
    var der = [UInt8](repeating: 0, count: Int(size))
    let written = unsafe der.withUnsafeMutableBufferPointer { der in
      var cursor = der.baseAddress
      return unsafe i2d_ECDSA_SIG(signature, &cursor)
    }
    guard written == size else { throw .fromLibrary(operation) }
    return der
  }

  /// Spells DER as r and s of `half` bytes each.
  static func raw(fromDER der: [UInt8], half: Int) throws(CryptoFailure) -> [UInt8] {
    let signature = try unsafe require(
      der.withUnsafeBufferPointer { der in
        var cursor = der.baseAddress
        return unsafe d2i_ECDSA_SIG(nil, &cursor, der.count)
      },
      operation
    )
    defer { unsafe ECDSA_SIG_free(signature) }
    var raw = [UInt8](repeating: 0, count: 2 * half)
    let written = unsafe raw.withUnsafeMutableBufferPointer { raw in
      unsafe (
        BN_bn2binpad(ECDSA_SIG_get0_r(signature), raw.baseAddress, Int32(half)),
        BN_bn2binpad(
          ECDSA_SIG_get0_s(signature),
          raw.baseAddress?.advanced(by: half),
          Int32(half)
        )
      )
    }
    guard written == (Int32(half), Int32(half)) else { throw .fromLibrary(operation) }
    return raw
  }
}
