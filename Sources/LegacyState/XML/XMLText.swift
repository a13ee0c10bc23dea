import Secrets

/// The text of XML elements: character references undone, and done again as Android does them.
enum XMLText {
  /// A reference that starts at `position`: its character and the byte behind it.
  ///
  /// Nil for what XML itself does not define, and for what is no reference.
  static func reference(
    _ bytes: Span<UInt8>,
    at position: Int,
    end: Int
  ) -> (scalar: UInt32, end: Int)? {
    for (word, scalar) in named where bytes.matches(word, at: position) {
      return (scalar, position + word.utf8CodeUnitCount)
    }
    guard bytes.matches("&#", at: position) else { return nil }
    var at = position + 2
    let isHex = at < end && bytes[at] == UInt8(ascii: "x")
    if isHex { at += 1 }
    let start = at
    var scalar: UInt32 = 0
    while at < end, at - start < 8, let digit = digit(bytes[at], isHex) {
      scalar = scalar * (isHex ? 16 : 10) + digit
      at += 1
    }
    guard at > start, at < end, bytes[at] == UInt8(ascii: ";"), scalar <= 0x10FFFF else {
      return nil
    }
    return (scalar, at + 1)
  }

  /// The decoded text of a range that the scanner has checked.
  static func decode(_ bytes: Span<UInt8>, _ range: Range<Int>) -> SecretBytes {
    SecretBytes(capacity: range.count) { (output: inout OutputSpan<UInt8>) in
      decode(bytes, range) { output.append($0) }
    }
  }

  /// The decoded text of an attribute.
  static func name(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
    var name: [UInt8] = []
    decode(bytes, range) { name.append($0) }
    return name
  }

  /// The text as Android's serialiser writes it.
  static func encode(_ text: SecretBytes) -> SecretBytes {
    text.withBytes { bytes in
      // The longest spelling is `&quot;`.
      SecretBytes(capacity: bytes.count * 6) { (output: inout OutputSpan<UInt8>) in
        for at in bytes.indices {
          let byte = bytes[at]
          if let (word, _) = named.first(where: { $0.scalar == byte && byte != apostrophe }) {
            for letter in word.description.utf8 { output.append(letter) }
          } else if byte < 0x20 {
            for letter in "&#\(byte);".utf8 { output.append(letter) }
          } else {
            output.append(byte)
          }
        }
      }
    }
  }

  /// What goes with an element: its indentation and line end, if it has its lines for itself.
  static func line(around element: Range<Int>, _ bytes: Span<UInt8>) -> Range<Int> {
    var start = element.lowerBound
    while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
    var end = element.upperBound
    if bytes.matches("\r\n", at: end) {
      end += 2
    } else if bytes.matches("\n", at: end) {
      end += 1
    }
    let startsLine = start == 0 || bytes[start - 1] == 0x0A
    return startsLine && end > element.upperBound ? start..<end : element
  }

  private static let apostrophe = UInt8(ascii: "'")
  private static let named: [(word: StaticString, scalar: UInt32)] = [
    ("&quot;", 0x22), ("&amp;", 0x26), ("&lt;", 0x3C), ("&gt;", 0x3E), ("&apos;", 0x27),
  ]

  private static func digit(_ byte: UInt8, _ isHex: Bool) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f") where isHex: UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F") where isHex: UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  /// Calls `emit` with each decoded byte of a range that the scanner has checked.
  static func decode(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    to emit: (UInt8) -> Void
  ) {
    var at = range.lowerBound
    while at < range.upperBound {
      guard bytes[at] == UInt8(ascii: "&"),
        let first = reference(bytes, at: at, end: range.upperBound)
      else {
        emit(bytes[at])
        at += 1
        continue
      }
      var scalar = first.scalar
      at = first.end
      // Some serialisers wrote each half of a surrogate pair as a reference of its own.
      if scalar & 0xFFFF_FC00 == 0xD800,
        let second = reference(bytes, at: at, end: range.upperBound),
        second.scalar & 0xFFFF_FC00 == 0xDC00
      {
        scalar = 0x10000 + ((scalar & 0x3FF) << 10) + (second.scalar & 0x3FF)
        at = second.end
      }
      let character = Unicode.Scalar(scalar) ?? "\u{FFFD}"
      for byte in UTF8.encode(character) ?? UTF8.encode("\u{FFFD}") ?? UTF8.CodeUnits() {
        emit(byte)
      }
    }
  }
}

extension UTF8 {
  fileprivate typealias CodeUnits = UTF8.EncodedScalar
}
