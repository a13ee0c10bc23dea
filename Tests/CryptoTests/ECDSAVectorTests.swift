import Crypto
import Testing

@Suite struct `ECDSA signatures` {
  struct Group: Decodable {
    struct Point: Decodable {
      let wx: Hex
      let wy: Hex
    }
    let publicKey: Point
    let tests: [RSAVector]
  }

  typealias RSAVector = `RSA signatures`.Vector

  struct Case: CustomTestStringConvertible {
    let key: PublicKey
    let vector: RSAVector
    var testDescription: String { "ES256 vector \(vector.tcId)" }
  }

  static func cases() throws -> [Case] {
    try Wycheproof<Group>.load("ecdsa_secp256r1_sha256_p1363_test").testGroups.flatMap { group in
      let key = try PublicKey(
        curve: .p256,
        x: group.publicKey.wx.number(32).span,
        y: group.publicKey.wy.number(32).span
      )
      return group.tests.map { Case(key: key, vector: $0) }
    }
  }

  @Test(arguments: try cases())
  func `a vector is accepted exactly if it is valid`(_ example: Case) throws {
    let accepted = try example.key.verify(
      example.vector.sig.bytes.span,
      of: example.vector.msg.bytes.span,
      algorithm: .es256
    )
    #expect(accepted == (example.vector.result == .valid))
  }

  @Test func `no vector of the file is left out`() throws {
    let results = try Self.cases().map(\.vector.result)
    #expect(results.count { $0 == .valid } == 173)
    #expect(results.count { $0 == .invalid } == 89)
    #expect(results.count == 262)
  }
}
