package import HTTP
internal import JOSE
internal import Loopback
package import Secrets

/// Where the start page sends the browser.
package enum Departure: Sendable {
  /// A redirect to the authorization endpoint.
  case redirect(SecretBytes)
  /// A form that the page posts by itself, so that an ID token never stands in an address (sign-out).
  case form(action: HTTPURL, fields: [(name: String, value: SecretBytes)])

  var response: LoopbackResponse {
    switch self {
    case .redirect(let address):
      // The header of this one response is where the address has to become text.
      let text = address.withBytes { bytes in
        var copy: [UInt8] = []
        for index in bytes.indices { copy.append(bytes[index]) }
        return String(decoding: copy, as: UTF8.self)
      }
      var response = LoopbackResponse(status: 302)
      response.headers = Page.safeHeaders + [("Location", text)]
      return response
    case .form(let action, let fields):
      return Self.posting(to: action, fields)
    }
  }

  private static func posting(
    to action: HTTPURL,
    _ fields: [(name: String, value: SecretBytes)]
  ) -> LoopbackResponse {
    // The one script of these pages: it presses the button, and only the text of it that the policy names may run.
    let script = "document.forms[0].submit()"
    var html = """
      <!doctype html>
      <html lang="en">
      <head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Signing out</title></head>
      <body>
      <form method="post" action="\(Page.escaped(action.text))">

      """
    var body = Array(html.utf8)
    for field in fields {
      body += Array("<input type=\"hidden\" name=\"\(Page.escaped(field.name))\" value=\"".utf8)
      field.value.withBytes { bytes in
        for index in bytes.indices { body += Array(Self.attribute(bytes[index])) }
      }
      body += Array("\">\n".utf8)
    }
    html = """
      <button type="submit">Sign out</button>
      </form>
      <script>\(script)</script>
      </body>
      </html>
      """
    body += Array(html.utf8)
    let digest = SecretBytes(copying: Array(script.utf8)).fingerprint.bytes
    // A policy takes either alphabet, but wants the padding.
    let hash = Base64URL.encode(digest) + "="
    let policy =
      "default-src 'none'; script-src 'sha256-\(hash)'; base-uri 'none'; frame-ancestors 'none'"
    let headers = Page.safeHeaders.filter { $0.0 != "Content-Security-Policy" }
    var response = LoopbackResponse(status: 200, body: body)
    response.headers =
      headers + [
        ("Content-Type", "text/html; charset=utf-8"), ("Content-Security-Policy", policy),
      ]
    return response
  }

  private static func attribute(_ byte: UInt8) -> [UInt8] {
    switch byte {
    case UInt8(ascii: "&"): Array("&amp;".utf8)
    case UInt8(ascii: "<"): Array("&lt;".utf8)
    case UInt8(ascii: ">"): Array("&gt;".utf8)
    case UInt8(ascii: "\""): Array("&quot;".utf8)
    default: [byte]
    }
  }
}
