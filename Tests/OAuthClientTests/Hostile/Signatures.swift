import Crypto
import DemoProvider
import JOSE
import JSON

/// Keys that are not the provider's.
enum HostileKeys {
  private static let rsaKey = Result { try RSAPrivateKey() }
  private static let p256Key = Result { try ECPrivateKey(generatingOn: .p256) }
  private static let p384Key = Result { try ECPrivateKey(generatingOn: .p384) }

  static func rsa() throws -> JWSSigningKey { .rsa(try rsaKey.get(), .rs256) }
  static func p256() throws -> JWSSigningKey { .ec(try p256Key.get()) }
  static func p384() throws -> JWSSigningKey { .ec(try p384Key.get()) }
}

/// What an ID token says of its signature, and the signature itself.
extension HostileCase {
  private static func forged(
    _ name: String,
    _ forgeries: DemoForgery...,
    twin: DemoForgery? = nil,
    because reason: String
  ) -> HostileCase {
    HostileCase(
      "ID token " + name,
      .signIn,
      .provider { _ in forgeries.map { DemoFault(.token, .forge($0)) } },
      twin: twin.map { .forged($0) } ?? .none,
      .idToken(reason)
    ).asking(.jwks, reason == "unknown_key" ? 2 : 1)
  }

  private static let elliptic: @Sendable (inout DemoConfiguration) -> Void = {
    $0.algorithm = .es256
  }

