/// Whether a token was seen before: exactly for the first some hundred thousand, then by a Bloom filter of 16 MiB, which
/// says yes too often (one in a hundred at twelve million tokens) and never no in error.
struct SeenTokens {
  /// About eight mebibytes.
  static let limit = 1 << 18

  private let limit: Int
  /// How many are told apart exactly.
  var exactly: Int { limit }
  private var exact = TokenKeySet()
  private var filter: [UInt64] = []

  init(exactly limit: Int = Self.limit) {
    self.limit = limit
  }

  /// Takes a token, and says whether it may have been there already.
  mutating func insert(_ key: TokenKey) -> Bool {
    guard filter.isEmpty else { return mark(key) }
    guard exact.insert(key) else { return true }
    guard exact.count > limit else { return false }
    filter = [UInt64](repeating: 0, count: 1 << 21)
    exact.forEach { _ = mark($0) }
    exact = TokenKeySet()
    return false
  }

  /// Whether a token may have been taken.
  func contains(_ key: TokenKey) -> Bool {
    guard !filter.isEmpty else { return exact.contains(key) }
    return (0..<4 as Range<UInt64>).allSatisfy { turn in
      let place = key.first &+ turn &* (key.second | 1)
      return filter[Int(place >> 43)] & UInt64(1) << (place >> 37 & 63) != 0
    }
  }

  /// A digest is as good as random, so its halves give as many independent places as are wanted.
  private mutating func mark(_ key: TokenKey) -> Bool {
    var isSeen = true
    for turn in 0..<4 as Range<UInt64> {
      let place = key.first &+ turn &* (key.second | 1)
      let (word, bit) = (Int(place >> 43), UInt64(1) << (place >> 37 & 63))
      if filter[word] & bit == 0 {
        isSeen = false
        filter[word] |= bit
      }
    }
    return isSeen
  }
}
