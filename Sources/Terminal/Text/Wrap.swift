/// Breaks text at blanks so that it fits a width.
package enum Wrap {
  /// The lines of one paragraph.
  ///
  /// - Parameters:
  ///   - text: One paragraph; runs of blanks count as one.
  ///   - width: The columns of a whole line, indentation included. A longer word is left whole: a broken path or
  ///     address could not be copied.
  ///   - indent: Before the first line.
  ///   - hanging: Before every further line; as the first if nil.
  /// - Returns: The lines, without line ends; at least one.
  package static func lines(
    _ text: String,
    width: Int,
    indent: String = "",
    hanging: String? = nil
  ) -> [String] {
    let hanging = hanging ?? indent
    var lines: [String] = []
    var line = indent
    var used = DisplayWidth.of(indent)
    var isFresh = true
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      let columns = DisplayWidth.of(word)
      if !isFresh && used + 1 + columns > width {
        lines.append(line)
        line = hanging
        used = DisplayWidth.of(hanging)
        isFresh = true
      }
      if !isFresh {
        line += " "
        used += 1
      }
      line += word
      used += columns
      isFresh = false
    }
    lines.append(line)
    return lines
  }

  /// The same as one text with line ends.
  ///
  /// - Parameters:
  ///   - text: One paragraph.
  ///   - width: The columns of a whole line.
  ///   - indent: Before the first line.
  ///   - hanging: Before every further line; as the first if nil.
  /// - Returns: The lines, each with its end.
  package static func paragraph(
    _ text: String,
    width: Int,
    indent: String = "",
    hanging: String? = nil
  ) -> String {
    lines(text, width: width, indent: indent, hanging: hanging).map { $0 + "\n" }.joined()
  }

  /// A term with its explanation beside it, as flags are listed.
  ///
  /// - Parameters:
  ///   - term: The left column, shown as given.
  ///   - text: The right column.
  ///   - column: Where the right column begins; a longer term gets a line of its own.
  ///   - width: The columns of a whole line.
  /// - Returns: The lines, each with its end.
  package static func definition(
    _ term: String,
    _ text: String,
    column: Int,
    width: Int
  ) -> String {
    let blanks = String(repeating: " ", count: column)
    let head = "  " + term
    guard DisplayWidth.of(head) + 2 <= column else {
      return head + "\n" + paragraph(text, width: width, indent: blanks)
    }
    let first = DisplayWidth.pad(head, to: column)
    return paragraph(text, width: width, indent: first, hanging: blanks)
  }
}
