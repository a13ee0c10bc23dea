/// Walks the cells of comma-separated values (RFC 4180), with the separator that the first line uses most.
struct CSVRecords {
  struct Cell {
    /// The cell with its quotes.
    let outer: Range<Int>
    /// What is in it, quotes inside still doubled.
    let content: Range<Int>
    let isQuoted: Bool
    /// Which column it is in, from 0.
    let column: Int
    /// The line on which it begins, from 1.
    let line: Int
    /// Whether it is the last of its record.
    let endsRecord: Bool
  }

  private let separator: UInt8
  private var at: Int
  private var column = 0
  private var line = 1

  init(_ bytes: Span<UInt8>) {
    at = bytes.matches("\u{FEFF}", at: 0) ? 3 : 0
    let end = bytes.firstIndex(of: UInt8(ascii: "\n"), in: 0..<bytes.count) ?? bytes.count
    let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    separator =
      separators.max { left, right in
        let counts = [left, right].map { bytes.count(of: $0, in: 0..<end) }
        // With as many of each the comma stays, the first of them.
        return counts[0] < counts[1]
      } ?? UInt8(ascii: ",")
  }

  /// The next cell; nil at the end.
  ///
  /// A quote that nothing closes takes the rest of the file.
  mutating func next(_ bytes: Span<UInt8>) -> Cell? {
    guard at < bytes.count else { return nil }
    let start = at
    let startLine = line
    let isQuoted = bytes[at] == UInt8(ascii: "\"")
    var content = start..<start
    if isQuoted {
      at += 1
      while at < bytes.count {
        if bytes[at] == UInt8(ascii: "\n") { line += 1 }
        if bytes[at] == UInt8(ascii: "\"") {
          guard at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "\"") else { break }
          at += 1
        }
        at += 1
      }
      content = start + 1..<min(at, bytes.count)
      at = min(at + 1, bytes.count)
    }
    while at < bytes.count, bytes[at] != separator, bytes[at] != UInt8(ascii: "\n") { at += 1 }
    var end = at
    if end > start, end == bytes.count || bytes[end] == UInt8(ascii: "\n"),
      bytes[end - 1] == UInt8(ascii: "\r")
    {
      end -= 1
    }
    if !isQuoted { content = start..<end }
    let endsRecord = at >= bytes.count || bytes[at] == UInt8(ascii: "\n")
    if endsRecord { line += 1 }
    at += 1
    defer { column = endsRecord ? 0 : column + 1 }
    return Cell(
      outer: start..<max(end, content.upperBound),
      content: content,
      isQuoted: isQuoted,
      column: column,
      line: startLine,
      endsRecord: endsRecord
    )
  }
}
