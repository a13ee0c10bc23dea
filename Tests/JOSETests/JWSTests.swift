import Crypto
import JOSE
import JSON
import Secrets
import Testing

@Suite struct `A signed token` {
  private static func code(_ token: SecretBytes, _ keys: JWKSet) -> JWSFailure.Code? {
    do throws(JWSFailure) {
      _ = try JWS(parsing: token).verify(with: keys)
      return nil
    } catch {
      return error.code
    }
  }

  private static func sign(
    _ algorithm: JWSAlgorithm = .es256,
    header: [(String, JSONNode)] = [("kid", "k")]
  ) throws -> SecretBytes {
    try JWSSigner.sign(header: header, claims: ["a": 1], key: Keys.signing(algorithm))
  }

  private static func keys(_ algorithm: JWSAlgorithm = .es256) throws -> JWKSet {
    try keySet([Keys.signing(algorithm).publicJWK(keyID: "k")])
  }

  @Test(arguments: JWSAlgorithm.allCases)
  func `is accepted with its key and gives its payload`(_ algorithm: JWSAlgorithm) throws {
    let token = try Self.sign(algorithm)
    let jws = try JWS(parsing: token)
    #expect(try jws.verify(with: Self.keys(algorithm)).keyID == "k")
    #expect(jws.header.algorithm == algorithm)
    #expect(text(jws.payload) == "{\"a\":1}")
  }

  static let headerFaults: [(String, [(String, JSONNode)], JWSFailure.Code)] = [
    ("none", [("alg", "none")], .unsigned),
    ("None", [("alg", "None")], .unsigned),
    ("NONE", [("alg", "NONE"), ("kid", "k")], .unsigned),
    ("HS256", [("alg", "HS256"), ("kid", "k")], .symmetricAlgorithm),
    ("HS512", [("alg", "HS512"), ("kid", "k")], .symmetricAlgorithm),
    ("EdDSA", [("alg", "EdDSA"), ("kid", "k")], .unknownAlgorithm),
    ("es256", [("alg", "es256"), ("kid", "k")], .unknownAlgorithm),
    ("ES256K", [("alg", "ES256K"), ("kid", "k")], .unknownAlgorithm),
    ("empty alg", [("alg", ""), ("kid", "k")], .unknownAlgorithm),
    ("alg null", [("alg", .null), ("kid", "k")], .malformedHeader),
    ("alg an array", [("alg", ["ES256"]), ("kid", "k")], .malformedHeader),
    ("kid a number", [("kid", 1)], .malformedHeader),
    ("typ an object", [("kid", "k"), ("typ", [:])], .malformedHeader),
    ("kid twice", [("kid", "k"), ("kid", "k")], .malformedHeader),
    ("alg twice", [("alg", "ES256"), ("alg", "ES256"), ("kid", "k")], .malformedHeader),
    ("crit", [("kid", "k"), ("crit", ["exp"]), ("exp", 1)], .criticalExtension),
    ("empty crit", [("kid", "k"), ("crit", [])], .criticalExtension),
    ("b64", [("kid", "k"), ("b64", false)], .unencodedPayload),
    ("b64 true", [("kid", "k"), ("b64", true)], .unencodedPayload),
    ("zip", [("kid", "k"), ("zip", "DEF")], .compressed),
    ("enc", [("kid", "k"), ("enc", "A256GCM")], .encrypted),
    ("another kid", [("kid", "other")], .unknownKey),
    ("RS256 with an EC key", [("alg", "RS256"), ("kid", "k")], .algorithmMismatch),
    ("ES384 with a P-256 key", [("alg", "ES384"), ("kid", "k")], .algorithmMismatch),
  ]

  @Test(arguments: headerFaults)
  func `is refused for its header's fault, and accepted without it`(
    _ name: String,
    _ header: [(String, JSONNode)],
    _ code: JWSFailure.Code
  ) throws {
    #expect(try Self.code(Self.sign(), Self.keys()) == nil)
    #expect(try Self.code(Self.sign(header: header), Self.keys()) == code)
  }

