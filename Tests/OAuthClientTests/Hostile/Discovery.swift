import DemoProvider
import JSON

/// The document that all else follows from.
extension HostileCase {
  private static func refused(
    _ name: String,
    _ fault: DemoFault.Action,
    twin: DemoFault.Action? = nil,
    as verdict: Verdict = .configuration("discovery")
  ) -> HostileCase {
    HostileCase(
      "document " + name,
      .signIn,
      .document(fault),
      twin: twin.map { .document($0) } ?? .none,
      verdict
    ).asking(.authorize, 0)
  }

  private static func nested(_ levels: Int) -> JSONNode {
    (0..<levels).reduce(JSONNode.array([])) { inner, _ in .array([inner]) }
  }

  static let discovery: [HostileCase] =
    [
      refused(
        "of another issuer",
        .set("issuer", "https://evil.example"),
        as: .configuration("issuer_mismatch")
      ),
      refused(
        "of a templated issuer",
        .set("issuer", "http://127.0.0.1/{tenantid}"),
        as: .configuration("issuer_mismatch", "template")
      ),
      refused("without an issuer", .omit("issuer")),
      refused("whose issuer is a number", .set("issuer", 7)),
      refused("with two issuers", .again("issuer", "https://evil.example"), twin: .again("x", 1)),
      refused("without a token endpoint", .omit("token_endpoint")),
      refused("without keys", .omit("jwks_uri")),
      refused(
        "with a cleartext token endpoint",
        .set("token_endpoint", "http://evil.example/token")
      ),
      refused(
        "with a token endpoint of another scheme",
        .set("token_endpoint", "file:///etc/passwd")
      ),
      refused(
        "with cleartext keys",
        .set("jwks_uri", "http://evil.example/keys")
      ),
      refused(
        "whose authorization endpoint is a script",
        .set("authorization_endpoint", "javascript:alert(1)")
      ),
      refused(
        "whose token endpoint has a user",
        .set("token_endpoint", "https://user:pass@id.example/token")
      ),
      refused(
        "whose token endpoint has a fragment",
        .set("token_endpoint", "https://id.example/token#x")
      ),
      refused(
        "whose authorization endpoint would break a line",
        .set("authorization_endpoint", "https://id.example/a\r\nLocation: https://evil.example")
      ),
      refused("whose token endpoint is an array", .set("token_endpoint", [])),
      refused(
        "that offers plain PKCE alone",
        .set("code_challenge_methods_supported", ["plain"]),
        twin: .set("code_challenge_methods_supported", ["plain", "S256"]),
        as: .configuration("unsupported_provider", "S256")
      ),
      refused(
        "that offers no PKCE",
        .set("code_challenge_methods_supported", []),
        twin: .omit("code_challenge_methods_supported"),
        as: .configuration("unsupported_provider", "S256")
      ),
      refused(
        "that requires pushing, but names no place for it",
        .set("require_pushed_authorization_requests", true),
        twin: .set("require_pushed_authorization_requests", false),
        as: .configuration("unsupported_provider", "pushed_authorization_request_endpoint")
      ),
      refused("that is a page", .answer(.html())),
      refused("that is no JSON", .answer(DemoAnswer(status: 200, body: "{"))),
      refused("that is an array", .answer(DemoAnswer(status: 200, body: "[]"))),
      refused(
        "behind a byte order mark",
        .wrap(.prefix([0xEF, 0xBB, 0xBF])),
        twin: .wrap(.prefix([0x20, 0x0A]))
      ),
      refused("in UTF-16", .wrap(.prefix([0xFF, 0xFE]))),
      refused("that is cut off", .wrap(.cut(3))),
      refused("that is too deep", .set("x", nested(600)), twin: .set("x", nested(100))),
      refused(
        "of 10 MB",
        .answer(.huge(10_000_000)),
        twin: .set("x", .string(String(repeating: "x", count: 100_000))),
        as: .recoverable("server", "larger than")
      ),
      refused("that is not there", .answer(DemoAnswer(status: 404))),
      refused("of a broken server", .answer(DemoAnswer(status: 500)), as: .recoverable("server")),
      refused("that never comes", .drop, as: .recoverable("network")),
      refused(
        "that is to be fetched later",
        .answer(.busy(retryAfter: "90")),
        as: .recoverable("rate_limited")
      ),
    ]
    + [301, 302, 307].map { status in
      HostileCase(
        "document that is elsewhere (\(status))",
        .signIn,
        .elsewhere(.discovery, status),
        .configuration("discovery")
      )
    } + [
      HostileCase(
        "document whose issuer has a slash more than its tokens",
        .signIn,
        .provider { [DemoFault(.discovery, .set("issuer", .string($0.issuer + "/")))] },
        twin: .provider { [DemoFault(.discovery, .set("issuer", .string($0.issuer)))] },
        .recoverable("refused_response", "mix-up")
      ),
      HostileCase(
        "document that has become another issuer's since the sign-in",
        .refresh,
        .provider { place in
          [
            DemoFault(.discovery, .set("issuer", .string(place.elsewhere.issuer))),
            DemoFault(.discovery, .set("token_endpoint", .string(place.elsewhere.url(of: .token)))),
          ]
        },
        // Where an issuer's own document says that its endpoint is now, there it is.
        twin: .provider { place in
          let moved = place.provider.url(of: .token) + "/moved"
          return [DemoFault(.discovery, .set("token_endpoint", .string(moved)))]
        },
        .configuration("issuer_mismatch")
      ).asking(.token, 0),
      HostileCase(
        "document whose token endpoint has gone to cleartext since the sign-in",
        .refresh,
        .document(.set("token_endpoint", "http://evil.example/token")),
        .configuration("discovery")
      ).asking(.token, 0),
      HostileCase(
        "document whose issuer only looks like the right one",
        .signIn,
        .provider { place in
          // The Kelvin sign, which is a K to whoever compares characters instead of bytes.
          let alike = place.issuer.replacing("/K", with: "/\u{212A}")
          return [DemoFault(.discovery, .set("issuer", .string(alike)))]
        },
        .configuration("issuer_mismatch")
      ).at { $0.issuerPath = "/K" }.asking(.authorize, 0),
    ]
}
