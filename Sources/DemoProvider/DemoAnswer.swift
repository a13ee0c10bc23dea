package import JSON
import Loopback

/// An answer that a fault gives in place of the real one.
package struct DemoAnswer: Sendable {
  /// The status.
  package var status: Int
  /// Headers, Content-Type among them.
  package var headers: [(name: String, value: String)]
  /// The body.
  package var body: [UInt8]

  /// Any answer.
  package init(
    status: Int,
    headers: KeyValuePairs<String, String> = [:],
    body: String = ""
  ) {
    self.status = status
    self.headers = headers.map { ($0.key, $0.value) }
    self.body = Array(body.utf8)
  }

  /// JSON.
  package static func json(
    _ status: Int,
    _ node: JSONNode,
    headers: KeyValuePairs<String, String> = [:]
  ) -> DemoAnswer {
    var answer = DemoAnswer(status: status, headers: headers)
    answer.headers.append(("Content-Type", "application/json"))
    answer.body = node.encoded()
    return answer
  }

  /// An OAuth error.
  package static func error(_ status: Int, _ code: String) -> DemoAnswer {
    .json(status, ["error": .string(code)])
  }

  /// A page, as a captive portal or a firewall sends it.
  package static func html(_ status: Int = 200) -> DemoAnswer {
    DemoAnswer(
      status: status,
      headers: ["Content-Type": "text/html"],
      body: "<!doctype html><title>Please sign in to the network</title>"
    )
  }

  /// JSON of that many bytes.
  package static func huge(_ bytes: Int) -> DemoAnswer {
    .json(200, ["filler": .string(String(repeating: "a", count: max(0, bytes - 13)))])
  }

  /// A redirect.
  package static func redirect(to location: String, status: Int = 302) -> DemoAnswer {
    DemoAnswer(status: status, headers: ["Location": location])
  }

  /// A request to wait; `retryAfter` may be seconds, a date or garbage.
  package static func busy(_ status: Int = 429, retryAfter: String) -> DemoAnswer {
    .json(status, ["error": "temporarily_unavailable"], headers: ["Retry-After": retryAfter])
  }

  var response: LoopbackResponse {
    var response = LoopbackResponse(status: status, body: body)
    response.headers = headers
    return response
  }
}
