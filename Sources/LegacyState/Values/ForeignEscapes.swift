import Secrets

/// Escapes of strings that other languages and servers have and JSON has not, written as JSON has them.
///
/// A web server logs a quote as `\x22`, a shell as `\042`; Swift has `\u{22}`, and `\(name)`, which is no escape at all.
enum ForeignEscapes {
  /// The text with those written anew; what they spell of a character beyond ASCII are its bytes.
  static func rewritten(_ text: SecretBytes) -> SecretBytes {
    text.withBytes { bytes in
      // `\x22` becomes `\u0022`.
      SecretBytes(capacity: bytes.count * 2) { (output: inout OutputSpan<UInt8>) in
        var at = 0
        while at < bytes.count {
          guard bytes[at] == UInt8(ascii: "\\"), at + 1 < bytes.count else {
            output.append(bytes[at])
            at += 1
            continue
          }
          if let (scalar, end) = scalar(bytes, at + 1) {
            append(scalar, to: &output)
            at = end
          } else if bytes[at + 1] == UInt8(ascii: "(") {
            // As a shell has it, so that it is seen to be no value.
            output.append(UInt8(ascii: "$"))
            at += 1
          } else {
            if bytes[at + 1] != UInt8(ascii: "'") { output.append(bytes[at]) }
            output.append(bytes[at + 1])
            at += 2
          }
        }
      }
    }
  }

  /// Whether an escape of a character stands there that JSON has not.
  static func occur(in bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var at = range.lowerBound
    while at + 1 < range.upperBound {
      guard bytes[at] == UInt8(ascii: "\\") else {
        at += 1
        continue
      }
      if scalar(bytes, at + 1) != nil { return true }
      at += 2
    }
    return false
  }

  /// What an escape spells whose letter stands at a place, and where it ends; nil for one that JSON has.
  private static func scalar(_ bytes: Span<UInt8>, _ at: Int) -> (UInt32, end: Int)? {
    switch bytes[at] {
    case UInt8(ascii: "x"):
      return number(bytes, at + 1, at + 3, base: 16)
    case UInt8(ascii: "0")...UInt8(ascii: "3"):
      return number(bytes, at, at + 3, base: 8)
    case UInt8(ascii: "u") where bytes.matches("{", at: at + 1):
      let end = bytes.firstIndex(of: UInt8(ascii: "}"), in: at..<min(at + 11, bytes.count))
      guard let end, let (scalar, _) = number(bytes, at + 2, end, base: 16), scalar < 0x10000
      else { return nil }
      return (scalar, end + 1)
    default: return nil
    }
  }

  private static func number(
    _ bytes: Span<UInt8>,
    _ start: Int,
    _ end: Int,
    base: UInt32
  ) -> (UInt32, end: Int)? {
    guard start < end, end <= bytes.count else { return nil }
    var value: UInt32 = 0
    for at in start..<end {
      guard let digit = Hex.value(bytes[at]), digit < base else { return nil }
      value = value &* base | UInt32(digit)
    }
    return (value, end)
  }

  private static let digits = Array("0123456789abcdef".utf8)

  private static func append(_ scalar: UInt32, to output: inout OutputSpan<UInt8>) {
    output.append(UInt8(ascii: "\\"))
    output.append(UInt8(ascii: "u"))
    for shift in [12, 8, 4, 0] { output.append(digits[Int(scalar >> UInt32(shift) & 15)]) }
  }
}
