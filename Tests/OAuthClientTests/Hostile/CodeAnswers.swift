import DemoProvider
import JSON

/// What the token endpoint answers to a code.
extension HostileCase {
  private static func code(
    _ name: String,
    _ fault: DemoFault.Action,
    twin: DemoFault.Action? = nil,
    _ verdict: Verdict
  ) -> HostileCase {
    HostileCase(
      "code answered " + name,
      .signIn,
      .token(fault),
      twin: twin.map { .token($0) } ?? .none,
      verdict
    ).asking(.token, 1)
  }

  private static let unread = Verdict.recoverable("server", "RFC 6749")
  private static let refused = Verdict.configuration("refused_by_provider")

  private static func described(_ text: String) -> DemoFault.Action {
    .answer(
      .json(
        400,
        ["error": "invalid_scope", "error_description": .string(text), "error_uri": "\u{1}"]
      )
    )
  }

  static let codeAnswers: [HostileCase] =
    [
      code(
        "invalid_grant",
        .answer(.error(400, "invalid_grant")),
        .recoverable("refused_response").naming("invalid_grant")
      ),
      code("invalid_client", .answer(.error(400, "invalid_client")), refused),
      code(
        "with a challenge for a secret",
        .answer(
          .json(401, ["error": "invalid_client"], headers: ["WWW-Authenticate": "Basic realm=x"])
        ),
        refused
      ),
      code("with an error and 200", .answer(.error(200, "invalid_client")), refused),
      code(
        "with an error that nobody has heard of",
        .answer(.error(400, "brand_new")),
        .configuration("refused_by_provider", "(brand_new)")
      ),
      code(
        "with an error that is no word",
        .answer(.error(400, "\u{1B}[2J\u{202E}")),
        .configuration("refused_by_provider", "unrecognised_error")
      ),
      code("by repeating the request", .echo(400, "invalid_request"), refused),
      code("with a description that steers the terminal", described("\u{1B}[2J\u{202E}x"), refused),
      code("400 and nothing else", .answer(DemoAnswer(status: 400)), unread),
      code("with a firewall's page", .answer(.html(403)), unread),
      code("with a portal's page", .answer(.html()), unread),
      code("500", .answer(DemoAnswer(status: 500)), unread),
      code("204", .answer(DemoAnswer(status: 204)), unread),
      code("201", .wrap(.status(201)), twin: .wrap(.status(200)), unread),
      code(
        "as a page",
        .wrap(.header("Content-Type", "text/html")),
        twin: .wrap(.header("Content-Type", "application/json; charset=utf-8")),
        unread
      ),
      code("and cut off", .drop, .recoverable("network")),
      code("without its end", .wrap(.cut(4)), unread),
      code("with 3 MB", .answer(.huge(3_000_000)), .recoverable("server", "larger than")),
      code("in UTF-16", .wrap(.prefix([0xFF, 0xFE])), unread),
      code(
        "behind two byte order marks",
        .wrap(.prefix([0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF])),
        twin: .wrap(.prefix([0xEF, 0xBB, 0xBF])),
        unread
      ),
      code("with two access tokens", .again("access_token", "at"), twin: .again("x", 1), unread),
      code("with two token types", .again("token_type", "Bearer"), unread),
      code("with two ID tokens", .again("id_token", "e30.e30."), unread),
      code("too deep", .set("x", nested(600)), twin: .set("x", nested(100)), unread),
      code("without an access token", .omit("access_token"), unread),
      code("with an empty access token", .set("access_token", ""), unread),
      code("with a number for an access token", .set("access_token", 7), unread),
      code(
        "with an access token that forges a header",
        .set("access_token", "at\r\nX-Forged: 1"),
        unread
      ),
      code("with an ID token that steers a terminal", .set("id_token", "\u{1B}[2J"), unread),
      code(
        "with a token type that nobody knows",
        .set("token_type", "mac"),
        twin: .set("token_type", "bEaReR"),
        .configuration("unsupported_provider")
      ),
      code(
        "without a token type",
        .omit("token_type"),
        .configuration("unsupported_provider")
      ),
      code(
        "with a number for a token type",
        .set("token_type", 1),
        .configuration("unsupported_provider")
      ),
      code("without an ID token", .omit("id_token"), .configuration("invalid_id_token")),
      code("with an empty ID token", .set("id_token", ""), .configuration("invalid_id_token")),
    ]
    + [302, 303, 307, 308].map { status in
      HostileCase(
        "code answered with a way elsewhere (\(status))",
        .signIn,
        .elsewhere(.token, status),
        unread
      ).asking(.token, 1)
    }

  private static func nested(_ levels: Int) -> JSONNode {
    (0..<levels).reduce(JSONNode.array([])) { inner, _ in .array([inner]) }
  }
}
