import Secrets

/// The key of a value in Chromium's localStorage: `_`, the origin, a zero, and the name as text of one of two widths.
struct WebStorageKey {
  let origin: String
  let name: String

  init?(_ key: [UInt8]) {
    guard key.first == UInt8(ascii: "_"), let end = key.firstIndex(of: 0), end + 1 < key.count,
      let name = WebStorageText.decode(key.span.extracting((end + 1)...), isWeb: true)
    else { return nil }
    self.origin = String(decoding: key[1..<end], as: UTF8.self)
    self.name = name.withBytes { bytes in
      String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
  }
}

/// Text in Chromium's localStorage: a byte that says which, then Latin-1 or UTF-16, the lower byte first.
enum WebStorageText {
  /// The text of a value, its first byte included, in UTF-8; nil if it is none.
  ///
  /// A value of a store that is not Chromium's (`isWeb`) is taken as it is.
  static func decode(_ bytes: Span<UInt8>, isWeb: Bool) -> SecretBytes? {
    guard isWeb else { return SecretBytes(copying: bytes) }
    guard !bytes.isEmpty else { return nil }
    switch bytes[0] {
    case 1:
      return SecretBytes(capacity: bytes.count * 2) { (output: inout OutputSpan<UInt8>) in
        for at in 1..<bytes.count { output.append(UInt32(bytes[at])) }
      }
    case 0 where bytes.count & 1 == 1:
      return SecretBytes(capacity: bytes.count * 3 / 2) { (output: inout OutputSpan<UInt8>) in
        var at = 1
        while at < bytes.count {
          var unit = UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8
          at += 2
          if unit & 0xFC00 == 0xD800, at < bytes.count {
            let low = UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8
            if low & 0xFC00 == 0xDC00 {
              unit = 0x10000 + ((unit & 0x3FF) << 10) + (low & 0x3FF)
              at += 2
            }
          }
          output.append(unit)
        }
      }
    default:
      return nil
    }
  }
}

extension OutputSpan<UInt8> {
  /// Appends a character in UTF-8, U+FFFD for what is none.
  fileprivate mutating func append(_ scalar: UInt32) {
    let character = Unicode.Scalar(scalar) ?? "\u{FFFD}"
    for byte in UTF8.encode(character) ?? UTF8.encodedReplacementCharacter { append(byte) }
  }
}
