/// Text from a file in XML and HTML: no character of it can end an element or an attribute, or steer what shows it.
enum Markup {
  static func escaped(_ text: String, limit: Int = 400) -> String {
    var output = ""
    for scalar in shown(text, limit: limit).unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "\"": output += "&quot;"
      case "'": output += "&#39;"
      // No XML document may hold these, not even escaped.
      case "\u{FFFE}", "\u{FFFF}": output += "\u{FFFD}"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }
}
