/// How many columns a terminal gives to text.
package enum DisplayWidth {
  /// The columns of one line, neutralised before.
  ///
  /// - Parameter text: Without control characters.
  /// - Returns: The columns; East Asian wide characters and emoji take two, combining marks none.
  package static func of(_ text: some StringProtocol) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  static func of(_ character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    if scalar.value < 0x300 { return 1 }
    if scalar.properties.generalCategory == .nonspacingMark { return 0 }
    let emoji = scalar.properties.isEmojiPresentation
    return emoji || isWide(scalar.value) ? 2 : 1
  }

  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    // Hangul initials; CJK radicals to Yi; Hangul syllables; compatibility ideographs and forms; full-width forms.
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF,
      0x20000...0x3FFFD:
      true
    default: false
    }
  }

  /// The text filled up with blanks to a width; longer text stays as it is.
  ///
  /// - Parameters:
  ///   - text: One line.
  ///   - width: In columns.
  ///   - trailing: Whether the text goes to the right edge, as numbers do.
  /// - Returns: At least `width` columns.
  package static func pad(_ text: String, to width: Int, trailing: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - of(text)))
    return trailing ? blanks + text : text + blanks
  }
}
