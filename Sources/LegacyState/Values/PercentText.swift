import Secrets

/// A text that was percent-encoded as a whole, as in a URL or a form.
enum PercentText: ValueReader {
  static func recognises(_ bytes: Span<UInt8>) -> Bool {
    var escapes = 0
    for at in bytes.indices {
      switch bytes[at] {
      case UInt8(ascii: "%"):
        guard at + 2 < bytes.count, Hex.value(bytes[at + 1]) != nil,
          Hex.value(bytes[at + 2]) != nil
        else { return false }
        escapes += 1
      case 0...0x20, 0x7F...0xFF, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: "{"):
        // All of these would have been encoded.
        return false
      default: continue
      }
    }
    return escapes > 0
  }

  static func read(_ value: Layer, _ context: ValueContext, emit: Emit) throws(ScanStopped) {
    let content = value.bytes.withBytes { text in
      SecretBytes(capacity: text.count) { (output: inout OutputSpan<UInt8>) in
        var at = 0
        while at < text.count {
          if text[at] == UInt8(ascii: "%"), at + 2 < text.count {
            let high = Hex.value(text[at + 1]) ?? 0
            output.append(high << 4 | (Hex.value(text[at + 2]) ?? 0))
            at += 3
          } else {
            output.append(text[at])
            at += 1
          }
        }
      }
    }
    try unwrap(content, of: value, as: "percent", context, emit: emit, encode: encode)
  }

  /// Leaves alone what RFC 3986 calls unreserved.
  @Sendable private static func encode(_ content: SecretBytes) -> SecretBytes {
    content.withBytes { bytes in
      SecretBytes(capacity: bytes.count * 3) { (output: inout OutputSpan<UInt8>) in
        for at in bytes.indices {
          switch bytes[at] {
          case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            output.append(bytes[at])
          default:
            output.append(UInt8(ascii: "%"))
            for value in [bytes[at] >> 4, bytes[at] & 15] {
              output.append(value > 9 ? Hex.digit(value) - 0x20 : Hex.digit(value))
            }
          }
        }
      }
    }
  }
}
