package import Secrets

/// Base64url without padding, as JOSE writes it (RFC 7515 section 2), and nothing else.
///
/// Each text has one reading and each reading one text: padding, blanks, foreign characters, a length that no bytes
/// have, and unused bits that are not zero are all refused.
package enum Base64URL {
  /// Encodes bytes that are not secret.
  ///
  /// - Parameter bytes: The bytes.
  /// - Returns: The text.
  package static func encode(_ bytes: Span<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(encodedCount(bytes.count))
    encode(bytes) { text.append($0) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Encodes bytes that are not secret.
  ///
  /// - Parameter bytes: The bytes.
  /// - Returns: The text.
  package static func encode(_ bytes: [UInt8]) -> String {
    encode(bytes.span)
  }

  /// Encodes a secret into a secret.
  ///
  /// - Parameter secret: The bytes.
  /// - Returns: The text's ASCII bytes.
  package static func encode(_ secret: SecretBytes) -> SecretBytes {
    SecretBytes(capacity: encodedCount(secret.count)) { (output: inout OutputSpan<UInt8>) in
      secret.withBytes { bytes in encode(bytes) { output.append($0) } }
    }
  }

  /// Decodes a text that is not secret.
  ///
  /// - Parameter text: ASCII bytes.
  /// - Returns: The bytes; nil if the text is not exactly what encoding them gives.
  package static func decode(_ text: Span<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    return decode(text) { bytes.append($0) } ? bytes : nil
  }

  /// Decodes a text that is not secret.
  ///
  /// - Parameter text: The text.
  /// - Returns: The bytes; nil if the text is not exactly what encoding them gives.
  package static func decode(_ text: String) -> [UInt8]? {
    decode(Array(text.utf8).span)
  }

  /// Decodes straight into protected memory.
  ///
  /// - Parameter text: ASCII bytes.
  /// - Returns: The bytes; nil if the text is not exactly what encoding them gives.
  package static func decodeSecret(_ text: Span<UInt8>) -> SecretBytes? {
    var isExact = false
    let secret = SecretBytes(capacity: text.count * 3 / 4) { (output: inout OutputSpan<UInt8>) in
      isExact = decode(text) { output.append($0) }
    }
    return isExact ? secret : nil
  }

  /// The length of the text for `count` bytes.
  static func encodedCount(_ count: Int) -> Int {
    (count * 8 + 5) / 6
  }

  private static func encode(_ bytes: Span<UInt8>, into append: (UInt8) -> Void) {
    var bits: UInt32 = 0
    var count = 0
    for index in bytes.indices {
      bits = bits << 8 | UInt32(bytes[index])
      count += 8
      while count >= 6 {
        count -= 6
        append(character(UInt8(bits >> UInt32(count) & 63)))
      }
    }
    if count > 0 { append(character(UInt8(bits << UInt32(6 - count) & 63))) }
  }

  private static func decode(_ text: Span<UInt8>, into append: (UInt8) -> Void) -> Bool {
    // One character alone holds no byte.
    guard text.count % 4 != 1 else { return false }
    let table = values
    let values = table.span
    var foreign: UInt8 = 0
    var at = 0
    // Four characters hold three bytes; what is left over at the end holds fewer.
    while at + 4 <= text.count {
      let (first, second) = (values[Int(text[at])], values[Int(text[at + 1])])
      let (third, fourth) = (values[Int(text[at + 2])], values[Int(text[at + 3])])
      foreign |= first | second | third | fourth
      append(first << 2 | second >> 4)
      append(second << 4 | third >> 2)
      append(third << 6 | fourth)
      at += 4
    }
    guard at < text.count else { return foreign < 64 }
    let (first, second) = (values[Int(text[at])], values[Int(text[at + 1])])
    foreign |= first | second
    append(first << 2 | second >> 4)
    guard at + 2 < text.count else { return foreign < 64 && second & 0x0F == 0 }
    let third = values[Int(text[at + 2])]
    append(second << 4 | third >> 2)
    return foreign | third < 64 && third & 0x03 == 0
  }

  private static func character(_ value: UInt8) -> UInt8 {
    switch value {
    case 0..<26: UInt8(ascii: "A") + value
    case 26..<52: UInt8(ascii: "a") + value - 26
    case 52..<62: UInt8(ascii: "0") + value - 52
    case 62: UInt8(ascii: "-")
    default: UInt8(ascii: "_")
    }
  }

  /// The value of each character; 255 for those that don't belong.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for value in 0..<64 as Range<UInt8> { values[Int(character(value))] = value }
    return values
  }()
}
