import Secrets

/// Texts of a database as UTF-8.
enum SQLiteText {
  /// A text, or what is one in a blob; what is no sound UTF-16 becomes U+FFFD.
  static func utf8(_ bytes: Span<UInt8>, _ encoding: SQLiteHeader.TextEncoding) -> SecretBytes {
    switch encoding {
    case .utf8: SecretBytes(copying: bytes)
    case .utf16LittleEndian: UTF16Text(isBigEndian: false).utf8(bytes)
    case .utf16BigEndian: UTF16Text(isBigEndian: true).utf8(bytes)
    }
  }

  /// The encoding of a blob that is UTF-16 text and begins like JSON: web storage keeps its values so.
  static func encoding(ofBlob bytes: Span<UInt8>) -> SQLiteHeader.TextEncoding {
    guard bytes.count >= 4, bytes.count % 2 == 0 else { return .utf8 }
    if bytes[1] == 0, bytes[3] == 0, begins(bytes[0]) { return .utf16LittleEndian }
    if bytes[0] == 0, bytes[2] == 0, begins(bytes[1]) { return .utf16BigEndian }
    return .utf8
  }

  private static func begins(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "\"")
  }
}
