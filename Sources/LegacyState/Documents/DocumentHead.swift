/// What can be known of a document before it is read.
struct DocumentHead {
  /// The last component of its name, ASCII letters in lower case.
  let name: String
  let size: Int
  /// The first bytes, ``length`` at most.
  let bytes: [UInt8]

  /// How many bytes are looked at.
  static let length = 4096

  /// The first byte that is no blank, behind a byte order mark.
  var firstByte: UInt8? {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    return bytes[start...].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
  }

  /// Whether it starts with this text, blanks and byte order mark aside.
  func starts(with text: StaticString) -> Bool {
    guard let first = firstByte, let start = bytes.firstIndex(of: first) else { return false }
    return bytes.span.matches(text, at: start)
  }

  /// Whether `text` stands anywhere in the head.
  func contains(_ text: StaticString) -> Bool {
    bytes.span.contains(text)
  }

  /// Whether the name ends in one of these.
  func isNamed(_ endings: String...) -> Bool { endings.contains { name.hasSuffix($0) } }

  /// How its text is written if it is UTF-16; nil for any other document.
  var utf16: UTF16Text? {
    // What is cut off at the end of the head may be half a unit.
    size % 2 == 0 ? UTF16Text(bytes.span) : nil
  }
}
