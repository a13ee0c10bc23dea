import DemoProvider
import JSON

/// What the endpoint for pushed requests answers: there is no way back to a plain one (RFC 9126).
extension HostileCase {
  private static func push(
    _ name: String,
    _ fault: DemoFault.Action,
    twin: DemoFault.Action? = nil,
    _ verdict: Verdict = .recoverable("server", "RFC 9126")
  ) -> HostileCase {
    HostileCase(
      "push answered " + name,
      .signIn,
      .faults(DemoFault(.par, fault)),
      twin: twin.map { .faults(DemoFault(.par, $0)) } ?? .none,
      verdict
    ).at { $0.offersPushedRequests = true }.asking(.authorize, 0).asking(.token, 0)
  }

  private static let refused = Verdict.configuration("refused_by_provider")

  static let pushes: [HostileCase] =
    [
      push("500", .answer(DemoAnswer(status: 500))),
      push("404", .answer(DemoAnswer(status: 404))),
      push("with a page", .answer(.html(201))),
      push("with nothing", .answer(DemoAnswer(status: 201))),
      push("202", .wrap(.status(202)), twin: .wrap(.status(200))),
      push("without a request_uri", .omit("request_uri")),
      push("with an empty request_uri", .set("request_uri", "")),
      push("with a number for a request_uri", .set("request_uri", 1)),
      push("with a request_uri that breaks a line", .set("request_uri", "urn:x\r\nX-Forged: 1")),
      push("with a request_uri with a blank", .set("request_uri", "urn:x y")),
      push("with two request_uris", .again("request_uri", "urn:x"), twin: .again("x", "urn:x")),
      push("to be used within no time", .set("expires_in", 0), twin: .set("expires_in", 1)),
      push("to be used before it was asked for", .set("expires_in", -60)),
      push("without an end", .omit("expires_in")),
      push("with an end that is a text", .set("expires_in", "sixty")),
      push("too deep", .set("x", nested(600)), twin: .set("x", nested(100))),
      push("that never comes", .drop, .recoverable("network")),
      push("with 3 MB", .answer(.huge(3_000_000)), .recoverable("server", "larger than")),
      push("with a refusal", .answer(.error(400, "invalid_request")), refused),
      push("with a refusal and 200", .answer(.error(200, "invalid_request")), refused),
      push("by repeating the request", .echo(400, "invalid_request"), refused),
      push("to wait", .answer(.busy(retryAfter: "97")), .recoverable("rate_limited", "97 s")),
      HostileCase(
        "push answered with a request_uri that brings parameters along",
        .signIn,
        .faults(DemoFault(.par, .set("request_uri", "urn:x&client_id=other&scope=all"))),
        // The provider knows no such request; it gets one parameter, and the browser never comes back.
        .recoverable("timed_out")
      ).at { $0.offersPushedRequests = true }.asking(.authorize, 1).asking(.token, 0),
    ]
    + [302, 307].map { status in
      HostileCase(
        "push answered with a way elsewhere (\(status))",
        .signIn,
        .elsewhere(.par, status),
        .recoverable("server", "RFC 9126")
      ).at { $0.offersPushedRequests = true }.asking(.authorize, 0)
    }

  private static func nested(_ levels: Int) -> JSONNode {
    (0..<levels).reduce(JSONNode.array([])) { inner, _ in .array([inner]) }
  }
}
