import Secrets

/// Finds the texts of JSON objects among bytes that belong to nothing, and follows them over the pages they went on to.
///
/// A deleted row keeps its text; what stood before it may be overwritten, so no structure is relied on but this: a
/// text ends at a control character, and where a record went on elsewhere that is the page number of the rest.
struct SQLiteCarver {
  /// A text, and where it begins in the page.
  struct Text {
    let bytes: SecretBytes
    let offset: Int
  }

  /// No state is longer.
  private static let mostBytes = 1 << 20

  let usable: Int
  /// How many pages may still be read for texts that go on; what a file pretends must not cost more than it has.
  private var budget: Int

  init(usable: Int, pages: Int) {
    self.usable = usable
    budget = 1024 + 4 * min(pages, 1 << 40)
  }

  /// The texts with marks in a part of a page.
  ///
  /// - Parameters:
  ///   - bytes: The page.
  ///   - range: The part that belongs to nothing.
  ///   - next: Gives the page that a text goes on to.
  /// - Returns: In the order in which they stand.
  mutating func texts(
    in bytes: Span<UInt8>,
    _ range: Range<Int>,
    next: (Int) -> SQLitePage?
  ) -> [Text] {
    var texts: [Text] = []
    var at = range.lowerBound
    var seen = range.lowerBound
    while let hit = bytes.firstIndex(of: UInt8(ascii: "{"), in: at..<range.upperBound) {
      at = hit + 1
      guard let encoding = Self.encoding(bytes, at: hit, in: range) else { continue }
      // The low byte comes second.
      let brace = encoding == .utf16BigEndian ? hit - 1 : hit
      let start = Self.start(of: bytes, before: brace, in: seen..<range.upperBound, encoding)
      let end = Self.end(of: bytes, from: brace, in: range, encoding)
      at = max(end, hit + 1)
      seen = at
      let text = text(bytes, start..<end, encoding, next)
      if text.withBytes({ Marks.occur(in: $0) }) {
        texts.append(Text(bytes: text, offset: start))
      }
    }
    return texts
  }

  /// How a text is written that begins with this brace; nil if no object does.
  private static func encoding(
    _ bytes: Span<UInt8>,
    at hit: Int,
    in range: Range<Int>
  ) -> SQLiteHeader.TextEncoding? {
    func follows(_ offset: Int) -> Bool {
      let at = hit + offset
      guard at < range.upperBound else { return false }
      return [UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x20, 0x0A, 0x0D, 0x09].contains(bytes[at])
    }
    if follows(1) { return .utf8 }
    guard hit + 2 < range.upperBound, bytes[hit + 1] == 0, follows(2) else { return nil }
    let isBigEndian =
      hit > range.lowerBound && bytes[hit - 1] == 0
      && (hit + 3 >= range.upperBound || bytes[hit + 3] != 0)
    return isBigEndian ? .utf16BigEndian : .utf16LittleEndian
  }

  /// Where the text around a brace begins: its head may be lost, and a mark stand before the first brace.
  private static func start(
    of bytes: Span<UInt8>,
    before brace: Int,
    in range: Range<Int>,
    _ encoding: SQLiteHeader.TextEncoding
  ) -> Int {
    var at = brace
    switch encoding {
    case .utf8:
      while at > range.lowerBound, !isControl(UInt16(bytes[at - 1])) { at -= 1 }
    case .utf16LittleEndian, .utf16BigEndian:
      let low = encoding == .utf16LittleEndian ? 0 : 1
      while at - 2 >= range.lowerBound, bytes[at - 1 - low] == 0,
        !isControl(UInt16(bytes[at - 2 + low]))
      {
        at -= 2
      }
    }
    return at
  }

  /// Where a text ends in its own page.
  private static func end(
    of bytes: Span<UInt8>,
    from start: Int,
    in range: Range<Int>,
    _ encoding: SQLiteHeader.TextEncoding
  ) -> Int {
    var at = start
    switch encoding {
    case .utf8:
      while at < range.upperBound, !isControl(UInt16(bytes[at])) { at += 1 }
    case .utf16LittleEndian, .utf16BigEndian:
      let low = encoding == .utf16LittleEndian ? 0 : 1
      while at + 1 < range.upperBound {
        let unit = UInt16(bytes[at + 1 - low]) << 8 | UInt16(bytes[at + low])
        if isControl(unit) { break }
        at += 2
      }
    }
    return at
  }

  private static func isControl(_ unit: UInt16) -> Bool {
    unit < 0x20 && unit != 0x09 && unit != 0x0A && unit != 0x0D
  }

  /// The text with what it goes on to, as UTF-8 up to its end.
  private mutating func text(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    _ encoding: SQLiteHeader.TextEncoding,
    _ next: (Int) -> SQLitePage?
  ) -> SecretBytes {
    let here = Self.decoded(SecretBytes(copying: bytes.extracting(range)), encoding)
    // What is whole goes on nowhere, whatever the bytes behind it look like.
    guard !here.withBytes({ CarvedText.isWhole($0) }) else { return here }
    // In UTF-16 the last unit may be cut in two.
    for cut in encoding == .utf8 ? [0] : [0, 1] where range.count > cut {
      let number = Int(bytes.uint32(at: range.upperBound - cut))
      guard number > 0, number < 1 << 24 else { continue }
      var raw = (range.lowerBound..<range.upperBound - cut).map { bytes[$0] }
      let before = raw.count
      append(from: number, to: &raw, next)
      let junction = before + before % 2 + (encoding == .utf16LittleEndian ? 1 : 0)
      let fits = raw.count > junction && (encoding == .utf8 || raw[junction] == 0)
      let whole = SecretBytes(wiping: &raw)
      if fits { return Self.decoded(whole, encoding) }
    }
    return here
  }

  private static func decoded(
    _ bytes: SecretBytes,
    _ encoding: SQLiteHeader.TextEncoding
  ) -> SecretBytes {
    let text = encoding == .utf8 ? bytes : bytes.withBytes { SQLiteText.utf8($0, encoding) }
    return text.withBytes { upToControl($0) }
  }

  static func upToControl(_ bytes: Span<UInt8>) -> SecretBytes {
    var end = 0
    while end < bytes.count, !isControl(UInt16(bytes[end])) { end += 1 }
    return SecretBytes(copying: bytes.extracting(0..<end))
  }

  /// Adds what stands on a page and on those that it leads to.
  mutating func append(
    from first: Int,
    to raw: inout [UInt8],
    _ next: (Int) -> SQLitePage?
  ) {
    var number = first
    while number > 0, budget > 0, raw.count < Self.mostBytes, let page = next(number) {
      budget -= 1
      number = page.withBytes { bytes in
        for at in 4..<max(4, min(usable, bytes.count)) { raw.append(bytes[at]) }
        return Int(bytes.uint32(at: 0))
      }
    }
  }
}