  static let signatures: [HostileCase] =
    ["none", "None", "NONE", "nOnE"].map { name in
      forged(
        "with the algorithm \(name)",
        .header("alg", .string(name)),
        .signature(.empty),
        because: "unsigned"
      )
    } + [
      forged("without an algorithm", .header("alg", nil), because: "malformed_header"),
      forged(
        "with an algorithm of one's own",
        .header("alg", "RS257"),
        because: "unknown_algorithm"
      ),
      forged(
        "with EdDSA, which is not offered",
        .header("alg", "EdDSA"),
        because: "unknown_algorithm"
      ),
      forged(
        "signed with the public key for a secret",
        .sharedSecret,
        because: "symmetric_algorithm"
      ),
      forged(
        "signed with the public key for a secret, at a provider with a curve",
        .sharedSecret,
        because: "symmetric_algorithm"
      ).at(elliptic),
      forged("that says HS512", .header("alg", "HS512"), because: "symmetric_algorithm"),
      forged(
        "of RS256 by the name of a key on a curve",
        .header("alg", "RS256"),
        because: "algorithm_mismatch"
      )
      .at(elliptic),
      forged(
        "of ES256 by the name of an RSA key",
        .header("alg", "ES256"),
        because: "algorithm_mismatch"
      ),
      forged("of PS256 that is RS256", .header("alg", "PS256"), because: "algorithm_mismatch"),
      forged("by an unknown key", .header("kid", "unknown"), because: "unknown_key"),
      forged(
        "by a key that is a path",
        .header("kid", "../../../../dev/null"),
        because: "unknown_key"
      ),
      forged("by a key that is a query", .header("kid", "' OR 1=1; --"), because: "unknown_key"),
      forged("by a key that is a command", .header("kid", "|id\u{0}"), because: "unknown_key"),
      forged(
        "by a key of 4,000 characters",
        .header("kid", .string(String(repeating: "k", count: 4000))),
        because: "unknown_key"
      ),
      forged(
        "with a header of 10,000 characters",
        .header("kid", .string(String(repeating: "k", count: 10_000))),
        because: "token_too_large"
      ),
      forged("by a key that is a number", .header("kid", 1), because: "malformed_header"),
      forged("by an empty key", .header("kid", ""), because: "unknown_key"),
      forged(
        "that demands an extension",
        .header("crit", ["exp"]),
        twin: .header("x", ["exp"]),
        because: "critical_extension"
      ),
      forged("that demands nothing", .header("crit", []), because: "critical_extension"),
      forged("whose payload is not encoded", .header("b64", false), because: "unencoded_payload"),
      forged("whose payload is compressed", .header("zip", "DEF"), because: "compressed"),
      forged("that says it is encrypted", .header("enc", "A256GCM"), because: "encrypted"),
      forged("of five parts", .text("e30.e30.e30.e30.e30"), because: "encrypted"),
      forged("of two parts", .text("e30.e30"), because: "not_a_compact_jws"),
      forged("of none", .text("{}"), because: "not_a_compact_jws"),
      forged(
        "that is an access token",
        .header("typ", "at+jwt"),
        twin: .header("typ", "JOSE"),
        because: "wrong_token_type"
      ),
      forged("that is a logout token", .header("typ", "logout+jwt"), because: "wrong_token_type"),
      forged("whose type is a number", .header("typ", 1), because: "malformed_header"),
      forged("with two algorithms", .headerAgain("alg", "none"), because: "malformed_header"),
      forged("with two keys", .headerAgain("kid", "x"), because: "malformed_header"),
      forged("whose payload was changed", .payloadChanged, because: "bad_signature"),
      forged("with a signature cut short", .signature(.truncated), because: "bad_signature"),
      forged("without a signature", .signature(.empty), because: "bad_signature"),
      forged("with a signature of zeros", .signature(.zeros), because: "bad_signature"),
      forged("on a curve with a signature in ASN.1", .signature(.asn1), because: "bad_signature")
        .at(elliptic),
      forged("on a curve whose r is zero", .signature(.zeroR), because: "bad_signature").at(
        elliptic
      ),
      forged("on a curve with a signature of zeros", .signature(.zeros), because: "bad_signature")
        .at(elliptic),
      forged(
        "on a curve with a signature cut short",
        .signature(.truncated),
        because: "bad_signature"
      )
      .at(elliptic),
      HostileCase(
        "ID token that brings its key along",
        .signIn,
        .provider { _ in
          let key = try HostileKeys.p256()
          return [
            DemoFault(.token, .forge(.key(key, id: nil))),
            DemoFault(.token, .forge(.header("jwk", key.publicJWK(keyID: nil)))),
          ]
        },
        // What its header brings along is not even looked at.
        twin: .provider { _ in
          let key = try HostileKeys.p256().publicJWK(keyID: nil)
          return [DemoFault(.token, .forge(.header("jwk", key)))]
        },
        .idToken("bad_signature")
      ).at(elliptic),
      HostileCase(
        "ID token that tells where its key is",
        .signIn,
        .provider { place in
          let address = JSONNode.string(place.elsewhere.url(of: .jwks))
          return [
            DemoFault(.token, .forge(.key(try HostileKeys.p256(), id: "theirs"))),
            DemoFault(.token, .forge(.header("jku", address))),
            DemoFault(.token, .forge(.header("x5u", address))),
          ]
        },
        twin: .provider { place in
          let address = JSONNode.string(place.elsewhere.url(of: .jwks))
          return [DemoFault(.token, .forge(.header("jku", address)))]
        },
        .idToken("unknown_key")
      ),
      HostileCase(
        "ID token that brings a certificate along",
        .signIn,
        .provider { _ in
          [
            DemoFault(.token, .forge(.key(try HostileKeys.rsa(), id: "theirs"))),
            DemoFault(.token, .forge(.header("x5c", ["MIIB"]))),
          ]
        },
        twin: .provider { _ in [DemoFault(.token, .forge(.header("x5t", "AAAA")))] },
        .idToken("unknown_key")
      ),
      HostileCase(
        "ID token by another's key under the provider's name",
        .signIn,
        .provider { place in
          let id = try place.keyID()
          return [DemoFault(.token, .forge(.key(try HostileKeys.rsa(), id: id)))]
        },
        .idToken("bad_signature")
      ),
      HostileCase(
        "ID token whose type is the refresh token",
        .refresh,
        .provider { place in
          [
            DemoFault(
              .token,
              .forge(.header("typ", .string(place.refreshToken.lowercased() + "+jwt")))
            )
          ]
        },
        .recoverable("server", "wrong_token_type")
      ),
    ]
}
