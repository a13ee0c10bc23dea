/// The pages that were seen, in memory for those alone and not for all that a file pretends to have.
struct PageSet {
  private var blocks: [Int: [UInt64]] = [:]
  private static let words = 64

  /// Adds a page.
  ///
  /// - Returns: Whether it is new.
  mutating func insert(_ page: Int) -> Bool {
    let (block, word, bit) = Self.place(page)
    return Self.set(
      bit,
      of: &blocks[block, default: [UInt64](repeating: 0, count: Self.words)][word]
    )
  }

  func contains(_ page: Int) -> Bool {
    let (block, word, bit) = Self.place(page)
    return blocks[block].map { $0[word] & bit != 0 } ?? false
  }

  private static func set(_ bit: UInt64, of word: inout UInt64) -> Bool {
    defer { word |= bit }
    return word & bit == 0
  }

  private static func place(_ page: Int) -> (block: Int, word: Int, bit: UInt64) {
    (page / (words * 64), page / 64 % words, 1 << UInt64(page % 64))
  }
}
