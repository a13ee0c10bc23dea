import Secrets

/// A parameter of a token request, as a form or an argument has it: `name=value`.
struct RequestParameter {
  struct Names: OptionSet {
    let rawValue: UInt8

    static let grantType = Names(rawValue: 1)
    static let refreshToken = Names(rawValue: 2)
    static let clientID = Names(rawValue: 4)
    static let clientSecret = Names(rawValue: 8)
    static let scope = Names(rawValue: 16)

    /// What every request with a refresh token has once.
    static let anchors: Names = [.grantType, .refreshToken]
  }

  let name: Names
  /// From its name to the end of its value.
  let range: Range<Int>
  private let value: Range<Int>
  /// Whether it is a member of an object, and no parameter of a form.
  private let isMember: Bool

  private static let separator = UInt8(ascii: "&")
  static let written: [(StaticString, Names)] = [
    ("grant_type", .grantType), ("refresh_token", .refreshToken), ("client_id", .clientID),
    ("client_secret", .clientSecret), ("scope", .scope),
  ]

  private init(form name: Names, range: Range<Int>, value: Range<Int>) {
    (self.name, self.range, self.value) = (name, range, value)
    isMember = false
  }

  init(member name: Names, range: Range<Int>, value: Range<Int>) {
    (self.name, self.range, self.value) = (name, range, value)
    isMember = true
  }

  /// Those of forms that stand in a range, in their order.
  static func all(in bytes: Span<UInt8>, _ range: Range<Int>) -> [RequestParameter] {
    var found: [RequestParameter] = []
    var at = range.lowerBound
    var end = at
    while let equals = bytes.firstIndex(of: UInt8(ascii: "="), in: at..<range.upperBound) {
      at = equals + 1
      for (word, name) in written {
        let start = equals - word.utf8CodeUnitCount
        guard start >= range.lowerBound, bytes.matches(word, at: start),
          start == range.lowerBound || !isInName(bytes, start - 1)
        else { continue }
        // A value that goes on over a name ends where the name's does.
        if end < at { end = at }
        while end < range.upperBound, isInValue(bytes[end]) { end += 1 }
        let value = quoted(bytes, start, at, range) ?? at..<end
        end = max(end, value.upperBound)
        found.append(RequestParameter(form: name, range: start..<end, value: value))
      }
    }
    return found
  }

  /// The value in quotes of an argument by itself: `refresh_token='…'`; a program's text ends with such a quote.
  private static func quoted(
    _ bytes: Span<UInt8>,
    _ name: Int,
    _ start: Int,
    _ range: Range<Int>
  ) -> Range<Int>? {
    guard start < range.upperBound, bytes[start] == UInt8(ascii: "'") || bytes[start] == 0x22,
      name > range.lowerBound, bytes[name - 1] <= 0x20
    else { return nil }
    var end = start + 1
    while end < range.upperBound, isInValue(bytes[end]) { end += 1 }
    guard end < range.upperBound, bytes[end] == bytes[start] else { return nil }
    return start + 1..<end
  }

  /// The value, percent-encoding or backslashes undone; without brackets around it, which are the log's and not the
  /// request's.
  func content(_ bytes: Span<UInt8>) -> SecretBytes {
    if isMember { return Self.unescaped(bytes.extracting(value)) }
    let start = value.lowerBound + (isInBrackets(bytes) ? 1 : 0)
    return PercentCoding.decode(bytes.extracting(start..<value.upperBound), isForm: true)
  }

  private func isInBrackets(_ bytes: Span<UInt8>) -> Bool {
    guard !value.isEmpty, value.upperBound < bytes.count else { return false }
    return switch (bytes[value.lowerBound], bytes[value.upperBound]) {
    case (UInt8(ascii: "["), UInt8(ascii: "]")), (UInt8(ascii: "("), UInt8(ascii: ")")),
      (UInt8(ascii: "{"), UInt8(ascii: "}")):
      true
    default: false
    }
  }

  /// The value as a text, if it is no secret and not too long for a name.
  func text(_ bytes: Span<UInt8>) -> String? {
    let content = content(bytes)
    guard (1...1024).contains(content.count) else { return nil }
    return content.withBytes { bytes in
      String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
  }

  /// Whether the value is an expression of a program, or was blackened: judged with the brackets in it, at which a value
  /// ends.
  func isFilledIn(_ bytes: Span<UInt8>) -> Bool {
    // Programs, too, have objects of this kind, with names in the place of values.
    if isMember { return !content(bytes).withBytes { PrintedMember.isToken($0) } }
    var end = value.lowerBound
    let limit = min(value.upperBound + 64, bytes.count)
    while end < limit, bytes[end] > 0x20, bytes[end] != Self.separator,
      bytes[end] != UInt8(ascii: "\""), bytes[end] != UInt8(ascii: "'"),
      bytes[end] != UInt8(ascii: "`")
    {
      if bytes[end] == UInt8(ascii: "{") || bytes[end] == UInt8(ascii: "<")
        || bytes[end] == UInt8(ascii: "(")
      {
        return true
      }
      end += 1
    }
    return Placeholder.isOne(bytes.extracting(value.lowerBound..<end))
  }

  /// Whether a byte is part of a longer name; the separator may be written as an escape of JSON.
  static func isInName(_ bytes: Span<UInt8>, _ at: Int) -> Bool {
    switch bytes[at] {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      !bytes.matches("u0026", at: at - 4)
    default: false
    }
  }

  /// Whether a byte may be in a value, or in an address.
  static func isInValue(_ byte: UInt8) -> Bool {
    switch byte {
    case separator, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "\\"),
      UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: ","), UInt8(ascii: ";"),
      UInt8(ascii: "]"), UInt8(ascii: ")"), UInt8(ascii: "}"):
      false
    case 0x21...0x7E: true
    default: false
    }
  }
}
