import DemoProvider
import JOSE
import JSON

/// What an ID token says, in a sign-in.
extension HostileCase {
  private static func claim(
    _ name: String,
    _ fault: (String, JSONNode?)...,
    twin: [(String, JSONNode?)] = [],
    because reason: String
  ) -> HostileCase {
    HostileCase(
      "ID token " + name,
      .signIn,
      claims(fault),
      twin: claims(twin),
      .idToken(reason)
    ).asking(.jwks, 1)
  }

  private static func claims(_ claims: [(String, JSONNode?)]) -> Misconduct {
    .provider { _ in claims.map { DemoFault(.token, .claim($0.0, $0.1)) } }
  }

  private static func timed(
    _ name: String,
    _ claim: String,
    _ seconds: Double,
    twin: Double,
    _ reason: String
  ) -> HostileCase {
    let misconduct = { (seconds: Double) in
      Misconduct.provider { place in
        let time = place.now + seconds
        return [DemoFault(.token, .claim(claim, .double(time)))]
      }
    }
    return HostileCase(
      "ID token " + name,
      .signIn,
      misconduct(seconds),
      twin: misconduct(twin),
      .idToken(reason)
    )
  }

  static let idTokens: [HostileCase] = [
    timed("that is over", "exp", -90, twin: 90.25, "expired"),
    timed("issued in the future", "iat", 150, twin: -30.5, "issued_in_future"),
    timed("issued two days ago", "iat", -172_800, twin: -80_000, "issued_too_long_ago"),
    timed("that is not valid yet", "nbf", 150, twin: -0.75, "not_yet_valid"),
    claim(
      "whose expiry is a text",
      ("exp", "32000000000"),
      twin: [("exp", 32_000_000_000.5)],
      because: "malformed_claim"
    ),
    claim(
      "whose expiry is in milliseconds",
      ("exp", 1_800_000_000_000),
      because: "implausible_time"
    ),
    claim("whose expiry is below zero", ("exp", -1), because: "implausible_time"),
    claim("whose expiry is beyond all dates", ("exp", 1e308), because: "implausible_time"),
    claim("without an expiry", ("exp", nil), because: "missing_claim"),
    claim("without a time of issue", ("iat", nil), because: "missing_claim"),
    claim("of another issuer", ("iss", "https://evil.example"), because: "issuer_mismatch"),
    claim("without an issuer", ("iss", nil), because: "missing_claim"),
    HostileCase(
      "ID token whose issuer has a slash more",
      .signIn,
      .provider { [DemoFault(.token, .claim("iss", .string($0.issuer + "/")))] },
      twin: .provider { [DemoFault(.token, .claim("iss", .string($0.issuer)))] },
      .idToken("issuer_mismatch")
    ),
    claim(
      "for another client",
      ("aud", "someone-else"),
      twin: [("aud", ["migrated-app"])],
      because: "audience_mismatch"
    ),
    claim("for nobody", ("aud", []), because: "malformed_claim"),
    claim(
      "for several without a party",
      ("aud", ["migrated-app", "api"]),
      twin: [("aud", ["migrated-app", "api"]), ("azp", "migrated-app")],
      because: "authorized_party_mismatch"
    ),
    claim(
      "issued to another client",
      ("azp", "someone-else"),
      twin: [("azp", "migrated-app")],
      because: "authorized_party_mismatch"
    ),
    claim("without a subject", ("sub", nil), because: "missing_claim"),
    claim("with an empty subject", ("sub", ""), twin: [("sub", "x")], because: "subject_invalid"),
    claim(
      "with an endless subject",
      ("sub", .string(String(repeating: "s", count: 256))),
      twin: [("sub", .string(String(repeating: "s", count: 255)))],
      because: "subject_invalid"
    ),
    claim("whose subject is a number", ("sub", 42), because: "malformed_claim"),
    claim("without a nonce", ("nonce", nil), because: "missing_claim"),
    claim("with another nonce", ("nonce", "n"), because: "nonce_mismatch"),
    claim("whose nonce is an array", ("nonce", ["n"]), because: "malformed_claim"),
    claim(
      "with the hash of another access token",
      ("at_hash", "AAAAAAAAAAAAAAAAAAAAAA"),
      twin: [("at_hash", nil)],
      because: "access_token_mismatch"
    ),
    claim(
      "with a hash of another length",
      ("at_hash", "AAAA"),
      twin: [("at_hash", nil)],
      because: "access_token_mismatch"
    ),
    claim(
      "that is too deep",
      ("x", nested(600)),
      twin: [("x", nested(100))],
      because: "malformed_claims"
    ),
    claim(
      "that is too long",
      ("x", .string(String(repeating: "x", count: 70_000))),
      twin: [("x", .string(String(repeating: "x", count: 20_000)))],
      because: "token_too_large"
    ),
    HostileCase(
      "ID token with two subjects",
      .signIn,
      .forged(.claimAgain("sub", "someone-else")),
      twin: .forged(.claimAgain("x", 1)),
      .idToken("malformed_claims")
    ),
    HostileCase(
      "ID token with two nonces",
      .signIn,
      .forged(.claimAgain("nonce", "n")),
      .idToken("malformed_claims")
    ),
  ]

  private static func nested(_ levels: Int) -> JSONNode {
    (0..<levels).reduce(JSONNode.array([])) { inner, _ in .array([inner]) }
  }
}
