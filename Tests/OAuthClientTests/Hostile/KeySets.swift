import Crypto
import DemoProvider
import JOSE
import JSON

/// The provider's keys.
extension HostileCase {
  private static func keys(
    _ name: String,
    _ fault: @escaping @Sendable (Place) throws -> [JSONNode],
    twin: (@Sendable (Place) throws -> [JSONNode])? = nil,
    _ verdict: Verdict
  ) -> HostileCase {
    HostileCase("keys " + name, .signIn, published(fault), twin: published(twin ?? right), verdict)
  }

  private static let right: @Sendable (Place) throws -> [JSONNode] = { [try $0.key()] }

  private static func published(
    _ keys: @escaping @Sendable (Place) throws -> [JSONNode]
  ) -> Misconduct {
    .provider { [DemoFault(.jwks, .set("keys", .array(try keys($0))))] }
  }

  private static func spoilt(
    _ name: String,
    _ changes: (String, JSONNode?)...,
    twin: [(String, JSONNode?)] = [],
    because reason: String = "unusable_key"
  ) -> HostileCase {
    keys(
      "with " + name,
      { [try $0.key(changes)] },
      twin: { [try $0.key(twin)] },
      .idToken(reason)
    )
  }

  private static func set(_ name: String, _ fault: DemoFault.Action, _ verdict: Verdict)
    -> HostileCase
  {
    HostileCase("keys " + name, .signIn, .faults(DemoFault(.jwks, fault)), verdict).asking(
      .token,
      0
    )
  }

  private static func modulus(_ bits: Int) -> JSONNode {
    .string(Base64URL.encode([UInt8](repeating: 0xFF, count: bits / 8)))
  }

  private static let elliptic: @Sendable (inout DemoConfiguration) -> Void = {
    $0.algorithm = .es256
  }

  static let keySets: [HostileCase] = [
    spoilt("an RSA key of 1024 bits", ("n", modulus(1024))),
    spoilt("an RSA key of 20,000 bits", ("n", modulus(20_000))),
    spoilt("an RSA key of a million bits", ("n", modulus(1_000_000))),
    spoilt("an RSA key that is even", ("e", "AQAA")),
    HostileCase(
      "keys with the exponent 1, for which every padded hash is a signature",
      .signIn,
      .provider { place in
        [
          DemoFault(.jwks, .set("keys", [try place.key([("e", "AQ")])])),
          DemoFault(.token, .forge(.signature(.paddedHash))),
        ]
      },
      .idToken("unusable_key")
    ),
    spoilt("a key for encryption", ("use", "enc"), twin: [("use", nil)]),
    spoilt(
      "a key for other operations",
      ("key_ops", ["encrypt"]),
      twin: [("key_ops", ["verify"])]
    ),
    spoilt("a key for no operation", ("key_ops", [])),
    spoilt("a key that is published whole", ("d", "AQAB"), twin: [("x5t", "AQAB")]),
    spoilt("a shared secret", ("kty", "oct"), ("k", "AQAB")),
    spoilt("a key of an unknown type", ("kty", "OKP")),
    spoilt("a key without its type", ("kty", nil)),
    spoilt(
      "a key for another algorithm",
      ("alg", "RS512"),
      twin: [("alg", nil)],
      because: "algorithm_mismatch"
    ),
    spoilt("a key for no algorithm of ours", ("alg", "RSA-OAEP")),
    spoilt("a modulus that is no base64url", ("n", "+/=="), twin: [("x", "+/==")]),
    spoilt(
      "a point that is off its curve",
      ("y", .string(Base64URL.encode([UInt8](repeating: 1, count: 32))))
    )
    .at(elliptic),
    spoilt("a point that is too short", ("x", "AQAB")).at(elliptic),
    spoilt("a curve that nobody knows", ("crv", "secp256k1")).at(elliptic),
    keys(
      "with P-384 for ES256",
      { [try HostileKeys.p384().publicJWK(keyID: $0.keyID())] },
      .idToken("algorithm_mismatch")
    ).at(elliptic),
    keys(
      "with another's under the right name",
      { [try HostileKeys.rsa().publicJWK(keyID: $0.keyID())] },
      twin: { [try HostileKeys.rsa().publicJWK(keyID: "other"), try $0.key()] },
      .idToken("bad_signature")
    ),
    keys(
      "with eight others of the same name before it",
      { place in
        let other = try HostileKeys.rsa().publicJWK(keyID: place.keyID())
        return [JSONNode](repeating: other, count: 8) + [try place.key()]
      },
      twin: { [try HostileKeys.rsa().publicJWK(keyID: $0.keyID()), try $0.key()] },
      .idToken("bad_signature")
    ),
    keys(
      "with ten thousand before it",
      { [JSONNode](repeating: ["kty": "oct"], count: 10_000) + [try $0.key()] },
      twin: { [JSONNode](repeating: ["kty": "oct"], count: 50) + [try $0.key()] },
      .idToken("unknown_key")
    ),
    HostileCase(
      "keys of which two would fit a token without a kid",
      .signIn,
      .provider { place in
        [
          DemoFault(.token, .forge(.header("kid", nil))),
          DemoFault(
            .jwks,
            .set("keys", [try place.key(), try HostileKeys.rsa().publicJWK(keyID: "other")])
          ),
        ]
      },
      twin: .forged(.header("kid", nil)),
      .idToken("ambiguous_key")
    ),
    keys("that are none", { _ in [] }, .idToken("unknown_key")),
    set("that are an object", .set("keys", [:]), .configuration("discovery")),
    set("that stand there twice", .again("keys", []), .configuration("discovery")),
    set("that are not there", .answer(DemoAnswer(status: 404)), .recoverable("server")),
    set("that are a page", .answer(.html()), .configuration("discovery")),
    set("of 3 MB", .answer(.huge(3_000_000)), .recoverable("server", "larger than")),
    set("that never come", .drop, .recoverable("network")),
    HostileCase(
      "keys that are elsewhere",
      .signIn,
      .elsewhere(.jwks),
      .recoverable("server")
    ).asking(.token, 0),
  ]
}
