import POSIX
import Secrets

/// Parameters that stand as members of an object: of JSON, also in a string, of Python, Ruby and Go.
extension RequestParameter {
  /// Those that stand in a range, in their order: `"client_id": "a"`, `\"client_id\":\"a\"`, `'client_id': 'a'`,
  /// `:client_id=>"a"`, `client_id:[a]`.
  static func members(in bytes: Span<UInt8>, _ range: Range<Int>) -> [RequestParameter] {
    var found: [RequestParameter] = []
    var at = range.lowerBound
    while let separator = bytes.firstIndex(of: separators, in: at..<range.upperBound) {
      at = separator + 1
      guard let (name, start) = name(in: bytes, before: separator, from: range.lowerBound),
        let value = value(in: bytes, from: at, before: range.upperBound)
      else { continue }
      found.append(RequestParameter(member: name, range: start..<value.end, value: value.content))
      at = max(at, value.content.upperBound)
    }
    return found
  }

  /// Whether a request of this notation may be among the bytes: a grant that is written so.
  static func mayBeMembers(in bytes: Span<UInt8>) -> Bool {
    table.any(in: bytes, 0..<bytes.count) { word in
      word.count == 10 && isMemberGrant(bytes, named: word)
    }
  }

  /// Whether the grant of a refresh token stands behind its name as a member of an object.
  static func isMemberGrant(_ bytes: Span<UInt8>, named name: Range<Int>) -> Bool {
    var at = name.upperBound
    let limit = min(bytes.count, at + 24)
    var hasSign = false
    while at < limit, isPunctuation(bytes[at]) {
      hasSign = hasSign || bytes[at] == UInt8(ascii: ":") || bytes[at] == UInt8(ascii: ">")
      at += 1
    }
    return hasSign && bytes.matches("refresh_token", at: at)
  }

  /// Where the next refresh token stands that is written so.
  static func nextMember(in bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
    var hit: Int?
    guard range.lowerBound < range.upperBound else { return nil }
    _ = table.any(in: bytes, range) { word in
      guard word.count == 13, let separator = separator(in: bytes, behind: word.upperBound),
        value(in: bytes, from: separator + 1, before: bytes.count) != nil
      else { return false }
      hit = word.lowerBound
      return true
    }
    return hit
  }

  /// The value without the backslashes of JSON and of the string that it may stand in.
  static func unescaped(_ text: Span<UInt8>) -> SecretBytes {
    SecretBytes(capacity: text.count) { (output: inout OutputSpan<UInt8>) in
      var at = 0
      while at < text.count {
        guard text[at] == UInt8(ascii: "\\") else {
          output.append(text[at])
          at += 1
          continue
        }
        at += 1
        guard text.matches("u00", at: at), at + 4 < text.count, let high = Hex.value(text[at + 3]),
          let low = Hex.value(text[at + 4])
        else { continue }
        output.append(high << 4 | low)
        at += 5
      }
    }
  }

  private static let table = MarkTable(
    [MarkTable.Word("refresh_token"), MarkTable.Word("grant_type")],
    by: "_"
  )

  private static let separators = ByteChoice(Array(":>".utf8))

  /// What may stand between a name and its value.
  private static func isPunctuation(_ byte: UInt8) -> Bool {
    isQuote(byte) || ":=>\\[ \t".utf8.contains(byte)
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }

  /// The colon or arrow behind a name.
  private static func separator(in bytes: Span<UInt8>, behind end: Int) -> Int? {
    var at = end
    let limit = min(bytes.count, end + 16)
    while at < limit, isQuote(bytes[at]) || bytes[at] == UInt8(ascii: "\\") || bytes[at] == 0x20 {
      at += 1
    }
    guard at < limit else { return nil }
    if bytes[at] == UInt8(ascii: ":") { return at }
    return bytes.matches("=>", at: at) ? at + 1 : nil
  }

  /// The name before a separator, and where it begins without its quote.
  private static func name(
    in bytes: Span<UInt8>,
    before separator: Int,
    from floor: Int
  ) -> (Names, start: Int)? {
    var end = separator
    if bytes[separator] == UInt8(ascii: ">") {
      guard end > floor, bytes[end - 1] == UInt8(ascii: "=") else { return nil }
      end -= 1
    }
    let least = max(floor, end - 16)
    while end > least, bytes[end - 1] == 0x20 { end -= 1 }
    let isQuoted = end > least && isQuote(bytes[end - 1])
    if isQuoted { end -= 1 }
    while isQuoted, end > least, bytes[end - 1] == UInt8(ascii: "\\") { end -= 1 }
    for (word, name) in written {
      let start = end - word.utf8CodeUnitCount
      guard start >= floor, bytes.matches(word, at: start),
        start == floor || !isInName(bytes, start - 1)
      else { continue }
      return (name, start)
    }
    return nil
  }

  /// The value behind a separator, and where what is around it ends.
  private static func value(
    in bytes: Span<UInt8>,
    from start: Int,
    before limit: Int
  ) -> (content: Range<Int>, end: Int)? {
    var at = start
    while at < limit, at - start < 64, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) { at += 1 }
    if at < limit, bytes[at] == UInt8(ascii: "[") { at += 1 }
    if at + 1 < limit, bytes[at] == UInt8(ascii: "u"), isQuote(bytes[at + 1]) { at += 1 }
    let escape = at
    while at < limit, bytes[at] == UInt8(ascii: "\\"), at - escape < 8 { at += 1 }
    guard at < limit else { return nil }
    let backslashes = at - escape
    guard isQuote(bytes[at]) else {
      guard backslashes == 0 else { return nil }
      let value = at
      while at < limit, isInValue(bytes[at]), at - value < longest { at += 1 }
      return at > value ? (value..<at, at) : nil
    }
    let quote = bytes[at]
    at += 1
    let value = at
    var run = 0
    while at < limit, at - value < longest, bytes[at] != 0x0A {
      if bytes[at] == quote, run == backslashes {
        return (value..<at - run, at + 1)
      }
      run = bytes[at] == UInt8(ascii: "\\") ? run + 1 : 0
      at += 1
    }
    return nil
  }

  private static let longest = 16 << 10
}
