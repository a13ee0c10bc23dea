import Secrets

/// A name and its value as a language prints them.
struct PrintedMember {
  /// What stands between name and value, and what around the value.
  struct Notation: Equatable {
    /// `:`, `=`, `>` for `=>`, or `;` of PHP's `serialize`.
    let separator: UInt8
    /// Nothing, or one of the quotes, around the name.
    let nameQuote: UInt8
  }

  let notation: Notation
  /// From the name's quote to the end of the value.
  let range: Range<Int>
  private let value: Range<Int>
  /// The quote around the value; 0 for none.
  private let quote: UInt8
  /// Whether the value is random enough to be no name of a program's.
  let isToken: Bool

  /// Nil if the name is a part of another, if JSON is written so, or if no value stands behind it.
  init?(_ bytes: Span<UInt8>, name: Range<Int>) {
    let before = name.lowerBound > 0 ? bytes[name.lowerBound - 1] : 0x20
    guard !Self.isInName(before) else { return nil }
    var at = name.upperBound
    let nameQuote = Self.isQuote(before) ? before : 0
    if nameQuote != 0 {
      guard at < bytes.count, bytes[at] == nameQuote else { return nil }
      at += 1
    }
    if at < bytes.count, bytes[at] == UInt8(ascii: "]") { at += 1 }
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
    at = Self.skipDecoration(bytes, at)
    guard at < bytes.count else { return nil }
    var end = at
    if Self.isQuote(bytes[at]) {
      quote = bytes[at]
      end = at + 1
      while end < bytes.count, end - at < Self.longest, bytes[end] != quote, bytes[end] != 0x0A {
        end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      guard end < bytes.count, bytes[end] == quote else { return nil }
      value = at + 1..<end
      end += 1
      let isJSON = quote == UInt8(ascii: "\"") && nameQuote == quote
      guard separator != UInt8(ascii: ":") || !isJSON else { return nil }
    } else {
      quote = 0
      while end < bytes.count, end - at < Self.longest, Self.isBare(bytes, end) { end += 1 }
      value = at..<end
      guard end > at, Self.endsBare(bytes, end) else { return nil }
      // The parameter of a form is none of these, nor a member of JSON.
      let isMap = before == UInt8(ascii: "{") || before == UInt8(ascii: "(") || before == 0x20
      guard nameQuote == 0 || separator != UInt8(ascii: ":"),
        separator != UInt8(ascii: "=") || !isTight || blanks < at || isMap
      else { return nil }
    }
    notation = Notation(separator: separator, nameQuote: nameQuote)
    range = name.lowerBound - (nameQuote == 0 ? 0 : 1)..<end
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
  private static func isToken(_ text: Span<UInt8>) -> Bool {
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

  /// `Optional(`, `string(20) `, `s:20:`, and the letters before a text of Python's.
  private static func skipDecoration(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var at = start
    if bytes.matches("Optional(", at: at) { return at + 9 }
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
      UInt8(ascii: "]"), 0x0A, 0x0D, 0x20:
      return true
    default: return false
    }
  }
}
