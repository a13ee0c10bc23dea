import Crypto
import Secrets
import Testing

@Suite struct `AES-GCM` {
  struct Group: Decodable {
    let keySize: Int
    let ivSize: Int
    let tests: [Vector]
  }

  struct Vector: Decodable, CustomTestStringConvertible {
    let tcId: Int
    let key: Hex
    let iv: Hex
    let aad: Hex
    let msg: Hex
    let ct: Hex
    let tag: Hex
    let result: Verdict
    var testDescription: String { "vector \(tcId)" }
    var inScope: Bool { key.bytes.count == 32 && iv.bytes.count == 12 }
  }

  static func vectors() throws -> [Vector] {
    try Wycheproof<Group>.load("aes_gcm_test").testGroups.flatMap(\.tests)
  }

  private func open(_ vector: Vector) throws(CryptoFailure) -> SecretBytes {
    try AESGCM.open(
      (vector.ct.bytes + vector.tag.bytes).span,
      key: SecretBytes(copying: vector.key.bytes),
      nonce: vector.iv.bytes.span,
      associatedData: vector.aad.bytes.span
    )
  }

  @Test(arguments: try vectors().filter { $0.inScope && $0.result == .valid })
  func `every valid vector opens to its message and seals to its ciphertext`(
    _ vector: Vector
  ) throws {
    let opened = try open(vector)
    #expect(opened.holds(vector.msg.bytes))
    let sealed = try AESGCM.seal(
      SecretBytes(copying: vector.msg.bytes),
      key: SecretBytes(copying: vector.key.bytes),
      nonce: vector.iv.bytes.span,
      associatedData: vector.aad.bytes.span
    )
    #expect(sealed == vector.ct.bytes + vector.tag.bytes)
  }

  @Test(arguments: try vectors().filter { $0.inScope && $0.result == .invalid })
  func `every invalid vector fails to authenticate`(_ vector: Vector) {
    #expect(throws: CryptoFailure(.authenticationFailed, "")) { _ = try open(vector) }
  }

  @Test(arguments: try vectors().filter { !$0.inScope })
  func `every other key or nonce length is refused as such`(_ vector: Vector) {
    let wrong: CryptoFailure.Code = vector.key.bytes.count == 32 ? .invalidParameter : .invalidKey
    #expect(throws: CryptoFailure(wrong, "")) { _ = try open(vector) }
  }

  @Test func `no vector of the file is left out`() throws {
    let file = try Wycheproof<Group>.load("aes_gcm_test")
    let vectors = file.testGroups.flatMap(\.tests)
    #expect(vectors.count == 316)
    #expect(file.numberOfTests == 316)
    #expect(vectors.count { $0.inScope && $0.result == .valid } == 39)
    #expect(vectors.count { $0.inScope && $0.result == .invalid } == 27)
    #expect(vectors.count { !$0.inScope } == 250)
  }

  @Test func `sealed bytes cut short or changed at any place do not open`() throws {
    let key = Random.secret(32)
    let nonce = Random.bytes(12)
    let sealed = try AESGCM.seal(
      SecretBytes(copying: Array("a session".utf8)),
      key: key,
      nonce: nonce.span,
      associatedData: [1].span
    )
    for count in 0..<sealed.count {
      let cut = Array(sealed.prefix(count))
      #expect(throws: CryptoFailure.self) {
        _ = try AESGCM.open(cut.span, key: key, nonce: nonce.span, associatedData: [1].span)
      }
    }
    for index in sealed.indices {
      var changed = sealed
      changed[index] ^= 1
      #expect(throws: CryptoFailure(.authenticationFailed, "")) {
        _ = try AESGCM.open(changed.span, key: key, nonce: nonce.span, associatedData: [1].span)
      }
    }
    #expect(throws: CryptoFailure(.authenticationFailed, "")) {
      _ = try AESGCM.open(sealed.span, key: key, nonce: nonce.span, associatedData: [2].span)
    }
    #expect(throws: CryptoFailure(.authenticationFailed, "")) {
      _ = try AESGCM.open(
        sealed.span,
        key: Random.secret(32),
        nonce: nonce.span,
        associatedData: [1].span
      )
    }
  }
}
