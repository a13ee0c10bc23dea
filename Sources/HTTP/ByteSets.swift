/// The classes of ASCII bytes that RFC 3986, RFC 9110 and the form encoding speak of.
package enum ByteSets {
  static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
  }

  static func isLetterOrDigit(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

  /// Unreserved (RFC 3986 section 2.3): what percent-encoding always leaves alone.
  static func isUnreserved(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "~")
  }

  /// What a path segment may hold unencoded (pchar), and the slash.
  static func isPath(_ byte: UInt8) -> Bool {
    isUnreserved(byte) || "!$&'()*+,;=:@/".utf8.contains(byte)
  }

  /// What a query or a fragment may hold unencoded.
  static func isQuery(_ byte: UInt8) -> Bool { isPath(byte) || byte == UInt8(ascii: "?") }

  /// What the form encoding leaves alone (URL Standard, application/x-www-form-urlencoded).
  static func isForm(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || "*-._".utf8.contains(byte)
  }

  /// A character of a token (RFC 9110 section 5.6.2), of which header names and methods are made.
  package static func isToken(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }

  static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
