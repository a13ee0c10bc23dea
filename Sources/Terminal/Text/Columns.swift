/// Rows in columns: each as wide as its widest cell, the last one wrapped to the width.
package struct Columns: Sendable {
  /// One cell: its text, and the tone of it.
  package struct Cell: Sendable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    package let text: String
    package let tone: Tone?

    package init(_ text: String, _ tone: Tone? = nil) {
      self.text = text
      self.tone = tone
    }

    package init(stringLiteral value: String) {
      self.init(value)
    }
  }

  private var rows: [[Cell]] = []
  private let indent: String
  private let trailing: Set<Int>

  /// An empty table.
  ///
  /// - Parameters:
  ///   - indent: Before every line.
  ///   - trailing: The columns whose text goes to the right edge, as numbers do.
  package init(indent: String = "  ", trailing: Set<Int> = []) {
    self.indent = indent
    self.trailing = trailing
  }

  /// Adds a row.
  ///
  /// - Parameter cells: Their text is neutralised here, so anything may be in it.
  package mutating func add(_ cells: Cell...) {
    rows.append(cells.map { Cell(Neutral.text($0.text, limit: 4096), $0.tone) })
  }

  /// The table as text.
  ///
  /// - Parameters:
  ///   - width: The columns of a whole line.
  ///   - paint: Colours the cells.
  /// - Returns: The lines, each with its end, without blanks at the end.
  package func rendered(width: Int, paint: Paint = .none) -> String {
    let widths = columnWidths(upTo: width)
    return rows.map { render($0, widths, width, paint) }.joined()
  }

  private func columnWidths(upTo width: Int) -> [Int] {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() where column < row.count - 1 {
        if column == widths.count { widths.append(0) }
        // One long cell must not push all the others off the screen.
        widths[column] = max(widths[column], min(DisplayWidth.of(cell.text), width / 2))
      }
    }
    return widths
  }

  private func render(_ row: [Cell], _ widths: [Int], _ width: Int, _ paint: Paint) -> String {
    var line = indent
    var used = DisplayWidth.of(indent)
    for (column, cell) in row.dropLast().enumerated() {
      let padded = DisplayWidth.pad(
        cell.text,
        to: widths[column],
        trailing: trailing.contains(column)
      )
      line += cell.tone.map { paint($0, padded) } ?? padded
      line += "  "
      used += DisplayWidth.of(padded) + 2
    }
    guard let last = row.last else { return "\n" }
    // A hanging indent that leaves no room is worse than none.
    let hanging = used <= width / 2 ? used : DisplayWidth.of(indent) + 2
    let room = Wrap.lines(
      last.text,
      width: width,
      indent: String(repeating: " ", count: used),
      hanging: String(repeating: " ", count: hanging)
    )
    return room.enumerated().map { index, text in
      let words = text.drop { $0 == " " }
      let lead = index == 0 ? line : String(repeating: " ", count: hanging)
      let painted = last.tone.map { paint($0, String(words)) } ?? String(words)
      return trimmed(lead + painted) + "\n"
    }.joined()
  }

  private func trimmed(_ line: String) -> String {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
  }
}
