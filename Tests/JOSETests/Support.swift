import Crypto
import JOSE
import JSON
import Secrets

// What several suites sign and check with.

/// Keys are costly to make: one of each sort serves every test.
enum Keys {
  static let rsa = try? RSAPrivateKey()
  static let p256 = try? ECPrivateKey(generatingOn: .p256)
  static let p384 = try? ECPrivateKey(generatingOn: .p384)
  static let p521 = try? ECPrivateKey(generatingOn: .p521)

  /// A key for `algorithm`.
  static func signing(_ algorithm: JWSAlgorithm) throws(CryptoFailure) -> JWSSigningKey {
    let missing = CryptoFailure(.library, "generating a key")
    switch algorithm.scheme {
    case .pkcs1, .pss:
      guard let rsa else { throw missing }
      return .rsa(rsa, algorithm)
    case .ecdsa(let curve):
      guard let key = curve == .p256 ? p256 : curve == .p384 ? p384 : p521 else { throw missing }
      return .ec(key)
    }
  }
}

/// A key set document with these members.
func keySet(_ keys: [JSONNode]) throws(JWKSetFailure) -> JWKSet {
  let document = JSONNode.object([("keys", .array(keys))])
  return try JWKSet(parsing: SecretBytes(copying: document.encoded()))
}

/// The value of a JSON text.
func json(_ text: String) throws -> JSONValue {
  try JSONDocument(parsing: secret(text)).root
}

/// The bytes of a text.
func secret(_ text: String) -> SecretBytes {
  SecretBytes(copying: Array(text.utf8))
}

/// The text of bytes that are no secret in a test.
func text(_ secret: SecretBytes) -> String {
  secret.withBytes { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
}

extension JSONNode {
  /// The object with members put in, or taken out where nil.
  func changing(_ changes: [(String, JSONNode?)]) -> JSONNode {
    guard case .object(var members) = self else { return self }
    for (name, value) in changes {
      members.removeAll { $0.name == name }
      if let value { members.append(Member(name, value)) }
    }
    return .object(members)
  }
}
