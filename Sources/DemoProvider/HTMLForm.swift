import HTTP

/// The first form of a page, as far as a sign-in needs it.
struct HTMLForm {
  var action: String?
  var isPost: Bool
  /// Name and value of every input, the hidden ones filled in.
  var fields: [(name: String, value: String)]
  /// Name and values of the buttons that send something of their own.
  var buttons: [(name: String, value: String)]

  /// Finds it; nil if there is none.
  init?(page: String) {
    guard let start = page.firstRange(of: "<form") else { return nil }
    let rest = page[start.lowerBound...]
    let form = rest[..<(rest.firstRange(of: "</form>")?.lowerBound ?? rest.endIndex)]
    let tags = form.split(separator: "<").map { String($0.prefix { $0 != ">" }) }
    guard let head = tags.first else { return nil }
    action = Self.attribute("action", of: head)
    isPost = Self.attribute("method", of: head)?.lowercased() == "post"
    let named = { (kind: String) in
      tags.filter { $0.hasPrefix(kind) }.compactMap { tag in
        Self.attribute("name", of: tag).map { ($0, Self.attribute("value", of: tag) ?? "") }
      }
    }
    fields = named("input")
    buttons = named("button")
  }

  private static func attribute(_ name: String, of tag: String) -> String? {
    guard let start = tag.firstRange(of: " \(name)=\"") else { return nil }
    let value = String(tag[start.upperBound...].prefix { $0 != "\"" })
    return value.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing("&amp;", with: "&")
  }
}
