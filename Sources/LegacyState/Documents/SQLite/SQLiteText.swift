import Secrets

/// Texts of a database as UTF-8.
enum SQLiteText {
  /// A text, or what is one in a blob; what is no sound UTF-16 becomes U+FFFD.
  static func utf8(_ bytes: Span<UInt8>, _ encoding: SQLiteHeader.TextEncoding) -> SecretBytes {
    switch encoding {
    case .utf8: SecretBytes(copying: bytes)
    case .utf16LittleEndian: wide(bytes, low: 0)
    case .utf16BigEndian: wide(bytes, low: 1)
    }
  }

  /// The encoding of a blob that is UTF-16 text and begins like JSON: web storage keeps its values so.
  static func encoding(ofBlob bytes: Span<UInt8>) -> SQLiteHeader.TextEncoding {
    guard bytes.count >= 4, bytes.count % 2 == 0 else { return .utf8 }
    if bytes[1] == 0, bytes[3] == 0, begins(bytes[0]) { return .utf16LittleEndian }
    if bytes[0] == 0, bytes[2] == 0, begins(bytes[1]) { return .utf16BigEndian }
    return .utf8
  }

  private static func begins(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "\"")
  }

  /// `low` is where the low byte of each unit stands.
  private static func wide(_ bytes: Span<UInt8>, low: Int) -> SecretBytes {
    let units = bytes.count / 2
    return SecretBytes(capacity: units * 3) { (output: inout OutputSpan<UInt8>) in
      var at = 0
      func unit(_ index: Int) -> UInt32 {
        UInt32(bytes[2 * index + 1 - low]) << 8 | UInt32(bytes[2 * index + low])
      }
      while at < units {
        var code = unit(at)
        at += 1
        if code & 0xF800 == 0xD800 {
          if code < 0xDC00, at < units, unit(at) & 0xFC00 == 0xDC00 {
            code = 0x10000 + (code & 0x3FF) << 10 + unit(at) & 0x3FF
            at += 1
          } else {
            code = 0xFFFD
          }
        }
        output.append(utf8: code)
      }
    }
  }
}

extension OutputSpan<UInt8> {
  fileprivate mutating func append(utf8 code: UInt32) {
    switch code {
    case 0..<0x80:
      append(UInt8(code))
    case 0x80..<0x800:
      append(UInt8(0xC0 | code >> 6))
      append(UInt8(0x80 | code & 0x3F))
    case 0x800..<0x10000:
      append(UInt8(0xE0 | code >> 12))
      append(UInt8(0x80 | code >> 6 & 0x3F))
      append(UInt8(0x80 | code & 0x3F))
    default:
      append(UInt8(0xF0 | code >> 18 & 0x07))
      append(UInt8(0x80 | code >> 12 & 0x3F))
      append(UInt8(0x80 | code >> 6 & 0x3F))
      append(UInt8(0x80 | code & 0x3F))
    }
  }
}
