import Migration
import Terminal

/// Breaks the lines of an audit to the terminal, and colours their first words.
struct AuditLayout {
  private let style: TextStyle

  init(_ style: TextStyle) {
    self.style = style
  }

  func text(of lines: [AuditLine]) -> String {
    lines.map { text(of: $0) }.joined()
  }

  private func text(of line: AuditLine) -> String {
    let indent = String(repeating: " ", count: line.indent)
    let lead = line.leadWidth > 0 ? DisplayWidth.pad(line.lead, to: line.leadWidth) : line.lead
    let blanks = String(repeating: " ", count: line.indent + DisplayWidth.of(lead))
    let hanging = String(repeating: " ", count: line.hanging)
    var broken =
      line.isCommand
      ? Wrap.command(line.text, width: style.width, indent: blanks, hanging: hanging)
      : Wrap.lines(line.text, width: style.width, indent: blanks, hanging: hanging)
    // Colours have no width, so they come after the breaking.
    let rest = broken[0].dropFirst(blanks.count)
    broken[0] = indent + painted(lead, line.emphasis) + rest
    return broken.map { String($0.reversed().drop { $0 == " " }.reversed()) + "\n" }.joined()
  }

  private func painted(_ lead: String, _ emphasis: AuditLine.Emphasis?) -> String {
    switch emphasis {
    case .severity(let severity): style.paint(severity.tone, lead)
    case .heading: style.paint(.bold, lead)
    case nil: lead
    }
  }
}
