package import Secrets

/// Percent-encoding as RFC 3986 has it, and the form encoding that OAuth bodies are sent in.
package enum PercentCoding {
  /// Encodes everything but the unreserved characters: safe in any part of a URL.
  package static func encode(_ text: String) -> String {
    var output: [UInt8] = []
    for byte in text.utf8 {
      if ByteSets.isUnreserved(byte) {
        output.append(byte)
      } else {
        escape(byte) { output.append($0) }
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Decodes `%XX` once.
  ///
  /// Nil if a percent sign is not followed by two hex digits, or the result is not UTF-8.
  ///
  /// - Parameters:
  ///   - text: What stood in the URL.
  ///   - plusIsSpace: As in a form body or a query written by a form.
  /// - Returns: The text.
  package static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String? {
    var output: [UInt8] = []
    guard decode(Array(text.utf8), plusIsSpace: plusIsSpace, into: { output.append($0) }) else {
      return nil
    }
    return String(validating: output, as: UTF8.self)
  }

  /// Decodes `%XX` once, into a secret.
  ///
  /// Nil if a percent sign is not followed by two hex digits.
  ///
  /// - Parameters:
  ///   - bytes: What stood in the URL.
  ///   - plusIsSpace: As in a form body or a query written by a form.
  /// - Returns: The bytes.
  package static func decodeSecret(
    _ bytes: some Collection<UInt8>,
    plusIsSpace: Bool = false
  ) -> SecretBytes? {
    var whole = true
    let secret = SecretBytes(capacity: bytes.count) { output in
      whole = decode(bytes, plusIsSpace: plusIsSpace) { output.append($0) }
    }
    return whole ? secret : nil
  }

  /// Writes one byte as the form encoding does.
  static func form(_ byte: UInt8, into write: (UInt8) -> Void) {
    if ByteSets.isForm(byte) {
      write(byte)
    } else if byte == UInt8(ascii: " ") {
      write(UInt8(ascii: "+"))
    } else {
      escape(byte, into: write)
    }
  }

  private static func escape(_ byte: UInt8, into write: (UInt8) -> Void) {
    let digits: StaticString = "0123456789ABCDEF"
    write(UInt8(ascii: "%"))
    for nibble in [byte >> 4, byte & 15] {
      write(unsafe digits.utf8Start[Int(nibble)])
    }
  }

  private static func decode(
    _ bytes: some Collection<UInt8>,
    plusIsSpace: Bool,
    into write: (UInt8) -> Void
  ) -> Bool {
    var rest = bytes.makeIterator()
    while let byte = rest.next() {
      if byte == UInt8(ascii: "%") {
        guard let high = rest.next().flatMap(ByteSets.hexDigit),
          let low = rest.next().flatMap(ByteSets.hexDigit)
        else { return false }
        write(high << 4 | low)
      } else {
        write(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return true
  }
}
