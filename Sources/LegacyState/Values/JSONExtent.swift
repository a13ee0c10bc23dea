/// Finds where a JSON object ends that stands in the midst of other bytes.
enum JSONExtent {
  /// The byte behind the brace that closes the one at `start`; nil if none does within `limit` bytes.
  ///
  /// The budget is how many bytes may still be looked at; it pays for the search, found or not.
  static func end(
    of start: Int,
    in bytes: Span<UInt8>,
    limit: Int,
    budget: inout Int
  ) -> Int? {
    let end = min(bytes.count, start + min(limit, max(budget, 0)))
    var at = start
    var depth = 0
    var isText = false
    defer { budget -= at - start }
    while at < end {
      switch bytes[at] {
      case UInt8(ascii: "\\"):
        guard isText else { return nil }
        at += 1
      case UInt8(ascii: "\""): isText.toggle()
      case UInt8(ascii: "{") where !isText, UInt8(ascii: "[") where !isText: depth += 1
      case UInt8(ascii: "}") where !isText, UInt8(ascii: "]") where !isText:
        depth -= 1
        if depth == 0 { return at + 1 }
      // A line that was cut off ends here, so that what follows is not taken for a part of it.
      case UInt8(ascii: "\n") where isText: return nil
      default:
        guard isText || mayStandBetween(bytes[at]) else { return nil }
      }
      at += 1
    }
    return nil
  }

  /// Whether a byte may stand outside of texts: blanks, punctuation, numbers, and the letters of true, false and null.
  private static func mayStandBetween(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "."),
      UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "E"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "aeflnrstu".utf8.contains(byte)
    }
  }
}
