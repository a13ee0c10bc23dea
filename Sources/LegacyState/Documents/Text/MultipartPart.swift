import Secrets

/// A part of a body of the kind `multipart/form-data` (RFC 7578), as a log has it.
///
/// A log may write what it puts before each of its messages before each line, or the line ends as `\r\n` in letters.
struct MultipartPart {
  let name: RequestParameter.Names
  /// From its first header to the end of the value.
  let range: Range<Int>
  let value: Range<Int>

  private static let longestHead = 1 << 10
  private static let longestValue = 16 << 10

  /// Nil if no part with a value begins at a name.
  init?(_ bytes: Span<UInt8>, at place: Int, _ name: RequestParameter.Names, length: Int) {
    guard let (prefix, head) = Self.head(bytes, before: place) else { return nil }
    // Behind the name other headers may stand; an empty line ends them.
    var at = place + length
    let limit = min(bytes.count, at + Self.longestHead)
    var isFirst = true
    while let end = Self.lineEnd(bytes, at, before: limit) {
      let start = isFirst ? at : min(at + prefix, end.lowerBound)
      if !isFirst, (start..<end.lowerBound).allSatisfy({ bytes[$0] == 0x20 }) {
        let begin = min(end.upperBound + prefix, bytes.count)
        let last = min(bytes.count, begin + Self.longestValue)
        guard let valueEnd = Self.lineEnd(bytes, begin, before: last), begin < valueEnd.lowerBound
        else { return nil }
        self.name = name
        value = begin..<valueEnd.lowerBound
        range = head..<valueEnd.lowerBound
        return
      }
      isFirst = false
      at = end.upperBound
    }
    return nil
  }

  /// How much stands before the first header of a part in its line, and where that begins; nil if none is there.
  private static func head(_ bytes: Span<UInt8>, before name: Int) -> (prefix: Int, start: Int)? {
    var at = name
    while at > 0, bytes[at - 1] == UInt8(ascii: "\"") || bytes[at - 1] == UInt8(ascii: "\\") {
      at -= 1
    }
    let head = "disposition: form-data; name="
    let start = at - head.utf8.count
    guard start >= 8 else { return nil }
    guard zip(start..<at, head.utf8).allSatisfy({ bytes[$0] | 0x20 == $1 | 0x20 }) else {
      return nil
    }
    // `Content-`.
    let begin = start - 8
    var line = begin
    while line > 0, begin - line < 256, bytes[line - 1] != 0x0A,
      !bytes.matches("\\n", at: line - 2)
    {
      line -= 1
    }
    return (begin - line, begin)
  }

  /// Where a line ends: its end, or the same in letters.
  private static func lineEnd(
    _ bytes: Span<UInt8>,
    _ start: Int,
    before limit: Int
  ) -> Range<Int>? {
    for at in start..<max(start, limit) {
      switch bytes[at] {
      case 0x0A: return at..<at + 1
      case 0x0D: return at..<(bytes.matches("\n", at: at + 1) ? at + 2 : at + 1)
      case UInt8(ascii: "\\"):
        if bytes.matches("\\r\\n", at: at) { return at..<at + 4 }
        if bytes.matches("\\n", at: at) { return at..<at + 2 }
      default: continue
      }
    }
    return nil
  }
}
