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

  /// The lines of a command: broken between its words, with a backslash at each break, so that a shell reads one line.
  ///
  /// - Parameters:
  ///   - command: Quoted for a shell.
  ///   - width: The columns of a whole line. A longer word is left whole.
  ///   - indent: Before the first line.
  ///   - hanging: Before every further line.
  /// - Returns: The lines, without line ends; at least one.
  package static func command(
    _ command: String,
    width: Int,
    indent: String = "",
    hanging: String = "  "
  ) -> [String] {
    var lines: [String] = []
    var line = indent
    var used = DisplayWidth.of(indent)
    var isFresh = true
    for word in pairs(shellWords(command), fitting: width - DisplayWidth.of(hanging) - 2) {
      let columns = DisplayWidth.of(word)
      // Two columns are kept for the backslash.
      if !isFresh && used + 1 + columns + 2 > width {
        lines.append(line + #" \"#)
        line = hanging
        used = DisplayWidth.of(hanging)
        isFresh = true
      }
      line += (isFresh ? "" : " ") + word
      used += (isFresh ? 0 : 1) + columns
      isFresh = false
    }
    lines.append(line)
    return lines
  }

  /// A flag stays with its value where both fit into a line.
  private static func pairs(_ words: [String], fitting width: Int) -> [String] {
    var units: [String] = []
    var flag: String?
    for word in words {
      if let open = flag, !word.hasPrefix("-"),
        DisplayWidth.of(open) + 1 + DisplayWidth.of(word) <= width
      {
        units[units.count - 1] += " " + word
        flag = nil
      } else {
        units.append(word)
        flag = word.hasPrefix("--") ? word : nil
      }
    }
    return units
  }

  /// Split at blanks that are not in quotes.
  private static func shellWords(_ command: String) -> [String] {
    var words = [""]
    var isQuoted = false
    var isEscaped = false
    for character in command {
      if character == " ", !isQuoted, !isEscaped {
        words.append("")
        continue
      }
      words[words.count - 1].append(character)
      if isEscaped {
        isEscaped = false
      } else if character == #"\"# {
        // In plain single quotes a backslash is itself; where `$'…'` has one, what follows is never a bare quote.
        isEscaped = !isQuoted || words[words.count - 1].hasPrefix("$'")
      } else if character == "'" {
        isQuoted.toggle()
      }
    }
    return words.filter { !$0.isEmpty }
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
