import COpenSSL
import Secrets

/// What a key is made of, on its way into libcrypto.
private let making = "reading a key"

extension KeyHandle {
  /// Makes an RSA public key; the caller has checked the numbers' sizes.
  static func rsa(modulus: Span<UInt8>, exponent: Span<UInt8>) throws(CryptoFailure) -> KeyHandle {
    let modulus = try unsafe unsafeNumber(modulus)
    defer { unsafe BN_free(modulus) }
    let exponent = try unsafe unsafeNumber(exponent)
    defer { unsafe BN_free(exponent) }

    let builder = try unsafe require(OSSL_PARAM_BLD_new(), making)
    defer { unsafe OSSL_PARAM_BLD_free(builder) }
    try require(unsafe appauth_push_rsa_n(builder, modulus), making)
    try require(unsafe appauth_push_rsa_e(builder, exponent), making)
    return try unsafe unsafeKey("RSA", from: builder, selection: publicKey)
  }

  /// Makes an elliptic-curve public key; a point that is not on the curve is refused.
  static func ec(
    _ curve: EllipticCurve,
    point: [UInt8]
  ) throws(CryptoFailure) -> KeyHandle {
    let handle = try unsafe ec(curve, point: point, unsafeScalar: nil)
    // On the curve, not at infinity, of the right order.
    try unsafe handle.withUnsafeKey { (key: OpaquePointer) throws(CryptoFailure) in
      let context = try unsafe require(EVP_PKEY_CTX_new_from_pkey(nil, key, nil), making)
      defer { unsafe EVP_PKEY_CTX_free(context) }
      try require(unsafe EVP_PKEY_public_check(context), making, .invalidKey)
    }
    return handle
  }

  /// Makes a key pair from the private scalar; the point is computed.
  static func ec(_ curve: EllipticCurve, scalar: SecretBytes) throws(CryptoFailure) -> KeyHandle {
    let size = curve.coordinateByteCount
    guard scalar.count == size else { throw CryptoFailure(.invalidKey, making) }
    let group = try unsafe require(
      EC_GROUP_new_by_curve_name_ex(nil, nil, curve.identifier),
      making
    )
    defer { unsafe EC_GROUP_free(group) }
    let number = try unsafe require(BN_secure_new(), making)
    defer { unsafe BN_clear_free(number) }
    let read = scalar.withBytes { scalar in
      unsafe scalar.withUnsafeBufferPointer { scalar in
        unsafe BN_bin2bn(scalar.baseAddress, Int32(size), number) != nil
      }
    }
    guard read else { throw .fromLibrary(making) }
    unsafe BN_set_flags(number, BN_FLG_CONSTTIME)
    guard unsafe BN_is_zero(number) == 0,
      let order = unsafe EC_GROUP_get0_order(group), unsafe BN_cmp(number, order) < 0
    else { throw CryptoFailure(.invalidKey, making) }

    let place = try unsafe require(EC_POINT_new(group), making)
    defer { unsafe EC_POINT_free(place) }
    try require(unsafe EC_POINT_mul(group, place, number, nil, nil, nil), making)
    var point = [UInt8](repeating: 0, count: 1 + 2 * size)
    let written = unsafe point.withUnsafeMutableBufferPointer { point in
      unsafe EC_POINT_point2oct(
        group,
        place,
        POINT_CONVERSION_UNCOMPRESSED,
        point.baseAddress,
        point.count,
        nil
      )
    }
    guard written == point.count else { throw .fromLibrary(making) }
    return try unsafe ec(curve, point: point, unsafeScalar: number)
  }

  private static func ec(
    _ curve: EllipticCurve,
    point: [UInt8],
    unsafeScalar scalar: OpaquePointer?
  ) throws(CryptoFailure) -> KeyHandle {
    let builder = try unsafe require(OSSL_PARAM_BLD_new(), making)
    defer { unsafe OSSL_PARAM_BLD_free(builder) }
    // The builder copies texts and bytes only when it is read: both must live until then.
    return try unsafe curve.name.withUnsafeBufferPointer {
      (name: UnsafeBufferPointer<CChar>) throws(CryptoFailure) in
      try unsafe point.withUnsafeBufferPointer {
        (point: UnsafeBufferPointer<UInt8>) throws(CryptoFailure) in
        try require(unsafe appauth_push_group(builder, name.baseAddress), making)
        try require(
          unsafe appauth_push_public(builder, point.baseAddress, point.count),
          making
        )
        guard let scalar = unsafe scalar else {
          return try unsafe unsafeKey("EC", from: builder, selection: publicKey)
        }
        try require(
          unsafe appauth_push_private(builder, scalar, curve.coordinateByteCount),
          making
        )
        return try unsafe unsafeKey("EC", from: builder, selection: keyPair)
      }
    }
  }

  /// Generates a key pair; `configure` sets its size or curve.
  static func generate(
    _ type: String,
    configure: (OpaquePointer) -> Int32
  ) throws(CryptoFailure) -> KeyHandle {
    let operation = "generating a key"
    let context = try unsafe require(EVP_PKEY_CTX_new_from_name(nil, type, nil), operation)
    defer { unsafe EVP_PKEY_CTX_free(context) }
    try require(unsafe EVP_PKEY_keygen_init(context), operation)
    try require(unsafe configure(context), operation)
    var key: OpaquePointer?
    try require(unsafe EVP_PKEY_generate(context, &key), operation)
    return try unsafe KeyHandle(adoptingUnsafe: require(key, operation))
  }

  /// A number that the caller frees.
  private static func unsafeNumber(_ bytes: Span<UInt8>) throws(CryptoFailure) -> OpaquePointer {
    guard let count = Int32(exactly: bytes.count) else { throw CryptoFailure(.invalidKey, making) }
    let number = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe BN_bin2bn(bytes.baseAddress, count, nil)
    }
    return try unsafe require(number, making)
  }

  private static func unsafeKey(
    _ type: String,
    from builder: OpaquePointer,
    selection: Int32
  ) throws(CryptoFailure) -> KeyHandle {
    let parameters = unsafe OSSL_PARAM_BLD_to_param(builder)
    defer { unsafe OSSL_PARAM_free(parameters) }
    guard unsafe parameters != nil else { throw .fromLibrary(making) }
    let context = try unsafe require(EVP_PKEY_CTX_new_from_name(nil, type, nil), making)
    defer { unsafe EVP_PKEY_CTX_free(context) }
    try require(unsafe EVP_PKEY_fromdata_init(context), making)
    var key: OpaquePointer?
    try require(
      unsafe EVP_PKEY_fromdata(context, &key, selection, parameters),
      making,
      .invalidKey
    )
    return try unsafe KeyHandle(adoptingUnsafe: require(key, making))
  }
}
