internal import Loopback

/// The pages that the browser sees of us: plain, light and dark, without script or anything from elsewhere.
package enum Page {
  /// How it ended.
  package enum Ending: Sendable, Equatable {
    case success(String)
    case failure(String)
  }

  /// The last page of a sign-in or sign-out.
  static func ending(_ ending: Ending) -> LoopbackResponse {
    switch ending {
    case .success(let text):
      page(200, title: "Done", text: "\(text) You can close this window.")
    case .failure(let text):
      page(400, title: "That did not work", text: "\(text) Go back to the app and try again.")
    }
  }

  /// For a second use of what is good for one.
  static let gone = page(
    410,
    title: "Already used",
    text: "This page was good for one use. Go back to the app and start again if you need to."
  )

  /// For what is no request of ours; the sign-in goes on waiting.
  static func refusal(_ status: Int) -> LoopbackResponse {
    page(status, title: "Nothing here", text: "This address waits for the end of a sign-in.")
  }

  static func page(_ status: Int, title: String, text: String) -> LoopbackResponse {
    let html = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(escaped(title))</title>
      <style>
      body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 20vh auto 0; padding: 0 1.5rem; }
      h1 { font-size: 1.5rem; }
      </style>
      </head>
      <body>
      <main>
      <h1>\(escaped(title))</h1>
      <p>\(escaped(text))</p>
      </main>
      </body>
      </html>
      """
    var response = LoopbackResponse(status: status, body: Array(html.utf8))
    response.headers = safeHeaders + [("Content-Type", "text/html; charset=utf-8")]
    return response
  }

  /// Nothing is kept, nothing is told to the next site, nothing is run or loaded.
  static let safeHeaders: [(name: String, value: String)] = [
    ("Cache-Control", "no-store"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
    (
      "Content-Security-Policy",
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
    ),
  ]

  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
