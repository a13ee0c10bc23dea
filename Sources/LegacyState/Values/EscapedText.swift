import Secrets

/// A JSON text each character of which was written as an escape: `\u007b\u0022\u006d`.
///
/// Nobody needs that, and it hides every mark and every brace.
enum EscapedText: ValueReader {
  static func recognises(_ bytes: Span<UInt8>) -> Bool {
    guard let start = bytes.indices.first(where: { bytes[$0] > 0x20 }),
      let first = EscapedLetters.escape(bytes, start, bytes.count),
      bytes[start] == UInt8(ascii: "\\")
    else { return false }
    return [0x22, 0x5B, 0x7B].contains(first.scalar)
      && EscapedLetters.follow(in: bytes, from: start, bytes.count, by: EscapedLetters.escape)
  }

  static func read(_ value: Layer, _ context: ValueContext, emit: Emit) throws(ScanStopped) {
    let content = value.bytes.withBytes { decode($0, 0..<$0.count) }
    try unwrapForGood(content, of: value, as: "escapes", context, emit: emit)
  }

  /// Whether such escapes stand in a word.
  static func stands(in bytes: Span<UInt8>, _ word: Range<Int>) -> Bool {
    bytes.firstIndex(of: UInt8(ascii: "\\"), in: word) != nil
      && EscapedLetters.occur(in: bytes, word)
  }

  /// The text with its escapes undone, however many backslashes strings around each other made of each.
  static func decode(_ bytes: Span<UInt8>, _ range: Range<Int>) -> SecretBytes {
    // Six bytes of an escape give three at most.
    SecretBytes(capacity: range.count) { (output: inout OutputSpan<UInt8>) in
      var at = range.lowerBound
      while at < range.upperBound {
        guard bytes[at] == UInt8(ascii: "\\"),
          let first = EscapedLetters.escape(bytes, at, range.upperBound)
        else {
          output.append(bytes[at])
          at += 1
          continue
        }
        var scalar = first.scalar
        at = first.end
        if scalar & 0xFFFF_FC00 == 0xD800, at < range.upperBound,
          bytes[at] == UInt8(ascii: "\\"),
          let second = EscapedLetters.escape(bytes, at, range.upperBound),
          second.scalar & 0xFFFF_FC00 == 0xDC00
        {
          scalar = 0x10000 + ((scalar & 0x3FF) << 10) + (second.scalar & 0x3FF)
          at = second.end
        }
        for byte in String(Character(Unicode.Scalar(scalar) ?? "\u{FFFD}")).utf8 {
          output.append(byte)
        }
      }
    }
  }
}
