import JOSE
import Secrets

/// Base64 with the standard alphabet and padding (RFC 4648 section 4), as programs write it: in one line, exactly.
enum StandardBase64 {
  /// The bytes; nil if the text is not exactly what encoding them gives.
  static func decode(_ text: Span<UInt8>) -> SecretBytes? {
    guard text.count % 4 == 0 else { return nil }
    var end = text.count
    while end > 0, text.count - end < 2, text[end - 1] == UInt8(ascii: "=") { end -= 1 }
    var isStandard = true
    let translated = SecretBytes(capacity: end) { (output: inout OutputSpan<UInt8>) in
      for at in 0..<end {
        switch text[at] {
        case UInt8(ascii: "+"): output.append(UInt8(ascii: "-"))
        case UInt8(ascii: "/"): output.append(UInt8(ascii: "_"))
        case UInt8(ascii: "-"), UInt8(ascii: "_"): isStandard = false
        default: output.append(text[at])
        }
      }
    }
    guard isStandard else { return nil }
    return translated.withBytes { Base64URL.decodeSecret($0) }
  }

  /// The text of some bytes.
  static func encode(_ bytes: SecretBytes) -> SecretBytes {
    let text = Base64URL.encode(bytes)
    return text.withBytes { text in
      SecretBytes(capacity: text.count + 3) { (output: inout OutputSpan<UInt8>) in
        for at in text.indices {
          switch text[at] {
          case UInt8(ascii: "-"): output.append(UInt8(ascii: "+"))
          case UInt8(ascii: "_"): output.append(UInt8(ascii: "/"))
          default: output.append(text[at])
          }
        }
        while output.count % 4 != 0 { output.append(UInt8(ascii: "=")) }
      }
    }
  }
}
