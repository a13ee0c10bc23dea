import POSIX

/// Words looked for together, each by one of five letters that are rare in text.
///
/// One pass passes over everything but these letters, at the speed at which memory is read. At each place of one, its
/// two neighbours tell which of the words can stand there at all.
struct MarkTable: Sendable {
  /// A word, and another that has to stand near it to make it count.
  struct Word: Sendable {
    let bytes: [UInt8]
    var beside: StaticString?
    var within = 0

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
    }

    init(_ word: StaticString, beside: StaticString? = nil, within: Int = 0) {
      self.bytes = Array(word.description.utf8)
      self.beside = beside
      self.within = within
    }
  }

  private let letters: ByteChoice
  private let words: [Word]
  /// Where the letter stands in each word.
  private let pivots: [Int]
  /// For each byte the words that have it before, at and behind their letter, one bit each.
  private let before: [UInt64]
  private let pivot: [UInt64]
  private let after: [UInt64]

  /// Sets up a search.
  ///
  /// - Parameters:
  ///   - words: Up to 64 words, each with one of the letters between two other bytes.
  ///   - letters: Up to five, the rarest first; a word is looked for by the first that it has.
  init(_ words: [Word], by letters: StaticString) {
    let letters = Array(letters.description.utf8)
    precondition(words.count <= 64 && (1...5).contains(letters.count), "one bit for each word")
    let none = [UInt64](repeating: 0, count: 256)
    var (before, pivot, after) = (none, none, none)
    var pivots: [Int] = []
    for (number, word) in words.enumerated() {
      let places = letters.lazy.compactMap { letter in
        word.bytes.indices.dropFirst().dropLast().first { word.bytes[$0] == letter }
      }
      guard let place = places.first else {
        preconditionFailure("a mark has none of the letters that are looked for")
      }
      let bit: UInt64 = 1 << UInt64(number)
      before[Int(word.bytes[place - 1])] |= bit
      pivot[Int(word.bytes[place])] |= bit
      after[Int(word.bytes[place + 1])] |= bit
      pivots.append(place)
    }
    self.words = words
    self.pivots = pivots
    self.before = before
    self.pivot = pivot
    self.after = after
    self.letters = ByteChoice(letters)
  }

  /// Whether any of the words stands in the range and is of interest.
  func any(
    in bytes: Span<UInt8>,
    _ range: Range<Int>,
    where condition: (Range<Int>) -> Bool
  ) -> Bool {
    var at = range.lowerBound + 1
    let end = range.upperBound - 1
    while at < end {
      let look = letters.next(in: bytes, at..<end)
      at = look.end
      var places = look.places
      if places == 0 { break }
      while places != 0 {
        let hit = look.start + places.trailingZeroBitCount
        places &= places - 1
        if stands(hit, in: bytes, range, where: condition) { return true }
      }
    }
    while at < end {
      if letters.contains(bytes[at]), stands(at, in: bytes, range, where: condition) { return true }
      at += 1
    }
    return false
  }

  /// Whether one of the words stands around the letter at a place and is of interest.
  @inline(__always)
  private func stands(
    _ hit: Int,
    in bytes: Span<UInt8>,
    _ range: Range<Int>,
    where condition: (Range<Int>) -> Bool
  ) -> Bool {
    var candidates =
      before[Int(bytes[hit - 1])] & pivot[Int(bytes[hit])] & after[Int(bytes[hit + 1])]
    while candidates != 0 {
      let number = candidates.trailingZeroBitCount
      candidates &= candidates - 1
      let start = hit - pivots[number]
      if matches(words[number], in: bytes, at: start, range),
        condition(start..<start + words[number].bytes.count)
      {
        return true
      }
    }
    return false
  }

  private func matches(
    _ word: Word,
    in bytes: Span<UInt8>,
    at start: Int,
    _ range: Range<Int>
  ) -> Bool {
    let end = start + word.bytes.count
    guard start >= range.lowerBound, end <= range.upperBound, bytes.matches(word.bytes, at: start)
    else { return false }
    guard let beside = word.beside else { return true }
    let near =
      max(start - word.within, range.lowerBound)..<min(end + word.within, range.upperBound)
    return bytes.extracting(near).contains(beside)
  }
}

extension Span<UInt8> {
  /// Whether `word` stands at `position`, all of it inside.
  func matches(_ word: [UInt8], at position: Int) -> Bool {
    guard position >= 0, position + word.count <= count else { return false }
    for offset in word.indices where word[offset] != self[position + offset] { return false }
    return true
  }
}
