/// Whether letters are written as escapes, which nobody needs and which hides every mark: `&#109;`, `\u006d`, `%6D`.
enum EscapedLetters {
  /// So many escapes have to follow each other; one alone hides no mark.
  private static let least = 6
  /// How many of them have to be letters or digits, which no encoder escapes of its own accord.
  private static let leastLetters = 4
  /// How far apart the samples are in a long run; no name of a state is shorter when all of it is escaped.
  private static let step = 48

  /// Strings around each other double them; a run of a million spells nothing, and is not to be counted at each place.
  private static let mostBackslashes = 256

  /// Whether some stand in a run of letters, backslashes and percent signs.
  static func occur(in bytes: Span<UInt8>, _ run: Range<Int>) -> Bool {
    var at = run.lowerBound
    while at < run.upperBound {
      // The longest escape has two backslashes.
      let end = min(at + 8, run.upperBound)
      var start = at
      while start < end, bytes[start] != UInt8(ascii: "%"), bytes[start] != UInt8(ascii: "\\") {
        start += 1
      }
      if start < end, follow(in: bytes, from: start, run.upperBound, by: escape) { return true }
      at += step
    }
    return false
  }

  /// Whether references of XML stand around a place that is a part of one.
  static func referencesStand(
    in bytes: Span<UInt8>,
    around place: Int,
    _ range: Range<Int>
  ) -> Bool {
    var start = place
    while start >= range.lowerBound, bytes[start] != UInt8(ascii: "&") {
      // No longer number is a character.
      guard place - start < 12 else { return false }
      start -= 1
    }
    guard start >= range.lowerBound else { return false }
    return follow(in: bytes, from: start, range.upperBound) { bytes, at, end in
      bytes[at] == UInt8(ascii: "&") ? XMLText.reference(bytes, at: at, end: end) : nil
    }
  }

  /// Whether so many escapes follow each other from a place on that somebody hides something.
  static func follow(
    in bytes: Span<UInt8>,
    from start: Int,
    _ end: Int,
    by read: (Span<UInt8>, Int, Int) -> (scalar: UInt32, end: Int)?
  ) -> Bool {
    var at = start
    var letters = 0
    for _ in 0..<least {
      guard at < end, let escape = read(bytes, at, end) else { return false }
      at = escape.end
      if isLetter(escape.scalar) { letters += 1 }
    }
    return letters >= leastLetters
  }

  private static func isLetter(_ scalar: UInt32) -> Bool {
    scalar &- 0x30 < 10 || (scalar | 0x20) &- 0x61 < 26
  }

  /// `%6D`, or `\u006d` behind as many backslashes as the strings around each other made of it.
  static func escape(
    _ bytes: Span<UInt8>,
    _ start: Int,
    _ end: Int
  ) -> (scalar: UInt32, end: Int)? {
    var at = start
    if bytes[at] == UInt8(ascii: "%") {
      guard at + 2 < end, let high = Hex.value(bytes[at + 1]), let low = Hex.value(bytes[at + 2])
      else { return nil }
      return (UInt32(high) << 4 | UInt32(low), at + 3)
    }
    while at < end, at - start < mostBackslashes, bytes[at] == UInt8(ascii: "\\") { at += 1 }
    guard at > start, at + 4 < end, bytes[at] == UInt8(ascii: "u") else { return nil }
    var scalar: UInt32 = 0
    for digit in at + 1...at + 4 {
      guard let value = Hex.value(bytes[digit]) else { return nil }
      scalar = scalar << 4 | UInt32(value)
    }
    return (scalar, at + 5)
  }
}