  @Test func `never uses a key that its header brings along or points to`() throws {
    let own = try Keys.signing(.es384)
    let header: [(String, JSONNode)] = [
      ("kid", "k"), ("jwk", own.publicJWK(keyID: "k")), ("jku", "https://evil.example/jwks"),
      ("x5u", "https://evil.example/x5u"), ("x5c", ["MIIB"]),
    ]
    let token = try JWSSigner.sign(header: header, claims: ["a": 1], key: own)
    #expect(try Self.code(token, Self.keys()) == .algorithmMismatch)
    let another = try JWSSigningKey.ec(ECPrivateKey(generatingOn: .p256))
    let forged = try JWSSigner.sign(header: header, claims: ["a": 1], key: another)
    #expect(try Self.code(forged, Self.keys()) == .badSignature)
  }

  @Test func `with one byte changed anywhere is refused`() throws {
    let token = try text(Self.sign())
    let keys = try Self.keys()
    for index in token.utf8.indices {
      var bytes = Array(token.utf8)
      let position = token.utf8.distance(from: token.utf8.startIndex, to: index)
      bytes[position] = bytes[position] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      #expect(Self.code(SecretBytes(copying: bytes), keys) != nil)
    }
  }

  @Test func `cut short anywhere is refused`() throws {
    let token = try Array(text(Self.sign()).utf8)
    let keys = try Self.keys()
    for count in 0..<token.count {
      #expect(Self.code(SecretBytes(copying: token.prefix(count)), keys) != nil)
    }
    #expect(Self.code(SecretBytes(copying: token + [10]), keys) == .notCompact)
  }

  @Test func `too long is not taken apart`() throws {
    let long = JWS.maximumBytes + 1
    #expect(Self.code(secret(String(repeating: "A", count: long)), try Self.keys()) == .tooLarge)
    let header = String(repeating: "A", count: 8 * 1024 + 4) + ".e30.AAAA"
    #expect(Self.code(secret(header), try Self.keys()) == .tooLarge)
  }

  @Test(arguments: ["", ".", "..", "...", "....", "a.b.c", "e30.e30.", "{}"])
  func `that is no token at all is refused without a crash`(_ junk: String) throws {
    #expect(Self.code(secret(junk), try Self.keys()) != nil)
  }

  @Test func `without a kid needs a set with exactly one key that fits`() throws {
    let token = try Self.sign(header: [])
    let fitting = try Keys.signing(.es256).publicJWK(keyID: "k")
    let other = try Keys.signing(.rs256).publicJWK(keyID: "r")
    let another = try JWSSigningKey.ec(ECPrivateKey(generatingOn: .p256)).publicJWK(keyID: "n")
    #expect(try Self.code(token, keySet([other, fitting])) == nil)
    #expect(try Self.code(token, keySet([other])) == .unknownKey)
    #expect(try Self.code(token, keySet([fitting, another])) == .ambiguousKey)
    #expect(try Self.code(token, keySet([])) == .unknownKey)
  }

  @Test func `tries the keys that share its kid, but only a few`() throws {
    let token = try Self.sign()
    let right = try Keys.signing(.es256).publicJWK(keyID: "k")
    let wrong = try (0..<8).map { _ in
      try JWSSigningKey.ec(ECPrivateKey(generatingOn: .p256)).publicJWK(keyID: "k")
    }
    let rsa = try Keys.signing(.rs256).publicJWK(keyID: "k")
    #expect(try Self.code(token, keySet([rsa, wrong[0], right])) == nil)
    #expect(try Self.code(token, keySet([rsa, wrong[0]])) == .badSignature)
    #expect(try Self.code(token, keySet(wrong + [right])) == .badSignature)
  }

  @Test func `whose key is unusable says why`() throws {
    let key = try Keys.signing(.es256).publicJWK(keyID: "k").changing([("use", "enc")])
    let token = try Self.sign()
    let keys = try keySet([key])
    do throws(JWSFailure) {
      _ = try JWS(parsing: token).verify(with: keys)
      Issue.record("an encryption key checked a signature")
    } catch {
      #expect(error.code == .unusableKey)
      #expect(error.message.contains("not for signatures"))
    }
  }
}
