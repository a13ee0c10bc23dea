/// Whether bytes can hold a state that shows no mark, because it was encoded more than once or compressed.
///
/// Long runs of what base64 and hex are written with are looked into here and there: if what they spell is the letters
/// of another encoding, or UTF-16, or begins like compressed data, there may be anything in it. Noise does not look so:
/// each sample of it would do so once in ten million times.
enum HiddenMarks {
  /// A shorter run holds no state that was encoded twice, and no line of encoded text is shorter.
  static let shortest = 48
  /// How many places of a run are looked at.
  private static let mostSamples = 64
  /// How many letters of each are: sixteen of base64 from any of four, or twenty-four of hex from either of two.
  private static let longest = 25

  /// Whether there may be one.
  static func occur(in bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    if CompressedMark.gzipOccurs(in: bytes, range) { return true }
    var at = range.lowerBound + shortest - 1
    while at < range.upperBound {
      guard isInRun(bytes[at]) else {
        if bytes[at] == 0, wideLetters(bytes, around: at - 1, range) >= shortest { return true }
        if isInReference(bytes[at]), EscapedLetters.referencesStand(in: bytes, around: at, range) {
          return true
        }
        at += shortest
        continue
      }
      var start = at
      while start > range.lowerBound, isInRun(bytes[start - 1]) { start -= 1 }
      var end = at + 1
      while end < range.upperBound, isInRun(bytes[end]) { end += 1 }
      if end - start >= shortest {
        if stand(in: bytes, start..<end, range) { return true }
      } else if end - start == 1, wideLetters(bytes, around: start, range) >= shortest {
        return true
      } else if start > range.lowerBound, bytes[start - 1] == UInt8(ascii: "#"),
        EscapedLetters.referencesStand(in: bytes, around: start, range)
      {
        return true
      }
      at = end + shortest
    }
    return false
  }

  /// Whether a run, as long as ``shortest`` at least, hides something.
  static func stand(in bytes: Span<UInt8>, _ run: Range<Int>, _ range: Range<Int>) -> Bool {
    mayHide(bytes, run) || isLineOfText(bytes, run, range) || EscapedLetters.occur(in: bytes, run)
  }

  /// Whether hex of compressed data begins behind other letters in a run, as the value behind a key in a database.
  ///
  /// - Parameters:
  ///   - bytes: Where to look.
  ///   - run: The run.
  ///   - places: Gets where zlib may begin, which every list of digests has somewhere.
  ///   - most: How many places are wanted.
  /// - Returns: Whether gzip does, or zlib near the beginning of its digits.
  static func hexBegins(
    in bytes: Span<UInt8>,
    _ run: Range<Int>,
    places: inout [Int],
    most: Int
  ) -> Bool {
    var at = run.lowerBound
    while at < run.upperBound {
      var end = at
      while end < run.upperBound, Hex.isDigit(bytes[end]) { end += 1 }
      guard end - at >= shortest else {
        at = end + 1
        continue
      }
      for start in at...end - shortest
      where bytes[start] == UInt8(ascii: "7") || bytes[start] == UInt8(ascii: "1") {
        guard CompressedMark.hexSpellings.contains(where: { bytes.matches($0, at: start) }),
          beginsCompressed(bytes, start..<end)
        else { continue }
        if start < at + 3 || bytes[start] == UInt8(ascii: "1") { return true }
        if places.count < most { places.append(start) }
      }
      at = end + 1
    }
    return false
  }

