import JSON
import Secrets

/// How a text that holds an object was written into another: what its quotes became.
enum LooseQuoting {
  /// Behind backslashes, as programs print strings.
  case backslashes
  /// Doubled, as in comma-separated values and SQL.
  case doubled
  /// As references, as in XML and HTML.
  case entities

  /// By what stands behind the brace; nil for plain JSON and for anything else.
  init?(_ bytes: Span<UInt8>, at inside: Int) {
    switch bytes[inside] {
    case UInt8(ascii: "\\"):
      self = .backslashes
    case UInt8(ascii: "&")
    where bytes.matches("&quot;", at: inside) || bytes.matches("&#", at: inside):
      self = .entities
    case UInt8(ascii: "\"") where bytes.matches("\"\"", at: inside):
      // A name without a letter is a name too.
      let next = inside + 2 < bytes.count ? bytes[inside + 2] : 0
      guard next != UInt8(ascii: ":"), next > 0x20 else { return nil }
      self = .doubled
    default: return nil
    }
  }

  /// What the locator says.
  var name: String {
    switch self {
    case .backslashes: "json"
    case .doubled: "quotes"
    case .entities: "entities"
    }
  }

  /// Where the text ends in which the brace stands; it begins before it.
  func end(of start: Int, in bytes: Span<UInt8>, limit: Int) -> Int {
    var at = start
    while at < limit {
      switch (self, bytes[at]) {
      case (.backslashes, UInt8(ascii: "\n")), (.entities, UInt8(ascii: "<")): return at
      case (.backslashes, UInt8(ascii: "\\")): at += 2
      case (.backslashes, UInt8(ascii: "\"")), (.entities, UInt8(ascii: "\"")):
        return max(at, start + 1)
      case (.doubled, UInt8(ascii: "\"")):
        guard bytes.matches("\"\"", at: at) else { return max(at, start + 1) }
        at += 2
      default: at += 1
      }
    }
    return max(min(at, bytes.count), start + 1)
  }

  /// The text without it; nil if it is none.
  func decode(_ bytes: Span<UInt8>, _ range: Range<Int>) -> SecretBytes? {
    switch self {
    case .entities:
      return XMLText.decode(bytes, range)
    case .doubled:
      return SecretBytes(capacity: range.count) { (output: inout OutputSpan<UInt8>) in
        var at = range.lowerBound
        while at < range.upperBound {
          output.append(bytes[at])
          at += bytes[at] == UInt8(ascii: "\"") ? 2 : 1
        }
      }
    case .backslashes:
      let quote = SecretBytes(copying: [UInt8(ascii: "\"")])
      let text = SecretBytes(copying: bytes.extracting(range))
      func undone(_ text: SecretBytes) -> SecretBytes? {
        let quoted = SecretBytes.joined([quote, text, quote])
        return try? JSONDocument(parsing: quoted, dialect: .androidState).root.secret()
      }
      // A lenient reader takes an escape that it does not know for the letter in it.
      if ForeignEscapes.occur(in: bytes, range) {
        return undone(ForeignEscapes.rewritten(text)) ?? undone(text)
      }
      return undone(text) ?? undone(ForeignEscapes.rewritten(text))
    }
  }
}
