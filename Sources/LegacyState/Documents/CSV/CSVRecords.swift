/// Walks the cells of comma-separated values (RFC 4180), and of what programs write that do not keep to it.
struct CSVRecords {
  /// How a cell was written.
  enum Quoting: Sendable {
    /// As it is.
    case none
    /// In quotes, those inside doubled.
    case doubled
    /// In quotes, those inside behind backslashes.
    case backslashes
  }

  struct Cell {
    /// The cell with its quotes.
    let outer: Range<Int>
    /// What is in it, quotes inside as they were written.
    let content: Range<Int>
    let quoting: Quoting
    /// Which column it is in, from 0.
    let column: Int
    /// The line on which it begins, from 1.
    let line: Int
    /// Whether it is the last of its record.
    let endsRecord: Bool
    /// Whether a quote was opened that nothing closes: the cell was taken to end with its line.
    let isOpen: Bool
  }

  /// A longer cell without quotes is no JSON.
  private static let longestJSON = 16 << 20

  private let separator: UInt8
  private var at: Int
  private var column = 0
  private var line = 1
  /// How much may still be read for objects that have no quotes around them.
  private var budget: Int
  /// So many quotes that nothing closes are looked for to the end of the file.
  private var openQuotesLeft = 64

  init(_ bytes: Span<UInt8>) {
    at = bytes.matches("\u{FEFF}", at: 0) ? 3 : 0
    separator = CSVSeparator.guess(bytes, from: at)
    budget = 4 * bytes.count
  }

  /// The next cell; nil at the end.
  mutating func next(_ bytes: Span<UInt8>) -> Cell? {
    guard at < bytes.count else { return nil }
    let start = at
    let startLine = line
    var quoting = Quoting.none
    var content = start..<start
    var isOpen = false
    if bytes[at] == UInt8(ascii: "\""), openQuotesLeft > 0 {
      quoting = Self.quoting(bytes, at: start + 1)
      if let end = closingQuote(bytes, from: start + 1, quoting) {
        content = start + 1..<end
        line += bytes.count(of: UInt8(ascii: "\n"), in: content)
        at = end + 1
      } else {
        isOpen = true
        openQuotesLeft -= 1
        quoting = .none
      }
    } else if let end = objectEnd(bytes, from: start) {
      line += bytes.count(of: UInt8(ascii: "\n"), in: start..<end)
      at = end
    }
    while at < bytes.count, bytes[at] != separator || isOpen, bytes[at] != UInt8(ascii: "\n") {
      at += 1
    }
    var end = at
    if end > start, end == bytes.count || bytes[end] == UInt8(ascii: "\n"),
      bytes[end - 1] == UInt8(ascii: "\r")
    {
      end -= 1
    }
    if quoting == .none { content = min(isOpen ? start + 1 : start, end)..<end }
    let endsRecord = at >= bytes.count || bytes[at] == UInt8(ascii: "\n")
    if endsRecord { line += 1 }
    at += 1
    defer { column = endsRecord ? 0 : column + 1 }
    return Cell(
      outer: start..<max(end, content.upperBound),
      content: content,
      quoting: quoting,
      column: column,
      line: startLine,
      endsRecord: endsRecord,
      isOpen: isOpen
    )
  }

  /// JSON whose first quote has a backslash before it was not written with doubled ones.
  private static func quoting(_ bytes: Span<UInt8>, at start: Int) -> Quoting {
    var at = start
    while at < min(bytes.count, start + 64) {
      switch bytes[at] {
      case UInt8(ascii: "{"), UInt8(ascii: "["), 0x20, 0x09, 0x0A, 0x0D: at += 1
      case UInt8(ascii: "\\"): return bytes.matches("\\\"", at: at) ? .backslashes : .doubled
      default: return .doubled
      }
    }
    return .doubled
  }

  /// The quote that ends a cell: behind it the next cell begins, or the next line.
  ///
  /// Nil if there is none, or if what stands behind it shows that it opens another cell.
  private func closingQuote(
    _ bytes: Span<UInt8>,
    from start: Int,
    _ quoting: Quoting
  ) -> Int? {
    var at = start
    while let quote = bytes.firstIndex(of: UInt8(ascii: "\""), in: at..<bytes.count) {
      var isEscaped = false
      if quoting == .backslashes {
        var backslashes = 0
        while quote - backslashes > start, bytes[quote - backslashes - 1] == UInt8(ascii: "\\") {
          backslashes += 1
        }
        isEscaped = backslashes % 2 == 1
        at = quote + 1
      } else {
        isEscaped = bytes.matches("\"\"", at: quote)
        at = quote + 2
      }
      if !isEscaped { return endsCell(bytes, at: quote + 1) ? quote : nil }
    }
    return nil
  }

  private func endsCell(_ bytes: Span<UInt8>, at start: Int) -> Bool {
    var at = start
    while at < bytes.count, bytes[at] == 0x20 { at += 1 }
    guard at < bytes.count else { return true }
    return [separator, UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(bytes[at])
  }

  /// Where an object or list ends that stands in a cell without quotes, all of the cell.
  private mutating func objectEnd(_ bytes: Span<UInt8>, from start: Int) -> Int? {
    guard bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "[") else { return nil }
    let end = JSONExtent.end(of: start, in: bytes, limit: Self.longestJSON, budget: &budget)
    guard let end else { return nil }
    return endsCell(bytes, at: end) ? end : nil
  }
}
