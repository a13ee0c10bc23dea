import Secrets

/// Percent-encoding (RFC 3986 section 2.1), as URLs and forms have it.
enum PercentCoding {
  /// Undoes it; a percent sign without two digits behind it stands for itself.
  ///
  /// - Parameters:
  ///   - text: The encoded text.
  ///   - isForm: Whether a plus sign is a blank.
  /// - Returns: The decoded bytes.
  static func decode(_ text: Span<UInt8>, isForm: Bool = false) -> SecretBytes {
    SecretBytes(capacity: text.count) { (output: inout OutputSpan<UInt8>) in
      var at = 0
      while at < text.count {
        if text[at] == UInt8(ascii: "%"), at + 2 < text.count, let high = Hex.value(text[at + 1]),
          let low = Hex.value(text[at + 2])
        {
          output.append(high << 4 | low)
          at += 3
        } else {
          output.append(isForm && text[at] == UInt8(ascii: "+") ? 0x20 : text[at])
          at += 1
        }
      }
    }
  }

  /// Encodes all but what RFC 3986 section 2.3 calls unreserved.
  ///
  /// - Parameters:
  ///   - bytes: What to encode.
  ///   - isUpper: Whether the digits are capitals, as the standard wants.
  /// - Returns: The encoded text.
  static func encode(_ bytes: Span<UInt8>, isUpper: Bool = true) -> SecretBytes {
    SecretBytes(capacity: bytes.count * 3) { (output: inout OutputSpan<UInt8>) in
      for at in bytes.indices {
        switch bytes[at] {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
          UInt8(ascii: "_"), UInt8(ascii: "~"):
          output.append(bytes[at])
        default:
          output.append(UInt8(ascii: "%"))
          output.append(Hex.digit(bytes[at] >> 4, isUpper: isUpper))
          output.append(Hex.digit(bytes[at] & 15, isUpper: isUpper))
        }
      }
    }
  }
}
