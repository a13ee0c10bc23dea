import Crypto
import Testing

@Suite struct `RSA signatures` {
  struct Group: Decodable {
    struct Numbers: Decodable {
      let modulus: Hex
      let publicExponent: Hex
    }
    let publicKey: Numbers
    let tests: [Vector]
  }

  struct Vector: Decodable {
    let tcId: Int
    let msg: Hex
    let sig: Hex
    let result: Verdict
  }

  struct Case: CustomTestStringConvertible {
    let key: PublicKey
    let vector: Vector
    let algorithm: SignatureAlgorithm
    var testDescription: String { "\(algorithm.rawValue) vector \(vector.tcId)" }
  }

  static func cases(_ file: String, _ algorithm: SignatureAlgorithm) throws -> [Case] {
    try Wycheproof<Group>.load(file).testGroups.flatMap { group in
      let key = try PublicKey(
        rsaModulus: group.publicKey.modulus.bytes.span,
        exponent: group.publicKey.publicExponent.bytes.span
      )
      return group.tests.map { Case(key: key, vector: $0, algorithm: algorithm) }
    }
  }

  static func all() throws -> [Case] {
    try cases("rsa_signature_2048_sha256_test", .rs256)
      + cases("rsa_pss_2048_sha256_mgf1_32_test", .ps256)
  }

  @Test(arguments: try all())
  func `a vector is accepted exactly if it is valid`(_ example: Case) throws {
    let accepted = try example.key.verify(
      example.vector.sig.bytes.span,
      of: example.vector.msg.bytes.span,
      algorithm: example.algorithm
    )
    // "Acceptable" is one signature without the NULL of its DigestInfo, which RFC 8017 lets us refuse.
    #expect(accepted == (example.vector.result == .valid))
  }

  @Test func `no vector of the files is left out`() throws {
    let pkcs1 = try Self.cases("rsa_signature_2048_sha256_test", .rs256).map(\.vector.result)
    #expect(pkcs1.count { $0 == .valid } == 9)
    #expect(pkcs1.count { $0 == .acceptable } == 1)
    #expect(pkcs1.count { $0 == .invalid } == 249)
    let pss = try Self.cases("rsa_pss_2048_sha256_mgf1_32_test", .ps256).map(\.vector.result)
    #expect(pss.count { $0 == .valid } == 63)
    #expect(pss.count { $0 == .invalid } == 45)
    #expect(pkcs1.count + pss.count == 367)
  }
}
