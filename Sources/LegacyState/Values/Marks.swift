import Secrets

/// The words by which bytes can hold AppAuth state at all; bytes without any are not parsed.
///
/// Each search looks for one letter that is rare in text and then around it, so most files are looked at only at the
/// speed at which memory is read.
enum Marks {
  /// Whether the bytes can hold a state.
  static func occur(in bytes: Span<UInt8>, _ range: Range<Int>? = nil) -> Bool {
    let range = range ?? 0..<bytes.count
    return searches.contains { search in
      search.any(in: bytes, range) { _ in true }
    } || ResultMarks.occur(in: bytes, range)
  }

  /// Whether a mark stands as the name of an object, however it is quoted.
  ///
  /// That is what a state looks like in a text that no reader knows; source code that only names the keys does not.
  static func introduceObject(in bytes: Span<UInt8>) -> Bool {
    searches.contains { search in
      search.any(in: bytes, 0..<bytes.count) { isFollowedByObject(bytes, $0.upperBound) }
    }
  }

  /// Whether the bytes hold the class names of an iOS archive of AppAuth's.
  static func nameArchive(in bytes: Span<UInt8>) -> Bool {
    archiveSearch.any(in: bytes, 0..<bytes.count) { _ in true }
  }

  /// At least the length of the longest mark and of what stands beside it: how much two pieces of a file overlap.
  static let overlap = 64 + 2 * ResultMarks.reach

  private static let searches = [
    MarkSearch(
      letter: UInt8(ascii: "z"),
      words: [
        ("lastAuthori", "ationResponse"), ("mAuthori", "ationException"),
        ("authori", "ationEndpoint"),
      ]
    ),
    MarkSearch(
      letter: UInt8(ascii: "R"),
      words: [("mLastToken", "esponse"), ("last", "egistrationResponse")]
    ),
  ]

  private static let archiveSearch = MarkSearch(
    letter: UInt8(ascii: "D"),
    words: [("OI", "AuthState"), ("OI", "TokenResponse"), ("OI", "AuthorizationRe")]
  )

  /// Quotes as they are, behind backslashes, or as XML and percent-encoding spell them; then a colon and a brace.
  private static func isFollowedByObject(_ bytes: Span<UInt8>, _ end: Int) -> Bool {
    var at = end
    var colons = 0
    while at < min(end + 48, bytes.count) {
      switch bytes[at] {
      case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: " "), 0x09, 0x0A, 0x0D:
        at += 1
      case UInt8(ascii: ":"):
        colons += 1
        at += 1
      case UInt8(ascii: "{"):
        return colons == 1
      case UInt8(ascii: "&") where bytes.matches("&quot;", at: at):
        at += 6
      case UInt8(ascii: "%") where bytes.matches("%22", at: at):
        at += 3
      case UInt8(ascii: "%") where bytes.matches("%3A%7B", at: at):
        return true
      default:
        return false
      }
    }
    return false
  }
}

/// Words that share a letter, which is looked for.
private struct MarkSearch {
  let letter: UInt8
  /// What stands before and behind the letter.
  let words: [(before: StaticString, after: StaticString)]

  func any(
    in bytes: Span<UInt8>,
    _ range: Range<Int>,
    where condition: (Range<Int>) -> Bool
  ) -> Bool {
    var from = range.lowerBound
    while let hit = bytes.firstIndex(of: letter, in: from..<range.upperBound) {
      for word in words {
        let start = hit - word.before.utf8CodeUnitCount
        let end = hit + 1 + word.after.utf8CodeUnitCount
        if start >= range.lowerBound, end <= range.upperBound,
          bytes.matches(word.before, at: start), bytes.matches(word.after, at: hit + 1),
          condition(start..<end)
        {
          return true
        }
      }
      from = hit + 1
    }
    return false
  }
}
