import Secrets

extension SQLiteCarver {
  /// A binary property list, such as a keyed archive, and where it begins in the page.
  struct List {
    /// All of it; nil if its end is lost.
    let bytes: SecretBytes?
    let offset: Int
  }

  private static let start: StaticString = "bplist00"
  /// How many numbers behind the beginning are taken for that of the page where it goes on.
  private static let mostTries = 64

  /// The lists of a part of a page.
  ///
  /// A list says at its end how long it is, which proves that the pages in between are the right ones: those of deleted
  /// rows may belong to others by now.
  ///
  /// - Parameters:
  ///   - bytes: The page.
  ///   - range: The part that belongs to nothing.
  ///   - next: Gives the page that a value goes on to.
  /// - Returns: In the order in which they stand.
  mutating func lists(
    in bytes: Span<UInt8>,
    _ range: Range<Int>,
    next: (Int) -> SQLitePage?
  ) -> [List] {
    var lists: [List] = []
    var at = range.lowerBound
    while let hit = bytes.firstIndex(of: UInt8(ascii: "b"), in: at..<range.upperBound) {
      at = hit + 1
      guard hit + 8 <= range.upperBound, bytes.matches(Self.start, at: hit) else { continue }
      if let end = BinaryPlist.end(in: bytes, from: hit, searching: hit..<range.upperBound) {
        let whole = SecretBytes(copying: bytes.extracting(hit..<end))
        lists.append(List(bytes: whole, offset: hit))
        at = end
      } else {
        let whole = following(bytes, hit..<range.upperBound, next)
        lists.append(List(bytes: whole, offset: hit))
      }
    }
    return lists
  }

  /// A list that goes on on other pages, the number of the first of which stands somewhere behind what is here.
  private mutating func following(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    _ next: (Int) -> SQLitePage?
  ) -> SecretBytes? {
    var tries = 0
    var cut = range.lowerBound + 8
    while cut + 4 <= range.upperBound, tries < Self.mostTries {
      defer { cut += 1 }
      let number = Int(bytes.uint32(at: cut))
      guard number > 0, number < 1 << 24, next(number) != nil else { continue }
      tries += 1
      var raw = (range.lowerBound..<cut).map { bytes[$0] }
      let here = raw.count
      append(from: number, to: &raw, next)
      let end = BinaryPlist.end(in: raw.span, from: 0, searching: here..<raw.count)
      if let end { raw.removeSubrange(end...) }
      let whole = SecretBytes(wiping: &raw)
      if end != nil { return whole }
    }
    return nil
  }
}
