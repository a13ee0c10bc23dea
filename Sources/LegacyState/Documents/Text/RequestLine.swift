/// The line, or the lines that a backslash or the braces of an object join, around a refresh token; of a long one what is
/// near.
struct RequestLine {
  /// No request is longer in front of its refresh token, or behind.
  private static let reach = 16 << 10
  /// How much of a long line is settled at once, so that its surroundings are not looked at too often.
  private static let stretch = 4 * reach

  let range: Range<Int>
  /// Whether the line begins where the range does.
  let hasStart: Bool
  /// Before this everything has all around it that may be its own; what is behind is looked at anew.
  let settled: Int

  private init(range: Range<Int>, hasStart: Bool, settled: Int) {
    (self.range, self.hasStart, self.settled) = (range, hasStart, settled)
  }

  /// A text that is one line.
  init(_ bytes: Span<UInt8>) {
    self.init(range: 0..<bytes.count, hasStart: true, settled: bytes.count)
  }

  init(_ bytes: Span<UInt8>, around hit: Int) {
    var start = hit
    while start > 0, hit - start < Self.reach, !Self.endsLine(bytes, start - 1) { start -= 1 }
    var end = hit
    let limit = min(bytes.count, hit + Self.stretch + Self.reach)
    while end < limit, !Self.endsLine(bytes, end) { end += 1 }
    range = start..<end
    hasStart = start == 0 || Self.endsLine(bytes, start - 1)
    settled = end == bytes.count || Self.endsLine(bytes, end) ? end : hit + Self.stretch
  }

  /// The lines of the object that a refresh token is a member of; its own line where the object has no more.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - hit: Where the token stands.
  ///   - floor: Before this everything is settled, so the object does not begin there.
  ///   - effort: How many bytes may still be passed over to find where objects end that have no end.
  init(_ bytes: Span<UInt8>, ofObjectAround hit: Int, from floor: Int, effort: inout Int) {
    guard let object = Self.object(bytes, around: hit, from: floor, effort: &effort) else {
      self.init(bytes, around: hit)
      return
    }
    var start = object.lowerBound
    let least = max(0, start - Self.reach)
    while start > least, !Self.endsLine(bytes, start - 1) { start -= 1 }
    var end = object.upperBound
    let limit = min(bytes.count, end + Self.reach)
    while end < limit, !Self.endsLine(bytes, end) { end += 1 }
    self.init(
      range: start..<end,
      hasStart: start == 0 || Self.endsLine(bytes, start - 1),
      settled: object.upperBound
    )
  }

  /// An object of several lines around a place; nil if it has only one.
  private static func object(
    _ bytes: Span<UInt8>,
    around hit: Int,
    from floor: Int,
    effort: inout Int
  ) -> Range<Int>? {
    let reach = min(reach, effort)
    var start = hit
    var end = hit
    defer { effort -= end - start }
    var depth = 0
    var hasLines = false
    let least = max(floor, hit - reach)
    while depth >= 0 {
      guard start > least else { return nil }
      start -= 1
      switch bytes[start] {
      case UInt8(ascii: "}"): depth += 1
      case UInt8(ascii: "{"): depth -= 1
      case 0x0A: hasLines = true
      default: continue
      }
    }
    depth = 0
    let limit = min(bytes.count, hit + reach)
    while depth < 1 {
      guard end < limit else { return nil }
      switch bytes[end] {
      case UInt8(ascii: "}"): depth += 1
      case UInt8(ascii: "{"): depth -= 1
      case 0x0A: hasLines = true
      default: break
      }
      end += 1
    }
    return hasLines ? start..<end : nil
  }

  /// Whether a line ends at a byte, and no backslash before it says that it goes on; what is no text has zeros instead.
  private static func endsLine(_ bytes: Span<UInt8>, _ at: Int) -> Bool {
    guard bytes[at] != 0 else { return true }
    guard bytes[at] == 0x0A else { return false }
    let last = at > 0 && bytes[at - 1] == 0x0D ? at - 2 : at - 1
    return last < 0 || bytes[last] != UInt8(ascii: "\\")
  }
}
