import JOSE
import Secrets
import Testing

@Suite struct `Wycheproof's JOSE vectors` {
  static let files = [
    "json_web_signature_test", "json_web_key_test", "json_web_crypto_test",
  ]

  /// Called valid although the key's own `alg` is not the token's (PS256 beside a PS384 token, and "ES521", which is
  /// no algorithm): a key is for one algorithm (RFC 8725 section 3.1), so we refuse them.
  static let contradicted: [Int64: JWSFailure.Code] = [
    346: .algorithmMismatch, 347: .unusableKey, 350: .algorithmMismatch, 351: .unusableKey,
  ]

  enum Class: String, CaseIterable {
    case accepted
    case contradicted
    case symmetric
    case encryption
    case invalid
  }

  static func all() throws -> [Wycheproof] {
    try files.flatMap(Wycheproof.load)
  }

  static func of(_ wanted: Class) throws -> [Wycheproof] {
    try all().filter { classify($0) == wanted }
  }

  static func classify(_ vector: Wycheproof) -> Class {
    if vector.isEncryption { return .encryption }
    guard vector.isValid else { return .invalid }
    if vector.hasSymmetricKeys { return .symmetric }
    if vector.file == files[0], contradicted[vector.id] != nil { return .contradicted }
    return .accepted
  }

  @Test(arguments: try of(.accepted))
  func `what is valid and in scope is accepted`(_ vector: Wycheproof) {
    #expect(vector.failure() == nil)
  }

  @Test(arguments: try of(.invalid))
  func `what is invalid is refused`(_ vector: Wycheproof) {
    #expect(vector.failure() != nil)
  }

  @Test(arguments: try of(.symmetric))
  func `what is signed with a shared secret is refused as that`(_ vector: Wycheproof) {
    // Two "valid" ones have a character in their base64url that does not belong there.
    let expected: JWSFailure.Code =
      vector.comment.hasPrefix("InvalidCharacterInserted")
      ? (vector.id == 372 ? .notCompact : .symmetricAlgorithm) : .symmetricAlgorithm
    #expect(vector.failure()?.code == expected)
  }

  @Test(arguments: try of(.encryption))
  func `what is encrypted is refused, as that where it has five parts`(_ vector: Wycheproof) {
    let code = vector.failure()?.code
    let parts = vector.token.withBytes { bytes in
      bytes.indices.count { bytes[$0] == UInt8(ascii: ".") } + 1
    }
    #expect(code == (parts == 5 ? .encrypted : .notCompact))
  }

  @Test(arguments: try of(.contradicted))
  func `a key whose alg contradicts the token is refused although its vector says valid`(
    _ vector: Wycheproof
  ) {
    #expect(vector.failure()?.code == Self.contradicted[vector.id])
  }

  @Test func `no vector is left out`() throws {
    let counts = try Dictionary(grouping: Self.all(), by: Self.classify).mapValues(\.count)
    let expected: [Class: Int] = [
      .accepted: 35, .contradicted: 4, .symmetric: 16, .encryption: 34, .invalid: 421,
    ]
    #expect(counts == expected)
    let totals = try Self.files.map { try Wycheproof.numberOfTests($0) }
    #expect(totals == [401, 26, 83])
    #expect(try Self.all().count == 510)
  }

  @Test func `what is invalid is refused for these reasons`() throws {
    let codes = try Self.of(.invalid).compactMap { $0.failure()?.code }
    let counts = Dictionary(grouping: codes) { $0 }.mapValues(\.count)
    let expected: [JWSFailure.Code: Int] = [
      .badSignature: 304, .notCompact: 38, .symmetricAlgorithm: 37, .unusableKey: 15,
      .malformedHeader: 12, .unsigned: 6, .algorithmMismatch: 5, .unknownKey: 4,
    ]
    #expect(counts == expected)
  }

  @Test(arguments: [
    ("json_web_signature_test", 32, JWSFailure.Code.badSignature),
    ("json_web_key_test", 7, .unusableKey), ("json_web_key_test", 8, .unusableKey),
    ("json_web_key_test", 9, .unusableKey), ("json_web_key_test", 19, .unusableKey),
    ("json_web_key_test", 21, .unusableKey), ("json_web_key_test", 22, .unusableKey),
    ("json_web_key_test", 23, .unusableKey), ("json_web_key_test", 24, .unusableKey),
    ("json_web_crypto_test", 46, .unusableKey),
    ("json_web_signature_test", 31, .symmetricAlgorithm),
    ("json_web_signature_test", 16, .unsigned),
  ])
  func `an attack is refused for its own reason`(
    _ file: String,
    _ id: Int64,
    _ code: JWSFailure.Code
  ) throws {
    let vector = try #require(Wycheproof.load(file).first { $0.id == id })
    #expect(vector.failure()?.code == code)
  }
}
