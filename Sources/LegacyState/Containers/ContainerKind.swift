import Archive

/// What has documents in it, told by its first bytes.
enum ContainerKind {
  /// Zip, tar, 7-Zip or cpio.
  case archive
  /// A compressed file: an archive, or one document.
  case compressed
  /// What `adb backup` writes.
  case androidBackup

  /// The kind of a document, nil if it is no container.
  static func of(_ head: DocumentHead) -> ContainerKind? {
    let bytes = head.bytes.span
    if bytes.matches("ANDROID BACKUP\n", at: 0) { return .androidBackup }
    if bytes.matches("PK\u{3}\u{4}", at: 0) || bytes.matches("PK\u{5}\u{6}", at: 0)
      || head.bytes.starts(with: [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C])
      || bytes.matches("07070", at: 0) && bytes.count > 76 && "127".utf8.contains(bytes[5])
      || isTar(bytes)
    {
      return .archive
    }
    return compressions.contains { head.bytes.starts(with: $0) } ? .compressed : nil
  }

  /// gzip, bzip2 (of which the first block's mark is looked at, since three letters are too few), xz, Zstandard, lz4.
  private static let compressions: [[UInt8]] =
    [
      [0x1F, 0x8B, 0x08], [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], [0x28, 0xB5, 0x2F, 0xFD],
      [0x04, 0x22, 0x4D, 0x18],
    ]
    + (UInt8(ascii: "1")...UInt8(ascii: "9")).map {
      Array("BZh".utf8) + [$0, 0x31, 0x41, 0x59, 0x26]
    }

  /// Old tar archives have no mark but the sum of the header's bytes, its own field counted as blanks.
  static func isTar(_ bytes: Span<UInt8>) -> Bool {
    if bytes.matches("ustar", at: 257) { return true }
    guard bytes.count >= 512, bytes[0] != 0 else { return false }
    var stated = 0
    var digits = 0
    for index in 148..<156 {
      let byte = bytes[index]
      if (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(byte) {
        stated = stated * 8 + Int(byte - UInt8(ascii: "0"))
        digits += 1
      } else if byte != 0, byte != UInt8(ascii: " ") {
        return false
      }
    }
    guard digits >= 4 else { return false }
    var sum = 8 * 32
    for index in 0..<512 where !(148..<156).contains(index) { sum += Int(bytes[index]) }
    return sum == stated
  }
}
