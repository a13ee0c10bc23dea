/// The words of a statement: enough of SQL to read what SQLite itself stored in its schema.
struct SQLiteWords {
  enum Word: Equatable {
    /// A name or keyword; quoted ones are never keywords.
    case name(String, isQuoted: Bool)
    case text
    case number
    /// A character of its own: `(`, `)`, `,` and operators.
    case sign(UInt8)
  }

  private let bytes: [UInt8]
  private var at = 0

  init(_ statement: [UInt8]) { bytes = statement }

  mutating func next() -> Word? {
    skipBlanks()
    guard at < bytes.count else { return nil }
    let start = bytes[at]
    switch start {
    case UInt8(ascii: "\""), UInt8(ascii: "`"):
      return .name(quoted(until: start), isQuoted: true)
    case UInt8(ascii: "["):
      return .name(quoted(until: UInt8(ascii: "]")), isQuoted: true)
    case UInt8(ascii: "'"):
      // SQLite takes a string for a name where only a name can stand.
      return .name(quoted(until: start), isQuoted: true)
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      _ = plain()
      return .number
    case let byte where Self.isPartOfName(byte):
      return .name(plain(), isQuoted: false)
    default:
      at += 1
      return .sign(start)
    }
  }

  private mutating func plain() -> String {
    let start = at
    while at < bytes.count, Self.isPartOfName(bytes[at]) { at += 1 }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  /// A quote written twice stands for one.
  private mutating func quoted(until end: UInt8) -> String {
    var name: [UInt8] = []
    at += 1
    while at < bytes.count {
      if bytes[at] == end {
        guard at + 1 < bytes.count, bytes[at + 1] == end, end != UInt8(ascii: "]") else { break }
        at += 1
      }
      name.append(bytes[at])
      at += 1
    }
    at += 1
    return String(decoding: name, as: UTF8.self)
  }

  private mutating func skipBlanks() {
    while at < bytes.count {
      if [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(bytes[at]) {
        at += 1
      } else if follows("--") {
        while at < bytes.count, bytes[at] != 0x0A { at += 1 }
      } else if follows("/*") {
        at += 2
        while at < bytes.count, !follows("*/") { at += 1 }
        at = min(at + 2, bytes.count)
      } else {
        return
      }
    }
  }

  private func follows(_ text: StaticString) -> Bool { bytes.span.matches(text, at: at) }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }
}
