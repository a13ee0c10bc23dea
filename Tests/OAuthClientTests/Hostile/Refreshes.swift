import DemoProvider
import JSON

/// What the token endpoint answers to a refresh token.
extension HostileCase {
  private static func refresh(
    _ name: String,
    _ fault: DemoFault.Action,
    twin: DemoFault.Action? = nil,
    _ verdict: Verdict
  ) -> HostileCase {
    HostileCase(
      "refresh answered " + name,
      .refresh,
      .token(fault),
      twin: twin.map { .token($0) } ?? .none,
      verdict
    )
  }

  private static let kept = Verdict.recoverable("server", "the session is kept")
  private static let refused = Verdict.configuration("refused_by_provider")

  private static func busy(_ status: Int, _ waits: KeyValuePairs<String, String>)
    -> DemoFault.Action
  {
    .answer(.json(status, ["error": "temporarily_unavailable"], headers: waits))
  }

  private static func idToken(
    _ name: String,
    _ action: DemoFault.Action,
    twin: DemoFault.Action? = nil,
    _ reason: String
  ) -> HostileCase {
    refresh(name, action, twin: twin, .recoverable("server", "(\(reason): "))
  }

  private static func page(_ status: Int) -> Misconduct {
    .provider { place in
      let page = "<!doctype html><title>\(place.refreshToken)</title>"
      let answer = DemoAnswer(status: status, headers: ["Content-Type": "text/html"], body: page)
      return [DemoFault(.token, .answer(answer))]
    }
  }

  static let refreshes = refreshErrors + refreshWaits + refreshedIDTokens + refreshesElsewhere

  private static let refreshErrors: [HostileCase] =
    [
      refresh(
        "invalid_grant",
        .answer(.error(400, "invalid_grant")),
        .reauthenticate("grant_rejected")
      ).asking(.token, 1),
      refresh(
        "invalid_grant and 401",
        .answer(.error(401, "invalid_grant")),
        .reauthenticate("grant_rejected")
      ),
      refresh(
        "invalid_grant and 200",
        .answer(.error(200, "invalid_grant")),
        .reauthenticate("grant_rejected")
      ),
      refresh(
        "invalid_grant and 503",
        .answer(.error(503, "invalid_grant")),
        .recoverable("server")
      ),
      refresh(
        "invalid_grant and 429",
        .answer(.error(429, "invalid_grant")),
        .recoverable("rate_limited")
      ),
      refresh(
        "invalid_grant in a page",
        .answer(
          DemoAnswer(
            status: 400,
            headers: ["Content-Type": "text/html"],
            body: #"{"error":"invalid_grant"}"#
          )
        ),
        kept
      ),
      HostileCase(
        "refresh with a token that somebody else has used",
        .refresh,
        .provider { place in
          place.provider.end(grant: 0)
          return []
        },
        .reauthenticate("grant_rejected")
      ),
      refresh("invalid_client", .answer(.error(401, "invalid_client")), refused),
      refresh(
        "with an error that nobody has heard of",
        .answer(.error(400, "brand_new")),
        .configuration("refused_by_provider", "(brand_new)")
      ),
      refresh("by repeating the request", .echo(400, "invalid_request"), refused),
      HostileCase("refresh answered with a page that repeats the token", .refresh, page(400), kept),
      HostileCase("refresh answered with such a page and 200", .refresh, page(200), kept),
      HostileCase(
        "refresh answered with the token for an error",
        .refresh,
        .provider { [DemoFault(.token, .answer(.error(400, $0.refreshToken)))] },
        .configuration("refused_by_provider", "unrecognised_error")
      ),
      HostileCase(
        "refresh answered with the token for a name and nothing else",
        .refresh,
        .provider { place in
          [
            DemoFault(
              .token,
              .answer(.json(200, .object([JSONNode.Member(place.refreshToken, 1)])))
            )
          ]
        },
        kept
      ),
      refresh("with nothing", .answer(DemoAnswer(status: 200)), kept),
      refresh("408", .answer(DemoAnswer(status: 408)), kept),
      refresh("with a firewall's page", .answer(.html(403)), kept),
      refresh("without an access token", .omit("access_token"), kept),
      refresh(
        "with a token type that nobody knows",
        .set("token_type", "mac"),
        twin: .set("token_type", "BEARER"),
        .configuration("unsupported_provider")
      ),
      HostileCase(
        "refresh answered with two refresh tokens",
        .refresh,
        .token(.again("refresh_token", "rt-2"), .again("refresh_token", "rt-3")),
        twin: .token(.again("refresh_token", "rt-2")),
        kept
      ).at { $0.rotatesRefreshTokens = false },
    ]

  private static let refreshWaits: [HostileCase] =
    [
      refresh(
        "429, to wait",
        busy(429, ["Retry-After": "97"]),
        .recoverable("rate_limited", "asks to wait 97 s")
      ).asking(.token, 1),
      refresh(
        "429, to wait until a day that is far",
        busy(429, ["Retry-After": "Fri, 31 Dec 2077 23:59:59 GMT"]),
        .recoverable("rate_limited", "more than 7 days")
      ).asking(.token, 1),
      refresh(
        "429, to wait for longer than numbers go",
        busy(429, ["Retry-After": "99999999999999999999999"]),
        .recoverable("rate_limited", "more than 7 days")
      ).asking(.token, 1),
      refresh(
        "429, to have waited",
        busy(429, ["Retry-After": "-97"]),
        .recoverable("rate_limited", "cannot be read")
      ).asking(.token, 1),
      refresh(
        "429, to wait for two times",
        busy(429, ["Retry-After": "1", "Retry-After": "97"]),
        .recoverable("rate_limited", "asks to wait 97 s")
      ).asking(.token, 1),
      refresh(
        "429, to wait for a time and for garbage",
        busy(429, ["Retry-After": "1", "Retry-After": "soon"]),
        .recoverable("rate_limited", "cannot be read")
      ).asking(.token, 1),
      refresh(
        "503, to wait",
        busy(503, ["Retry-After": "97"]),
        .recoverable("server", "asks to wait 97 s")
      ).asking(.token, 1),
    ]

  private static let refreshedIDTokens: [HostileCase] =
    [
      refresh(
        "with an ID token of another user",
        .claim("sub", "someone-else"),
        twin: .claim("sub", "sub-demo"),
        .reauthenticate("identity_changed")
      ),
      idToken(
        "with an ID token of another issuer",
        .claim("iss", "https://evil.example"),
        "issuer_mismatch"
      ),
      idToken(
        "with an ID token for another client",
        .claim("aud", "someone-else"),
        twin: .claim("aud", ["migrated-app"]),
        "audience_mismatch"
      ),
      idToken("with an ID token of another nonce", .claim("nonce", "n"), "nonce_changed"),
      idToken("with an unsigned ID token", .unsigned, twin: .omit("id_token"), "unsigned"),
      idToken("with a tampered ID token", .tamperedSignature, "bad_signature"),
      idToken(
        "with the hash of another access token",
        .claim("at_hash", "AAAAAAAAAAAAAAAAAAAAAA"),
        twin: .claim("at_hash", nil),
        "access_token_mismatch"
      ),
    ]

  private static let refreshesElsewhere: [HostileCase] =
    [302, 307, 308].map { status in
      HostileCase(
        "refresh answered with a way elsewhere (\(status))",
        .refresh,
        .elsewhere(.token, status),
        kept
      ).asking(.token, 1)
    }
}
