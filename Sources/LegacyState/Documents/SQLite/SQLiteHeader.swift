import Secrets

/// The first 100 bytes of a database (file format 1.3).
struct SQLiteHeader {
  /// How its texts are written.
  enum TextEncoding: UInt32 {
    case utf8 = 1
    case utf16LittleEndian
    case utf16BigEndian
  }

  static let magic: StaticString = "SQLite format 3\0"
  static let length = 100

  /// Bytes of a page.
  let pageSize: Int
  /// Bytes of a page that hold content; an extension may keep the rest for itself.
  let usable: Int
  let encoding: TextEncoding

  init(_ bytes: Span<UInt8>) throws(SQLiteFailure) {
    guard bytes.count >= Self.length, bytes.matches(Self.magic, at: 0) else {
      throw .damaged(page: nil, "the header is not that of a database")
    }
    let size = bytes.uint16(at: 16)
    pageSize = size == 1 ? 65536 : size
    guard pageSize >= 512, pageSize.nonzeroBitCount == 1 else {
      throw .damaged(page: nil, "the header has no page size that is possible")
    }
    usable = pageSize - Int(bytes[20])
    guard usable >= 480 else {
      throw .damaged(page: nil, "the header leaves no room for content in a page")
    }
    guard bytes[21] == 64, bytes[22] == 32, bytes[23] == 32 else {
      throw .damaged(page: nil, "the header has payload fractions that no version writes")
    }
    let code = bytes.uint32(at: 56)
    // An empty database has none yet.
    guard let encoding = TextEncoding(rawValue: code == 0 ? 1 : code) else {
      throw .damaged(page: nil, "the header names no text encoding that exists")
    }
    self.encoding = encoding
  }
}

extension Span<UInt8> {
  /// Two bytes, big-endian; 0 behind the end.
  func uint16(at offset: Int) -> Int {
    guard offset >= 0, offset <= count - 2 else { return 0 }
    return Int(self[offset]) << 8 | Int(self[offset + 1])
  }

  /// Four bytes, big-endian; 0 behind the end.
  func uint32(at offset: Int) -> UInt32 {
    guard offset >= 0, offset <= count - 4 else { return 0 }
    return UInt32(self[offset]) << 24 | UInt32(self[offset + 1]) << 16
      | UInt32(self[offset + 2]) << 8 | UInt32(self[offset + 3])
  }

  /// A number of one to nine bytes and where the next thing starts (file format 1.6); nil if it is cut off.
  func varint(at offset: Int) -> (value: UInt64, end: Int)? {
    var value: UInt64 = 0
    for step in 0..<9 {
      guard offset + step < count else { return nil }
      let byte = self[offset + step]
      if step == 8 { return (value << 8 | UInt64(byte), offset + 9) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte & 0x80 == 0 { return (value, offset + step + 1) }
    }
    return nil
  }
}
