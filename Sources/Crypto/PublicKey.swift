import Locks

/// A key that checks signatures; made once per key of a set, and shared by all who need it.
package final class PublicKey: Sendable {
  /// What sort of key it is.
  package enum Kind: Sendable, Equatable {
    /// RSA, with the modulus' length.
    case rsa(modulusBits: Int)
    /// A point on a curve.
    case ec(EllipticCurve)
  }

  /// RSA moduli outside of this are refused: too weak, or made to keep us busy.
  package static let modulusBits = 2048...16384

  /// What sort of key it is.
  package let kind: Kind
  private let handle: KeyHandle
  private let idle = Mutex<[VerificationContext]>([])

  private init(_ kind: Kind, _ handle: KeyHandle) {
    self.kind = kind
    self.handle = handle
  }

  /// Makes an RSA key.
  ///
  /// - Parameters:
  ///   - rsaModulus: `n`, big-endian; odd, 2,048 to 16,384 bits.
  ///   - exponent: `e`, big-endian; odd, at least 3, at most 64 bits.
  /// - Throws: `invalidKey` if a number is out of bounds or the modulus can be factored.
  package convenience init(
    rsaModulus: Span<UInt8>,
    exponent: Span<UInt8>
  ) throws(CryptoFailure) {
    let modulus = rsaModulus.extracting(droppingFirst: leadingZeros(rsaModulus))
    let exponent = exponent.extracting(droppingFirst: leadingZeros(exponent))
    let bits = bitCount(modulus)
    guard Self.modulusBits.contains(bits), isOdd(modulus) else {
      throw CryptoFailure(
        .invalidKey,
        "reading an RSA key",
        detail: "the modulus must be odd and have 2048 to 16384 bits, not \(bits)"
      )
    }
    guard (2...64).contains(bitCount(exponent)), isOdd(exponent) else {
      throw CryptoFailure(
        .invalidKey,
        "reading an RSA key",
        detail: "the exponent must be odd, at least 3, and have at most 64 bits"
      )
    }
    guard !ROCA.made(modulus) else {
      throw CryptoFailure(
        .invalidKey,
        "reading an RSA key",
        detail: "it was made by a faulty generator (CVE-2017-15361), whose keys can be factored"
      )
    }
    self.init(.rsa(modulusBits: bits), try .rsa(modulus: modulus, exponent: exponent))
  }

  /// Makes an elliptic-curve key.
  ///
  /// - Parameters:
  ///   - curve: The curve.
  ///   - x: Big-endian, exactly as long as the curve's coordinates.
  ///   - y: Likewise.
  /// - Throws: `invalidKey` if a length is wrong or the point is not on the curve.
  package convenience init(
    curve: EllipticCurve,
    x: Span<UInt8>,
    y: Span<UInt8>
  ) throws(CryptoFailure) {
    guard x.count == curve.coordinateByteCount, y.count == curve.coordinateByteCount else {
      throw CryptoFailure(
        .invalidKey,
        "reading an EC key",
        detail: "a coordinate on \(curve.rawValue) has \(curve.coordinateByteCount) bytes"
      )
    }
    // SEC 1 section 2.3.3: an uncompressed point.
    var point: [UInt8] = [4]
    for index in x.indices { point.append(x[index]) }
    for index in y.indices { point.append(y[index]) }
    self.init(.ec(curve), try .ec(curve, point: point))
  }

  /// Whether the key is of the type and on the curve that `algorithm` asks for.
  ///
  /// - Parameter algorithm: The algorithm.
  /// - Returns: Whether the two go together.
  package func fits(_ algorithm: SignatureAlgorithm) -> Bool {
    switch (kind, algorithm.scheme) {
    case (.rsa, .pkcs1), (.rsa, .pss): true
    case (.ec(let curve), .ecdsa(let wanted)): curve == wanted
    default: false
    }
  }

  /// Checks a signature.
  ///
  /// - Parameters:
  ///   - signature: As JOSE writes it: RSA as long as the modulus, ECDSA as r and s of the coordinates' length each.
  ///   - message: What was signed, not hashed.
  ///   - algorithm: Chosen by the caller, never by the signature.
  /// - Returns: Whether the signature is good; false for one of a wrong length.
  /// - Throws: `algorithmMismatch` if the key does not fit the algorithm; `library` if libcrypto fails to set up.
  package func verify(
    _ signature: Span<UInt8>,
    of message: Span<UInt8>,
    algorithm: SignatureAlgorithm
  ) throws(CryptoFailure) -> Bool {
    guard fits(algorithm) else {
      throw CryptoFailure(
        .algorithmMismatch,
        "checking a signature",
        detail: "\(algorithm.rawValue) needs another kind of key"
      )
    }
    let context = try borrow(algorithm)
    defer { giveBack(context) }
    switch kind {
    case .rsa(let bits):
      guard signature.count == (bits + 7) / 8 else { return false }
      return context.accepts(signature: signature, of: message)
    case .ec(let curve):
      guard signature.count == 2 * curve.coordinateByteCount else { return false }
      let native = try ECDSASignature.der(fromRaw: signature)
      return context.accepts(signature: native.span, of: message)
    }
  }

  private func borrow(_ algorithm: SignatureAlgorithm) throws(CryptoFailure) -> VerificationContext
  {
    let waiting = idle.withLock { idle -> VerificationContext? in
      // Nearly always the last one, since a key is mostly for one algorithm.
      guard let index = idle.lastIndex(where: { $0.algorithm == algorithm }) else { return nil }
      return idle.remove(at: index)
    }
    if let waiting { return waiting }
    return try VerificationContext(handle, algorithm)
  }

  private func giveBack(_ context: VerificationContext) {
    idle.withLock { idle in
      if idle.count < idleLimit { idle.append(context) }
    }
  }
}

/// As many contexts as threads can sensibly use one key at once.
private let idleLimit = 16

private func leadingZeros(_ bytes: Span<UInt8>) -> Int {
  var count = 0
  while count < bytes.count, bytes[count] == 0 { count += 1 }
  return count
}

private func bitCount(_ significant: Span<UInt8>) -> Int {
  significant.isEmpty ? 0 : significant.count * 8 - significant[0].leadingZeroBitCount
}

private func isOdd(_ bytes: Span<UInt8>) -> Bool {
  !bytes.isEmpty && bytes[bytes.count - 1] & 1 == 1
}
