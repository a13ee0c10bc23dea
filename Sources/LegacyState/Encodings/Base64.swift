import Secrets

/// Base64 as apps write it: either alphabet, padded or not, in one line or in many.
enum Base64 {
  /// How a text was written, so that another content can be written in the same way.
  struct Style: Sendable, Equatable {
    var usesURLAlphabet = false
    var isPadded = true
    /// The blanks before the first character, between lines and behind the last character.
    var lead: [UInt8] = []
    var lineEnd: [UInt8] = []
    var tail: [UInt8] = []
    /// How many characters a line has; 0 if there is only one line.
    var lineLength = 0
  }

  /// Undoes it; nil if any byte is neither of an alphabet nor a blank.
  static func decode(_ text: Span<UInt8>) -> (content: SecretBytes, style: Style)? {
    guard let style = style(of: text) else { return nil }
    var bits: UInt32 = 0
    var held = 0
    let content = SecretBytes(capacity: text.count * 3 / 4 + 3) {
      (output: inout OutputSpan<UInt8>) in
      for at in text.indices {
        guard let value = value(text[at]) else { continue }
        bits = bits << 6 | UInt32(value)
        held += 6
        if held >= 8 {
          held -= 8
          output.append(UInt8(truncatingIfNeeded: bits >> UInt32(held)))
        }
      }
    }
    return (content, style)
  }

  /// No program makes shorter lines; words are shorter.
  private static let shortestLine = 16

  /// Whether a text is base64, without undoing it: words of one kind of letters with blanks between them are none.
  static func isLikely(_ text: Span<UInt8>) -> Bool {
    var characters = 0
    var padding = 0
    var blanks = 0
    for at in text.indices {
      let byte = text[at]
      if value(byte) != nil {
        guard padding == 0 else { return false }
        characters += 1
        blanks = 0
      } else if byte == UInt8(ascii: "=") {
        padding += 1
        blanks = 0
      } else {
        guard isBlank(byte), blanks < 256,
          characters == 0 || characters >= shortestLine || padding > 0
        else { return false }
        blanks += 1
      }
    }
    return characters > 0 && padding <= 2 && characters % 4 != 1
  }

  /// Undoes what programs write without a person's doing: the standard alphabet with padding, in one line (RFC 4648
  /// section 4); nil if the text is not exactly what encoding its content gives.
  static func decodeExactly(_ text: Span<UInt8>) -> SecretBytes? {
    guard !text.isEmpty else { return SecretBytes(copying: [UInt8]()) }
    guard let (content, style) = decode(text), style == Style() else { return nil }
    let isSame = encode(content).withBytes { again in
      again.count == text.count && text.indices.allSatisfy { again[$0] == text[$0] }
    }
    return isSame ? content : nil
  }

  /// Writes a content in a style.
  static func encode(_ content: SecretBytes, _ style: Style = Style()) -> SecretBytes {
    content.withBytes { bytes in
      let characters = (bytes.count + 2) / 3 * 4
      let lines = style.lineLength > 0 ? characters / style.lineLength + 1 : 1
      let capacity =
        characters + lines * style.lineEnd.count + style.lead.count + style.tail.count
      return SecretBytes(capacity: capacity) { (output: inout OutputSpan<UInt8>) in
        var column = 0
        func put(_ character: UInt8) {
          if style.lineLength > 0, column == style.lineLength {
            for byte in style.lineEnd { output.append(byte) }
            column = 0
          }
          output.append(character)
          column += 1
        }
        for byte in style.lead { output.append(byte) }
        var at = 0
        while at < bytes.count {
          let left = min(3, bytes.count - at)
          var group = 0
          for offset in 0..<3 { group = group << 8 | (offset < left ? Int(bytes[at + offset]) : 0) }
          for place in 0..<4 where place <= left {
            put(character(group >> (18 - place * 6) & 63, style.usesURLAlphabet))
          }
          if style.isPadded { for _ in left..<3 { put(UInt8(ascii: "=")) } }
          at += 3
        }
        for byte in style.tail { output.append(byte) }
      }
    }
  }

  /// The character of a value below 64.
  static func character(_ value: Int, _ usesURLAlphabet: Bool = false) -> UInt8 {
    switch value {
    case 0..<26: UInt8(ascii: "A") + UInt8(value)
    case 26..<52: UInt8(ascii: "a") + UInt8(value - 26)
    case 52..<62: UInt8(ascii: "0") + UInt8(value - 52)
    case 62: usesURLAlphabet ? UInt8(ascii: "-") : UInt8(ascii: "+")
    default: usesURLAlphabet ? UInt8(ascii: "_") : UInt8(ascii: "/")
    }
  }

  /// What a character of either alphabet stands for; nil for any other byte.
  static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// How a text is written; nil if it is no base64.
  private static func style(of text: Span<UInt8>) -> Style? {
    var style = Style()
    var characters = 0
    var padding = 0
    var blanks: [UInt8] = []
    var column = 0
    var isURL = false
    var isStandard = false
    for at in text.indices {
      let byte = text[at]
      if isBlank(byte) {
        // More between two characters than a line end and its indentation is no layout of base64.
        guard blanks.count < 256 else { return nil }
        blanks.append(byte)
        continue
      }
      if characters == 0, padding == 0 {
        style.lead = blanks
      } else if !blanks.isEmpty, style.lineLength == 0 {
        style.lineLength = column
        style.lineEnd = blanks
      }
      if !blanks.isEmpty { column = 0 }
      blanks = []
      column += 1
      if byte == UInt8(ascii: "=") {
        padding += 1
      } else {
        guard padding == 0, value(byte) != nil else { return nil }
        isURL = isURL || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        isStandard = isStandard || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
        characters += 1
      }
    }
    guard characters > 0, padding <= 2, characters % 4 != 1 else { return nil }
    style.tail = blanks
    // Where neither alphabet shows itself, padding that is left out tells: it belongs to URLs.
    style.isPadded = padding > 0 || characters % 4 == 0 && !isURL
    style.usesURLAlphabet = isURL || !isStandard && !style.isPadded
    return style
  }
}
