/// What a word is about; colour stands beside the word, never instead of it.
package enum Tone: Sendable, CaseIterable {
  case critical
  case high
  case medium
  case low
  case info
  case good
  case bad
  case warning
  case bold
  case dim
}

/// Colours words, or leaves them alone.
package struct Paint: Sendable {
  /// Leaves everything as it is.
  package static let none = Paint(isOn: false)

  /// Whether anything is coloured.
  package let isOn: Bool

  package init(isOn: Bool) {
    self.isOn = isOn
  }

  /// The word in the colour of its meaning.
  ///
  /// - Parameters:
  ///   - tone: What it is about.
  ///   - text: Already neutralised and filled up: escape sequences have no width.
  /// - Returns: The text, with escape sequences around it if colours are on.
  package func callAsFunction(_ tone: Tone, _ text: String) -> String {
    guard isOn, !text.isEmpty else { return text }
    let code =
      switch tone {
      case .critical: "1;31"
      case .high, .bad: "31"
      case .medium, .warning: "33"
      case .low: "36"
      case .info, .dim: "2"
      case .good: "32"
      case .bold: "1"
      }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}
