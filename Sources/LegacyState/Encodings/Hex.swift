import Secrets

/// Hexadecimal digits.
enum Hex {
  /// The value of a digit in either case; nil for any other byte.
  static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }

  /// The digit of a value below 16.
  static func digit(_ value: UInt8, isUpper: Bool = false) -> UInt8 {
    value < 10 ? 0x30 + value : (isUpper ? 0x37 : 0x57) + value
  }

  /// Both digits of each byte.
  static func encode(_ bytes: Span<UInt8>, isUpper: Bool = false) -> SecretBytes {
    SecretBytes(capacity: bytes.count * 2) { (output: inout OutputSpan<UInt8>) in
      for at in bytes.indices {
        output.append(digit(bytes[at] >> 4, isUpper: isUpper))
        output.append(digit(bytes[at] & 15, isUpper: isUpper))
      }
    }
  }

  /// Whether a byte is a digit in either case.
  static func isDigit(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
  }

  /// How many bytes stand before the digits: the two of `0x`, or none.
  static func prefix(of bytes: Span<UInt8>) -> Int {
    bytes.count > 2 && bytes[0] == UInt8(ascii: "0") && bytes[1] | 0x20 == UInt8(ascii: "x") ? 2 : 0
  }

  /// The bytes that digits spell; nil if there is anything else among them, or one too many.
  static func decode(_ digits: Span<UInt8>) -> SecretBytes? {
    guard !digits.isEmpty, digits.count % 2 == 0,
      digits.indices.allSatisfy({ isDigit(digits[$0]) })
    else { return nil }
    return SecretBytes(capacity: digits.count / 2) { (output: inout OutputSpan<UInt8>) in
      var at = 0
      while at + 1 < digits.count {
        output.append((value(digits[at]) ?? 0) << 4 | (value(digits[at + 1]) ?? 0))
        at += 2
      }
    }
  }
}
