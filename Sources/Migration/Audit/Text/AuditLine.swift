/// One line of the text for people, before it is broken to the width of a terminal.
package struct AuditLine: Sendable, Equatable {
  /// What a word is about, so that it may get a colour.
  package enum Emphasis: Sendable, Equatable {
    case heading
    case severity(Severity)
  }

  /// Blanks before the first line.
  package let indent: Int
  /// The word that stands first, filled up by the printer to ``leadWidth``.
  package let lead: String
  /// What the first word is about.
  package let emphasis: Emphasis?
  /// How many columns the first word takes.
  package let leadWidth: Int
  /// What follows, wrapped at blanks.
  package let text: String
  /// Blanks before every further line.
  package let hanging: Int
  /// Whether it is there to be copied into a shell, which must read one line.
  package let isCommand: Bool

  init(_ text: String, indent: Int = 0, hanging: Int? = nil, isCommand: Bool = false) {
    self.isCommand = isCommand
    self.indent = indent
    self.lead = ""
    self.emphasis = nil
    self.leadWidth = 0
    self.text = text
    self.hanging = hanging ?? indent
  }

  private init(lead: String, _ emphasis: Emphasis, width: Int, _ text: String, indent: Int) {
    self.isCommand = false
    self.indent = indent
    self.lead = lead
    self.emphasis = emphasis
    self.leadWidth = width
    self.text = text
    self.hanging = indent + width
  }

  static let blank = AuditLine("")

  static func heading(_ text: String) -> AuditLine {
    AuditLine(lead: text, .heading, width: 0, "", indent: 0)
  }

  static func finding(_ severity: Severity, _ text: String, indent: Int) -> AuditLine {
    AuditLine(lead: severity.rawValue, .severity(severity), width: 10, text, indent: indent)
  }

  /// The line without colour, not broken.
  package var plain: String {
    let filled = lead + String(repeating: " ", count: max(0, leadWidth - lead.count))
    return String(repeating: " ", count: indent) + filled + text
  }
}
