import JSON
import Loopback
import Secrets

/// What an endpoint answers, and what the log says of it.
struct Reply {
  var response: LoopbackResponse
  var outcome = "ok"
  var client: String?
  var token: Fingerprint?

  init(_ response: LoopbackResponse, outcome: String = "ok") {
    self.response = response
    self.outcome = outcome
  }

  static func json(_ node: JSONNode, status: Int = 200) -> Reply {
    Reply(
      LoopbackResponse(
        status: status,
        headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
        body: node.encoded()
      )
    )
  }

  /// JSON that holds tokens.
  static func json(_ body: SecretBytes) -> Reply {
    Reply(
      LoopbackResponse(
        status: 200,
        headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
        body: body.withBytes { bytes in bytes.indices.map { bytes[$0] } }
      )
    )
  }

  /// Claims that were signed.
  static func jwt(_ token: SecretBytes) -> Reply {
    Reply(
      LoopbackResponse(
        status: 200,
        headers: ["Content-Type": "application/jwt", "Cache-Control": "no-store"],
        body: token.withBytes { bytes in bytes.indices.map { bytes[$0] } }
      )
    )
  }

  /// An error of RFC 6749 section 5.2.
  static func error(_ status: Int, _ code: String, _ description: String) -> Reply {
    var reply = Reply.json(
      ["error": .string(code), "error_description": .string(description)],
      status: status
    )
    reply.outcome = code
    return reply
  }

  /// A page for a person.
  static func page(_ status: Int, _ title: String, _ body: String, outcome: String) -> Reply {
    let text = """
      <!doctype html><html lang="en"><meta charset="utf-8"><title>\(title.escapedForHTML)</title>
      <body><h1>\(title.escapedForHTML)</h1>\(body)</body></html>
      """
    return Reply(
      LoopbackResponse(
        status: status,
        headers: [
          "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store",
          "Content-Security-Policy": "default-src 'none'", "Referrer-Policy": "no-referrer",
        ],
        body: Array(text.utf8)
      ),
      outcome: outcome
    )
  }

  static func redirect(_ location: String, outcome: String) -> Reply {
    Reply(
      LoopbackResponse(
        status: 303,
        headers: [
          "Location": location, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer",
        ]
      ),
      outcome: outcome
    )
  }

  func about(client: String?, token: Fingerprint? = nil) -> Reply {
    var reply = self
    reply.client = client
    reply.token = token
    return reply
  }
}

extension String {
  var escapedForHTML: String {
    reduce(into: "") { text, character in
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      default: text.append(character)
      }
    }
  }
}
