/// Where written JSON goes: an array, or only a count of how long it would be.
protocol JSONSink {
  mutating func append(_ byte: UInt8)

  /// Writes a text as it is.
  mutating func append(text: String)
}

extension [UInt8]: JSONSink {
  mutating func append(text: String) { append(contentsOf: text.utf8) }
}

/// Counts what would be written, so that a secret's buffer has the right size at once and is never moved.
struct JSONCount: JSONSink {
  var count = 0

  mutating func append(_ byte: UInt8) { count += 1 }

  mutating func append(text: String) { count += text.utf8.count }
}

/// The first bytes of a character that may have to be escaped, held back while a string is written.
enum JSONQuoting {
  case plain
  case one(UInt8)
  case two(UInt8, UInt8)

  init() { self = .plain }
}

extension JSONSink {
  /// Writes a text as a string; most have nothing to be escaped, and are copied as a whole.
  mutating func append(quoting text: String) {
    guard text.isPlain else { return append(quoting: text.utf8) }
    append(UInt8(ascii: "\""))
    append(text: text)
    append(UInt8(ascii: "\""))
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
  /// What steers a terminal, ends a line in JavaScript or turns the reading direction is escaped as well, so that the
  /// text can be looked at as it is: U+0080…9F, U+061C, U+200B…200F, U+2028…202E, U+2060…206F, U+FEFF.
  mutating func append(_ byte: UInt8, quoting: inout JSONQuoting) {
    switch quoting {
    case .one(0xC2) where (0x80...0x9F).contains(byte):
      append(unit: UInt16(byte), &quoting)
    case .one(0xD8) where byte == 0x9C:
      append(unit: 0x061C, &quoting)
    case .one(0xE2) where byte == 0x80 || byte == 0x81, .one(0xEF) where byte == 0xBB:
      guard case .one(let first) = quoting else { return }
      quoting = .two(first, byte)
    case .two(0xE2, 0x80) where (0x8B...0x8F).contains(byte) || (0xA8...0xAE).contains(byte):
      append(unit: 0x2000 + UInt16(byte & 0x3F), &quoting)
    case .two(0xE2, 0x81) where (0xA0...0xAF).contains(byte):
      append(unit: 0x2040 + UInt16(byte & 0x3F), &quoting)
    case .two(0xEF, 0xBB) where byte == 0xBF:
      append(unit: 0xFEFF, &quoting)
    default:
      release(&quoting)
      switch byte {
      case 0xC2, 0xD8, 0xE2, 0xEF: quoting = .one(byte)
      default: append(escaping: byte)
      }
    }
  }

  /// Ends a string.
  mutating func finish(_ quoting: inout JSONQuoting) {
    release(&quoting)
    append(UInt8(ascii: "\""))
  }

  private mutating func release(_ quoting: inout JSONQuoting) {
    switch quoting {
    case .plain: return
    case .one(let first): append(first)
    case .two(let first, let second):
      append(first)
      append(second)
    }
    quoting = .plain
  }

  private mutating func append(unit: UInt16, _ quoting: inout JSONQuoting) {
    append(text: "\\u")
    let digits = Array("0123456789abcdef".utf8)
    for shift in [12, 8, 4, 0] as [UInt16] { append(digits[Int(unit >> shift & 15)]) }
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
      var none = JSONQuoting.plain
      append(unit: UInt16(byte), &none)
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

extension String {
  /// Whether no byte of it has to be escaped, or begins what has to be.
  fileprivate var isPlain: Bool {
    withSpan { bytes in
      for at in bytes.indices {
        let byte = bytes[at]
        if byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
          return false
        }
      }
      return true
    }
  }
}
