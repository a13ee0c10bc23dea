/// The words by which bytes can hold what the plugins for Flutter and React Native, or AppAuth-JS, hand to an app.
enum ResultMarks {
  /// How far apart two words may stand that count only together.
  static let reach = 2000

  /// Whether the bytes can hold such a result.
  static func occur(in bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    searches.contains { $0.any(in: bytes, range) { _ in true } }
  }

  private static let searches = [
    ResultSearch(
      letter: UInt8(ascii: "x"),
      words: [
        ("accessTokenE", "pirationDate"), ("accessTokenE", "pirationTime"),
        ("clientSecretE", "piresAt"),
      ],
      // Every OAuth answer has the one, only AppAuth-JS writes the other in front of it.
      pairs: [("e", "pires_in", beside: "issued_at", within: 64)]
    ),
    ResultSearch(
      letter: UInt8(ascii: "z"),
      words: [
        ("authori", "eAdditionalParameters"), ("authori", "ationAdditionalParameters"),
      ],
      pairs: [("authori", "ationCode", beside: "codeVerifier", within: reach)]
    ),
  ]
}

/// Words that share a letter, which is looked for.
private struct ResultSearch {
  let letter: UInt8
  /// What stands before and behind the letter.
  let words: [(before: StaticString, after: StaticString)]
  /// Words that tell something only if another one is near.
  var pairs: [(before: StaticString, after: StaticString, beside: StaticString, within: Int)] = []

  func any(
    in bytes: Span<UInt8>,
    _ range: Range<Int>,
    where condition: (Range<Int>) -> Bool
  ) -> Bool {
    var from = range.lowerBound
    while let hit = bytes.firstIndex(of: letter, in: from..<range.upperBound) {
      for (before, after) in words {
        if let word = word(before, after, around: hit, in: bytes, range), condition(word) {
          return true
        }
      }
      for (before, after, beside, within) in pairs {
        if let word = word(before, after, around: hit, in: bytes, range),
          stands(beside, in: bytes, near: word, within, range), condition(word)
        {
          return true
        }
      }
      from = hit + 1
    }
    return false
  }

  private func word(
    _ before: StaticString,
    _ after: StaticString,
    around hit: Int,
    in bytes: Span<UInt8>,
    _ range: Range<Int>
  ) -> Range<Int>? {
    let start = hit - before.utf8CodeUnitCount
    let end = hit + 1 + after.utf8CodeUnitCount
    guard start >= range.lowerBound, end <= range.upperBound,
      bytes.matches(after, at: hit + 1), bytes.matches(before, at: start)
    else { return nil }
    return start..<end
  }

  private func stands(
    _ text: StaticString,
    in bytes: Span<UInt8>,
    near word: Range<Int>,
    _ distance: Int,
    _ range: Range<Int>
  ) -> Bool {
    let start = max(word.lowerBound - distance, range.lowerBound)
    let end = min(word.upperBound + distance, range.upperBound)
    return bytes.extracting(start..<end).contains(text)
  }
}
