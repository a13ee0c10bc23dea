/// The line, or the lines that a backslash joins, around a refresh token; of a long one what is near.
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

  /// Whether a line ends at a byte, and no backslash before it says that it goes on; what is no text has zeros instead.
  private static func endsLine(_ bytes: Span<UInt8>, _ at: Int) -> Bool {
    guard bytes[at] != 0 else { return true }
    guard bytes[at] == 0x0A else { return false }
    let last = at > 0 && bytes[at - 1] == 0x0D ? at - 2 : at - 1
    return last < 0 || bytes[last] != UInt8(ascii: "\\")
  }
}
