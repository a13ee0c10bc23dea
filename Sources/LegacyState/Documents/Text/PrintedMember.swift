import Secrets

/// A name and its value as a language prints them.
struct PrintedMember {
  /// What stands between name and value, and what around the value.
  struct Notation: Equatable {
    /// `:`, `=`, `>` for `=>`, or `;` of PHP's `serialize`.
    let separator: UInt8
    /// Nothing, or one of the quotes, around the name.
    let nameQuote: UInt8

    /// Whether an object of JSON has it too; then only what is around tells.
    var isOfJSON: Bool {
      separator == UInt8(ascii: ":") && nameQuote == UInt8(ascii: "\"")
    }
  }

  let notation: Notation
  /// From the name's quote or bracket to the end of the value, brackets of the value included.
  let range: Range<Int>
  private let value: Range<Int>
  /// The quote around the value; 0 for none.
  private let quote: UInt8
  /// Whether the value is random enough to be no name of a program's.
  let isToken: Bool
  /// Whether name or value is written as JSON never has it.
  let isNoJSON: Bool

  /// Nil if the name is a part of another, or if no value stands behind it.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - name: Where the name stands in it.
  ///   - isPiece: Whether the text may go on beyond its edges: then a name at the first byte may have a quote before it,
  ///     and a value may end behind the last.
  init?(_ bytes: Span<UInt8>, name: Range<Int>, isPiece: Bool = false) {
    var at = name.upperBound
    guard at < bytes.count else { return nil }
    let isFirst = name.lowerBound == 0
    let unseen = isPiece && Self.isQuote(bytes[at]) ? bytes[at] : 0x20
    let before = isFirst ? unseen : bytes[name.lowerBound - 1]
    guard !Self.isInName(before) else { return nil }
    // PHP's `serialize` puts a zero between class and property.
    let isProperty = before == 0 && bytes[at] == UInt8(ascii: "\"")
    let nameQuote = Self.isQuote(before) ? before : isProperty ? bytes[at] : 0
    var start = max(0, name.lowerBound - (nameQuote == 0 ? 0 : 1))
    if nameQuote != 0 {
      guard bytes[at] == nameQuote else { return nil }
      at += 1
    }
    // Swift's, around the key of a dictionary.
    let isWrapped = nameQuote != 0 && bytes.matches("AnyHashable(", at: start - 12)
    if isWrapped, at < bytes.count, bytes[at] == UInt8(ascii: ")") {
      at += 1
      start -= 12
    }
    let isInBrackets = start > 0 ? bytes[start - 1] == UInt8(ascii: "[") : isPiece
    if isInBrackets { at = Self.skipVisibility(bytes, at) }
    if at < bytes.count, bytes[at] == UInt8(ascii: "]") {
      at += 1
      if isInBrackets { start = max(0, start - 1) }
    }
    let nameEnd = at
    at = Self.skipBlanks(bytes, at)
    guard at < bytes.count else { return nil }
    var separator = bytes[at]
    switch separator {
    case UInt8(ascii: ":"), UInt8(ascii: ";"): at += 1
    case UInt8(ascii: "="):
      at += 1
      if at < bytes.count, bytes[at] == UInt8(ascii: ">") {
        separator = bytes[at]
        at += 1
      }
    default: return nil
    }
    let isTight = at == nameEnd + 1
    let blanks = at
    at = Self.skipBlanks(bytes, at)
    let wrappers = Self.skipWrappers(bytes, &at)
    at = Self.skipDecoration(bytes, at)
    guard at < bytes.count else { return nil }
    var end = at
    if Self.isQuote(bytes[at]) {
      quote = bytes[at]
      end = at + 1
      while end < bytes.count, end - at < Self.longest, bytes[end] != quote, bytes[end] != 0x0A {
        end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      guard end < bytes.count ? bytes[end] == quote : isPiece else { return nil }
      value = at + 1..<min(end, bytes.count)
      end = min(end + 1, bytes.count)
      isNoJSON = isWrapped || wrappers > 0
    } else {
      quote = 0
      while end < bytes.count, end - at < Self.longest, Self.isBare(bytes, end) { end += 1 }
      value = at..<end
      guard end > at, Self.endsBare(bytes, end) else { return nil }
      // The parameter of a form is none of these, nor a member of JSON.
      let isMap = "{(@ ".utf8.contains(before)
      guard separator != UInt8(ascii: "=") || !isTight || blanks < at || isMap else { return nil }
      isNoJSON = isWrapped || wrappers > 0 || !Self.isLiteral(bytes.extracting(value))
    }
    var closed = 0
    while closed < wrappers, end < bytes.count, bytes[end] == UInt8(ascii: ")") {
      closed += 1
      end += 1
    }
    notation = Notation(separator: separator, nameQuote: nameQuote)
    range = start..<end
    isToken = Self.isToken(bytes.extracting(value))
  }

  /// The value, backslashes undone.
  func secret(_ bytes: Span<UInt8>) -> SecretBytes {
    SecretBytes(capacity: value.count) { (output: inout OutputSpan<UInt8>) in
      var at = value.lowerBound
      while at < value.upperBound {
        if quote != 0, bytes[at] == UInt8(ascii: "\\"), at + 1 < value.upperBound { at += 1 }
        output.append(bytes[at])
        at += 1
      }
    }
  }

  /// No token that stands in a log is longer.
  private static let longest = 16 << 10
  private static let shortest = 16

  /// Whether a text is too random for a name, a path or an address.
  static func isToken(_ text: Span<UInt8>) -> Bool {
    guard text.count >= shortest, text[0] != UInt8(ascii: "/"), !text.contains("://"),
      TokenShape.mayBeCredential(text)
    else { return false }
    let digits = text.indices.reduce(0) { (0x30...0x39).contains(text[$1]) ? $0 + 1 : $0 }
    return digits >= 4 || TokenShape.isJWT(text) || TokenShape.isSuspicious(text)
  }

  private static func isInName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte &- 0x30 < 10
      || (byte | 0x20) &- 0x61 < 26
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"")
  }

  private static func skipBlanks(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var at = start
    while at < bytes.count, at - start < 64, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) {
      at += 1
    }
    return at
  }

  /// Who may see a property of an object, as PHP prints it behind the name: `:protected`, `:"Class":private`.
  private static func skipVisibility(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    guard start < bytes.count, bytes[start] == UInt8(ascii: ":") else { return start }
    var end = start
    while end < bytes.count, end - start < 256, bytes[end] > 0x20, bytes[end] != UInt8(ascii: "]") {
      end += 1
    }
    let isVisibility =
      bytes.matches(":protected]", at: max(start, end - 10))
      || bytes.matches(":private]", at: max(start, end - 8))
    return isVisibility ? end : start
  }

  /// Types around a value in quotes, as Swift, Rust and Python print them: `Optional("…")`, `Some(Token("…"))`.
  private static func skipWrappers(_ bytes: Span<UInt8>, _ place: inout Int) -> Int {
    if bytes.matches("Optional(", at: place) {
      place += 9
      return 1
    }
    var (at, count) = (place, 0)
    while count < 3 {
      let start = at
      while at < bytes.count, at - start < 32, isInName(bytes[at]) { at += 1 }
      guard at > start, at < bytes.count, bytes[at] == UInt8(ascii: "(") else { return 0 }
      (at, count) = (at + 1, count + 1)
      if at < bytes.count, isQuote(bytes[at]) {
        place = at
        return count
      }
    }
    return 0
  }

  /// Whether a value without quotes is one that JSON has: a number, `true`, `false` or `null`.
  private static func isLiteral(_ value: Span<UInt8>) -> Bool {
    let words: [StaticString] = ["true", "false", "null"]
    if words.contains(where: { $0.utf8CodeUnitCount == value.count && value.matches($0, at: 0) }) {
      return true
    }
    return value.indices.allSatisfy { value[$0] &- 0x30 < 10 || "+-.eE".utf8.contains(value[$0]) }
  }

  /// `string(20) `, `s:20:`, and the letters before a text of Python's.
  private static func skipDecoration(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var at = start
    if bytes.matches("string(", at: at) {
      at += 7
      while at < bytes.count, bytes[at] &- 0x30 < 10 { at += 1 }
      return bytes.matches(") ", at: at) ? at + 2 : start
    }
    if bytes.matches("s:", at: at) {
      at += 2
      while at < bytes.count, bytes[at] &- 0x30 < 10 { at += 1 }
      return bytes.matches(":\"", at: at) ? at + 1 : start
    }
    let isPrefix = at + 1 < bytes.count && isQuote(bytes[at + 1])
    if isPrefix, "ubr@".utf8.contains(bytes[at]) { return at + 1 }
    return start
  }

  /// Whether a byte may be in a value without quotes; the sign of a parameter only at its end, as base64 has it.
  private static func isBare(_ bytes: Span<UInt8>, _ at: Int) -> Bool {
    let byte = bytes[at]
    switch byte {
    case UInt8(ascii: "="):
      return at + 1 == bytes.count || bytes[at + 1] == byte || endsBare(bytes, at + 1)
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"),
      UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "*"),
      UInt8(ascii: "$"):
      return true
    default: return byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
    }
  }

  private static func endsBare(_ bytes: Span<UInt8>, _ end: Int) -> Bool {
    guard end < bytes.count else { return true }
    switch bytes[end] {
    case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "}"), UInt8(ascii: ")"),
      UInt8(ascii: "]"), UInt8(ascii: ">"), 0x0A, 0x0D, 0x20:
      return true
    default: return false
    }
  }
}
