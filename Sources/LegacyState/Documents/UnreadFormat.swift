import Secrets

/// A format that can hold a state and is not read by this version, told by its first bytes.
enum UnreadFormat {
  /// What the document is called, nil for one that is no container of another.
  static func name(of head: DocumentHead) -> String? {
    for (magic, name) in starts where head.bytes.span.matches(magic, at: 0) { return name }
    return nil
  }

  /// Whether bytes that nobody reads hold a state: as text, or as the classes of an archive.
  ///
  /// - Parameters:
  ///   - bytes: The document, or a piece of it.
  ///   - isContainer: Whether it has a name; prose about archives has none and no binary one in it.
  /// - Returns: Whether it does.
  static func holdsState(_ bytes: Span<UInt8>, isContainer: Bool) -> Bool {
    if Marks.introduceObject(in: bytes) { return true }
    return Marks.nameArchive(in: bytes) && bytes.contains("NSKeyedArchiver")
      && (isContainer || bytes.contains("bplist00"))
  }

  private static let starts: [(magic: StaticString, name: String)] = [
    ("ABX\0", "a binary Android XML file")
  ]
}