  /// Whether a byte that is in no run is one of those around the number of a reference.
  static func isInReference(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "&") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: ";")
  }

  /// How many letters stand around one with zeros between them, as UTF-16 has it in either byte order; no more are
  /// counted than ``shortest``, lest a long text be counted again from each of its letters.
  static func wideLetters(
    _ bytes: Span<UInt8>,
    around letter: Int,
    _ range: Range<Int>
  ) -> Int {
    func isWide(_ at: Int, _ zero: Int) -> Bool {
      range.contains(at) && range.contains(zero) && isInRun(bytes[at]) && bytes[zero] == 0
    }
    guard isWide(letter, letter + 1) else { return 0 }
    var count = 1
    var at = letter - 2
    while count < shortest, isWide(at, at + 1) {
      count += 1
      at -= 2
    }
    at = letter + 2
    while count < shortest, isWide(at, at - 1) {
      count += 1
      at += 2
    }
    return count
  }

  /// Whether a run is one of the lines into which text in base64 was broken; they may cut every mark in two.
  private static func isLineOfText(
    _ bytes: Span<UInt8>,
    _ run: Range<Int>,
    _ range: Range<Int>
  ) -> Bool {
    let end = run.upperBound
    let endsLine =
      end < range.upperBound && (bytes[end] == 0x0A || bytes[end] == 0x0D)
      || bytes.matches("&#1", at: end) || bytes.matches("&#x", at: end)
      || breaksLine(bytes, run)
    guard endsLine else { return false }
    var letters = Letters(run)
    for _ in 0..<4 {
      guard let first = letters.next(bytes), let second = letters.next(bytes),
        let third = letters.next(bytes), let fourth = letters.next(bytes),
        let content = base64(first, second, third, fourth),
        UTF16Text.isASCIIText(content.0), UTF16Text.isASCIIText(content.1),
        UTF16Text.isASCIIText(content.2)
      else { return false }
    }
    return true
  }

  /// Whether a line end stands in a run as JSON spells it.
  private static func breaksLine(_ bytes: Span<UInt8>, _ run: Range<Int>) -> Bool {
    var at = run.lowerBound
    while let hit = bytes.firstIndex(of: UInt8(ascii: "\\"), in: at..<run.upperBound) {
      if bytes.matches("\\n", at: hit) || bytes.matches("\\r", at: hit) { return true }
      at = hit + 1
    }
    return false
  }

  /// Whether what a run spells may hide a state.
  static func mayHide(_ bytes: Span<UInt8>, _ run: Range<Int>) -> Bool {
    // The length of a text may look like a letter of it.
    let starts = run.lowerBound..<min(run.lowerBound + 3, run.upperBound)
    if starts.contains(where: { beginsCompressed(bytes, $0..<run.upperBound) }) { return true }
    let samples = min(mostSamples, max(1, run.count / shortest))
    for sample in 0..<samples {
      let from = run.lowerBound + run.count * (2 * sample + 1) / (2 * samples) - shortest / 2
      if spellsLetters(bytes, max(from, run.lowerBound)..<run.upperBound) { return true }
    }
    return false
  }

  /// Whether base64 or hex of compressed data begins here.
  static func beginsCompressed(_ bytes: Span<UInt8>, _ run: Range<Int>) -> Bool {
    var letters = Letters(run)
    guard let first = letters.next(bytes), let second = letters.next(bytes),
      let third = letters.next(bytes), let fourth = letters.next(bytes)
    else { return false }
    if let content = base64(first, second, third, fourth),
      CompressedMark.isStart(content.0, content.1, content.2)
    {
      return true
    }
    guard let fifth = letters.next(bytes), let sixth = letters.next(bytes),
      let one = hex(first, second), let two = hex(third, fourth), let three = hex(fifth, sixth)
    else { return false }
    return CompressedMark.isStart(one, two, three)
  }

  /// Whether the next letters spell twelve letters of an encoding or six of UTF-16, at whichever of them they begin.
  private static func spellsLetters(_ bytes: Span<UInt8>, _ run: Range<Int>) -> Bool {
    var letters = Letters(run)
    var window = SIMD32<UInt8>()
    var count = 0
    while count < longest, let letter = letters.next(bytes) {
      window[count] = letter
      count += 1
    }
    for shift in 0..<4 where shift + 16 <= count {
      var content = Content()
      for group in 0..<4 {
        let at = shift + group * 4
        guard let part = base64(window[at], window[at + 1], window[at + 2], window[at + 3]) else {
          break
        }
        guard content.take(part.0), content.take(part.1), content.take(part.2) else { break }
      }
      if content.count == 12 { return true }
    }
    for shift in 0..<2 where shift + 24 <= count {
      var content = Content()
      for pair in 0..<12 {
        guard let byte = hex(window[shift + pair * 2], window[shift + pair * 2 + 1]),
          content.take(byte)
        else { break }
      }
      if content.count == 12 { return true }
    }
    return false
  }

  private static func base64(
    _ first: UInt8,
    _ second: UInt8,
    _ third: UInt8,
    _ fourth: UInt8
  ) -> (UInt8, UInt8, UInt8)? {
    guard let one = Base64.value(first), let two = Base64.value(second),
      let three = Base64.value(third), let four = Base64.value(fourth)
    else { return nil }
    return (one << 2 | two >> 4, two << 4 | three >> 2, three << 6 | four)
  }

  private static func hex(_ first: UInt8, _ second: UInt8) -> UInt8? {
    guard let high = Hex.value(first), let low = Hex.value(second) else { return nil }
    return high << 4 | low
  }

  /// Whether a byte may stand in encoded text, what JSON and URLs escape in it included.
  static func isInRun(_ byte: UInt8) -> Bool {
    // `%+-/`, digits, letters, `\`, `_`.
    let mask: UInt64 = byte & 0x40 == 0 ? 0x03FF_A820_0000_0000 : 0x07FF_FFFE_97FF_FFFE
    return byte < 0x80 && mask >> UInt64(byte & 0x3F) & 1 == 1
  }

  /// The letters of a run, what JSON and URLs make of some of them undone.
  private struct Letters {
    private var at: Int
    private let end: Int

    init(_ run: Range<Int>) {
      at = run.lowerBound
      end = run.upperBound
    }

    mutating func next(_ bytes: Span<UInt8>) -> UInt8? {
      while at < end {
        let byte = bytes[at]
        if byte == UInt8(ascii: "\\") {
          at += 1
          // The end of a line, as a string spells it.
          while at < end, bytes[at] == UInt8(ascii: "n") || bytes[at] == UInt8(ascii: "r"),
            bytes[at - 1] == UInt8(ascii: "\\")
          {
            at += 1
          }
          continue
        }
        if byte == UInt8(ascii: "%"), at + 2 < end, let letter = hex(bytes[at + 1], bytes[at + 2]) {
          at += 3
          return letter
        }
        at += 1
        return byte
      }
      return nil
    }
  }

  /// Decoded bytes as long as they look like another encoding, or like UTF-16.
  private struct Content {
    private(set) var count = 0
    private var isPlain = true
    /// Whether each second byte is zero, those at even places or those at odd ones.
    private var isWide = (even: true, odd: true)

    mutating func take(_ byte: UInt8) -> Bool {
      isPlain =
        isPlain && (isInRun(byte) || byte == UInt8(ascii: "=") || byte == 0x0A || byte == 0x0D)
      let fits = byte == 0
      let isText = UTF16Text.isASCIIText(byte)
      if count & 1 == 0 {
        isWide = (isWide.even && fits, isWide.odd && isText)
      } else {
        isWide = (isWide.even && isText, isWide.odd && fits)
      }
      guard isPlain || isWide.even || isWide.odd else { return false }
      count += 1
      return true
    }
  }
}
