/// Whether a place in a command is inside quotes, where a semicolon ends nothing.
struct CommandQuotes {
  private var quote: UInt8 = 0

  var isInside: Bool { quote != 0 }

  mutating func take(_ byte: UInt8) {
    guard byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") else { return }
    if quote == 0 {
      quote = byte
    } else if quote == byte {
      quote = 0
    }
  }
}
