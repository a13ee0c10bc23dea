import Crypto
import Secrets
import Testing

@Suite struct `Public keys` {
  private static let small = [UInt8](repeating: 0xff, count: 255)
  private static let huge = [UInt8](repeating: 0xff, count: 2049)
  private static let right = [UInt8](repeating: 0xff, count: 256)

  @Test(
    arguments: [
      (small, [1, 0, 1]), (huge, [1, 0, 1]), ([UInt8](right.dropLast()) + [0xfe], [1, 0, 1]),
      (right, []), (right, [0]), (right, [1]), (right, [2]), (right, [1, 0, 0]),
      (right, [1, 0, 0, 0, 0, 0, 0, 0, 1]), ([], [1, 0, 1]),
    ] as [([UInt8], [UInt8])]
  )
  func `an RSA number that is small, huge or even is refused`(
    _ modulus: [UInt8],
    _ exponent: [UInt8]
  ) {
    #expect(throws: CryptoFailure(.invalidKey, "")) {
      _ = try PublicKey(rsaModulus: modulus.span, exponent: exponent.span)
    }
  }

  @Test func `zeros before an RSA number change nothing`() throws {
    let private2048 = try RSAPrivateKey()
    let key = try PublicKey(
      rsaModulus: ([0, 0] + private2048.modulus).span,
      exponent: ([0] + private2048.exponent).span
    )
    #expect(key.kind == .rsa(modulusBits: 2048))
    let signature = try private2048.sign([1, 2, 3].span, algorithm: .rs256)
    #expect(try key.accepts(signature, of: [1, 2, 3], .rs256))
  }

  @Test(arguments: EllipticCurve.allCases)
  func `a point that is not on the curve, or of another length, is refused`(
    _ curve: EllipticCurve
  ) throws {
    let key = try ECPrivateKey(generatingOn: curve)
    var y = key.y
    y[y.count - 1] ^= 1
    let zero = [UInt8](repeating: 0, count: curve.coordinateByteCount)
    let over = [UInt8](repeating: 0xff, count: curve.coordinateByteCount)
    for (x, y) in [
      (key.x, y), (key.y, key.x), (zero, zero), (over, key.y), (key.x, over),
      ([0] + key.x, key.y), (key.x, [UInt8](key.y.dropFirst())), ([], []),
    ] {
      #expect(throws: CryptoFailure(.invalidKey, "")) {
        _ = try PublicKey(curve: curve, x: x.span, y: y.span)
      }
    }
  }

  @Test(arguments: SignatureAlgorithm.allCases)
  func `a signature is good for its message, algorithm and key only`(
    _ algorithm: SignatureAlgorithm
  ) throws {
    let message = Array("header.payload".utf8)
    let (key, other, signature) = try Self.sign(message, algorithm)
    #expect(try key.accepts(signature, of: message, algorithm))
    #expect(try !key.accepts(signature, of: message + [0], algorithm))
    #expect(try !other.accepts(signature, of: message, algorithm))
    for length in [0, 1, signature.count - 1] {
      let cut = Array(signature.prefix(length))
      #expect(try !key.accepts(cut, of: message, algorithm))
    }
    #expect(try !key.accepts([0] + signature, of: message, algorithm))
    for another in SignatureAlgorithm.allCases where another != algorithm {
      if key.fits(another) {
        #expect(try !key.accepts(signature, of: message, another))
      } else {
        #expect(throws: CryptoFailure(.algorithmMismatch, "")) {
          _ = try key.accepts(signature, of: message, another)
        }
      }
    }
  }

  @Test func `many tasks check with one key at once`() async throws {
    let pair = try RSAPrivateKey()
    let message = Random.bytes(900)
    let good = try pair.sign(message.span, algorithm: .ps256)
    let bad = Array(good.reversed())
    let key = pair.publicKey
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for index in 0..<200 {
        group.addTask {
          let signature = index.isMultiple(of: 2) ? good : bad
          return try key.accepts(signature, of: message, .ps256)
            == index.isMultiple(of: 2)
        }
      }
      for try await right in group { #expect(right) }
    }
  }

  private static func sign(
    _ message: [UInt8],
    _ algorithm: SignatureAlgorithm
  ) throws -> (PublicKey, PublicKey, [UInt8]) {
    switch algorithm.scheme {
    case .pkcs1, .pss:
      let pair = try RSAPrivateKey()
      let signature = try pair.sign(message.span, algorithm: algorithm)
      return (pair.publicKey, try RSAPrivateKey().publicKey, signature)
    case .ecdsa(let curve):
      let pair = try ECPrivateKey(generatingOn: curve)
      let signature = try pair.sign(message.span)
      return (pair.publicKey, try ECPrivateKey(generatingOn: curve).publicKey, signature)
    }
  }
}

@Suite struct `Private keys` {
  @Test(arguments: EllipticCurve.allCases)
  func `a stored scalar gives back the same key`(_ curve: EllipticCurve) throws {
    let key = try ECPrivateKey(generatingOn: curve)
    let secret = try key.secretBytes()
    #expect(secret.count == curve.coordinateByteCount)
    let again = try ECPrivateKey(curve: curve, secret: secret)
    #expect(again.x == key.x)
    #expect(again.y == key.y)
    let signature = try again.sign([7].span)
    #expect(signature.count == 2 * curve.coordinateByteCount)
    #expect(try key.publicKey.accepts(signature, of: [7], curve.algorithm))
  }

  @Test func `the scalar one is the generator of P-256`() throws {
    let one = [UInt8](repeating: 0, count: 31) + [1]
    let key = try P256PrivateKey(secret: SecretBytes(copying: one))
    #expect(
      key.x == Hex("6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296").bytes
    )
    #expect(
      key.y == Hex("4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5").bytes
    )
  }

  @Test(arguments: [
    [UInt8](repeating: 0, count: 32),
    [UInt8](repeating: 0xff, count: 32),
    Hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551").bytes,
    [UInt8](repeating: 1, count: 31),
    [UInt8](repeating: 1, count: 33),
    [],
  ])
  func `zero, the order, more, and other lengths are no scalars`(_ scalar: [UInt8]) {
    #expect(throws: CryptoFailure(.invalidKey, "")) {
      _ = try P256PrivateKey(secret: SecretBytes(copying: scalar))
    }
  }
}
