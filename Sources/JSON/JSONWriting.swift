/// Where written JSON goes: an array, or only a count of how long it would be.
protocol JSONSink {
  mutating func append(_ byte: UInt8)
}

extension [UInt8]: JSONSink {}

/// Counts what would be written, so that a secret's buffer has the right size at once and is never moved.
struct JSONCount: JSONSink {
  var count = 0

  mutating func append(_ byte: UInt8) { count += 1 }
}

/// How much of a line separator's three bytes has been held back while a string is written.
enum JSONQuoting {
  case plain, first, second

  init() { self = .plain }
}

extension JSONSink {
  mutating func append(text: String) {
    for byte in text.utf8 { append(byte) }
  }

  /// Writes `bytes` as a string.
  mutating func append(quoting bytes: some Sequence<UInt8>) {
    var quoting = JSONQuoting()
    append(UInt8(ascii: "\""))
    for byte in bytes { append(byte, quoting: &quoting) }
    finish(&quoting)
  }

  /// Writes one byte of a string.
  ///
  /// U+2028 and U+2029 are escaped as well: they are fine in JSON and end a line in JavaScript.
  mutating func append(_ byte: UInt8, quoting: inout JSONQuoting) {
    switch (quoting, byte) {
    case (.first, 0x80):
      quoting = .second
    case (.second, 0xA8), (.second, 0xA9):
      append(text: byte == 0xA8 ? "\\u2028" : "\\u2029")
      quoting = .plain
    default:
      release(&quoting)
      if byte == 0xE2 { quoting = .first } else { append(escaping: byte) }
    }
  }

  /// Ends a string.
  mutating func finish(_ quoting: inout JSONQuoting) {
    release(&quoting)
    append(UInt8(ascii: "\""))
  }

  private mutating func release(_ quoting: inout JSONQuoting) {
    if quoting != .plain { append(0xE2) }
    if quoting == .second { append(0x80) }
    quoting = .plain
  }

  private mutating func append(escaping byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append(text: "\\\"")
    case UInt8(ascii: "\\"): append(text: "\\\\")
    case 0x0A: append(text: "\\n")
    case 0x0D: append(text: "\\r")
    case 0x09: append(text: "\\t")
    case 0..<0x20, 0x7F:
      append(text: "\\u00")
      let digits = Array("0123456789abcdef".utf8)
      append(digits[Int(byte >> 4)])
      append(digits[Int(byte & 15)])
    default: append(byte)
    }
  }

  /// JSON has no word for infinity and NaN; they become null.
  mutating func append(number: Double) {
    guard number.isFinite else { return append(text: "null") }
    if let whole = number.wholeNumber {
      append(text: String(whole))
    } else {
      append(text: number.description)
    }
  }
}
