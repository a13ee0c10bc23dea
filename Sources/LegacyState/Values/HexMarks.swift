/// The marks as hex digits spell them, in either case.
///
/// A word is so long as hex that no run of digits with one in it can hide between two samples: only one byte in nearly
/// thirty is looked at, until some stand in a long run.
struct HexMarks: Sendable {
  private let words: [[UInt8]]
  private let shortest: Int
  /// The first digit of all words.
  private let first: UInt8
  /// Their second digits, a bit each.
  private let seconds: UInt16

  /// How many digits have to stand before a sample for it to be looked at closer.
  private static let sampled = 4

  /// Sets up a search for words whose first digits are all the same.
  init(_ words: [StaticString]) {
    self.words = words.map { word in
      word.description.utf8.flatMap { [Hex.digit($0 >> 4), Hex.digit($0 & 15)] }
    }
    shortest = self.words.map(\.count).min() ?? 0
    let first = self.words.first?.first ?? 0
    precondition(self.words.allSatisfy { $0[0] == first }, "the marks begin with other digits")
    self.first = first
    seconds = self.words.reduce(0) { $0 | 1 << UInt16(Hex.value($1[1]) ?? 0) }
  }

  /// Whether any of the words stands in the range.
  func occur(in bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let step = shortest - Self.sampled
    var at = range.lowerBound + shortest - 1
    while at < range.upperBound {
      guard Hex.isDigit(bytes[at]), Hex.isDigit(bytes[at - 1]), Hex.isDigit(bytes[at - 2]),
        Hex.isDigit(bytes[at - 3])
      else {
        at += step
        continue
      }
      var start = at - 3
      while start > range.lowerBound, Hex.isDigit(bytes[start - 1]) { start -= 1 }
      var end = at + 1
      while end < range.upperBound, Hex.isDigit(bytes[end]) { end += 1 }
      if end - start >= shortest, stands(in: bytes, start..<end) { return true }
      at = end + shortest
    }
    return false
  }

  private func stands(in bytes: Span<UInt8>, _ run: Range<Int>) -> Bool {
    var from = run.lowerBound
    let last = run.upperBound - shortest + 1
    while from < last, let start = bytes.firstIndex(of: first, in: from..<last) {
      from = start + 1
      guard seconds >> UInt16(Hex.value(bytes[start + 1]) ?? 0) & 1 == 1 else { continue }
      for word in words where start + word.count <= run.upperBound {
        var length = 1
        // Digits stay as they are, letters come out in lower case.
        while length < word.count, bytes[start + length] | 0x20 == word[length] { length += 1 }
        if length == word.count { return true }
      }
    }
    return false
  }
}
