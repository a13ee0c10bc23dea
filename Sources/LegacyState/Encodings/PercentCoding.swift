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
  ///   - isForm: Whether a blank becomes a plus sign.
  /// - Returns: The encoded text.
  static func encode(
    _ bytes: Span<UInt8>,
    isUpper: Bool = true,
    isForm: Bool = false
  ) -> SecretBytes {
    SecretBytes(capacity: bytes.count * 3) { (output: inout OutputSpan<UInt8>) in
      for at in bytes.indices {
        switch bytes[at] {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
          UInt8(ascii: "_"), UInt8(ascii: "~"):
          output.append(bytes[at])
        case 0x20 where isForm:
          output.append(UInt8(ascii: "+"))
        default:
          output.append(UInt8(ascii: "%"))
          output.append(Hex.digit(bytes[at] >> 4, isUpper: isUpper))
          output.append(Hex.digit(bytes[at] & 15, isUpper: isUpper))
        }
      }
    }
  }

  /// How a text was encoded, so that another can be encoded in the same way.
  struct Style: Sendable {
    private let isUpper: Bool
    private let isForm: Bool

    /// Looks at a text with at least one escape.
    ///
    /// A plus sign is a blank wherever no blank is escaped: what encodes a plus sign would have done so.
    init(of text: Span<UInt8>, _ range: Range<Int>) {
      var hasPlus = false
      var hasBlank = false
      var isUpper = true
      var escapes = 0
      for at in range {
        if text[at] == UInt8(ascii: "+") { hasPlus = true }
        guard text[at] == UInt8(ascii: "%"), at + 2 < range.upperBound else { continue }
        escapes += 1
        if text[at + 1] == UInt8(ascii: "2"), text[at + 2] == UInt8(ascii: "0") { hasBlank = true }
        if text[at + 1] >= 0x61 || text[at + 2] >= 0x61 { isUpper = false }
      }
      self.isUpper = isUpper
      isForm = hasPlus && !hasBlank && escapes > 0
    }

    /// Undoes it.
    func decode(_ text: Span<UInt8>) -> SecretBytes {
      PercentCoding.decode(text, isForm: isForm)
    }

    /// Writes another content so.
    func encode(_ content: SecretBytes) -> SecretBytes {
      content.withBytes { PercentCoding.encode($0, isUpper: isUpper, isForm: isForm) }
    }
  }
}
