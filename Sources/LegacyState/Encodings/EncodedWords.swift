/// Finds words too long to be words: URLs, and values that were encoded in base64, hex or with percent signs.
enum EncodedWords {
  /// What is shorter holds no state.
  static let shortest = 40
  /// No state has more lines.
  static let mostPieces = 1 << 14
  /// Programs that break encoded text into lines make shorter ones.
  private static let longLine = 500

  /// The first word from a place on that begins before `limit`.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - from: Where to begin.
  ///   - limit: Before which byte it has to begin.
  /// - Returns: All of it, without the quotes or brackets around.
  static func next(in bytes: Span<UInt8>, from: Int, before limit: Int) -> Range<Int>? {
    var at = from + shortest - 1
    while at < bytes.count, at - shortest < limit {
      guard isInWord(bytes, at) else {
        at += shortest
        continue
      }
      var start = at
      while start > from, isInWord(bytes, start - 1) { start -= 1 }
      var end = at + 1
      while end < bytes.count, isInWord(bytes, end) { end += 1 }
      if end - start >= shortest { return start < limit ? start..<end : nil }
      at = end + shortest
    }
    return nil
  }

  /// Where the word ends that began before a place and reaches over it; the place itself if there is none.
  static func end(ofWordAround place: Int, in bytes: Span<UInt8>) -> Int {
    guard place > 0, place <= bytes.count, isInWord(bytes, place - 1) else { return place }
    var end = place
    while end < bytes.count, isInWord(bytes, end) { end += 1 }
    return end
  }

  /// The runs of letters of base64 or hex in a word, each with the lines that it goes on in where `folding`.
  static func runs(
    in bytes: Span<UInt8>,
    _ word: Range<Int>,
    folding: Bool
  ) -> [[Range<Int>]] {
    var runs: [[Range<Int>]] = []
    var at = word.lowerBound
    while at < word.upperBound {
      guard isLetter(bytes, at) else {
        at += 1
        continue
      }
      var end = at + 1
      while end < word.upperBound, isLetter(bytes, end) { end += 1 }
      if end - at >= shortest {
        runs.append(folding ? pieces(from: at..<end, in: bytes) : [at..<end])
      }
      at = end
    }
    return runs
  }

  /// Whether a byte is a letter of base64; a slash may stand behind a backslash.
  private static func isLetter(_ bytes: Span<UInt8>, _ at: Int) -> Bool {
    if bytes[at] == UInt8(ascii: "\\") { return bytes.matches("/", at: at + 1) }
    return Base64.value(bytes[at]) != nil
  }

  /// Visible letters but for quotes; a brace that begins an object ends the word.
  private static func isInWord(_ bytes: Span<UInt8>, _ at: Int) -> Bool {
    switch bytes[at] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: ">"),
      UInt8(ascii: "`"):
      return false
    case UInt8(ascii: "{"):
      guard at + 1 < bytes.count else { return false }
      switch bytes[at + 1] {
      case 0...0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "&"): return false
      default: return true
      }
    case 0x21...0x7E: return true
    default: return false
    }
  }

  /// A run and those that continue it: at the ends of the following lines, each as long as the first, the last shorter.
  ///
  /// Lines may begin with what a log puts before each of its messages.
  private static func pieces(from first: Range<Int>, in bytes: Span<UInt8>) -> [Range<Int>] {
    var pieces = [first]
    while pieces.count < mostPieces, let last = pieces.last, last.count == first.count,
      let line = lineBehind(last.upperBound, in: bytes)
    {
      var end = line.upperBound
      var padding = 0
      while padding < 2, end > line.lowerBound, bytes[end - 1] == UInt8(ascii: "=") {
        end -= 1
        padding += 1
      }
      var start = end
      while start > line.lowerBound, end - start <= first.count, isLetter(bytes, start - 1) {
        start -= 1
      }
      let isAlone = start == line.lowerBound || bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09
      guard start < end, end - start <= first.count, isAlone else { break }
      pieces.append(start..<end)
      if padding > 0 { break }
    }
    // One full line is no text in lines, unless it is so long that only a log's limit explains it.
    return pieces.count > 2 || first.count >= longLine ? pieces : [first]
  }

  /// The next line without its end, if this one ends here.
  private static func lineBehind(_ end: Int, in bytes: Span<UInt8>) -> Range<Int>? {
    var start = end
    if start < bytes.count, bytes[start] == 0x0D { start += 1 }
    guard start < bytes.count, bytes[start] == 0x0A else { return nil }
    start += 1
    let limit = min(bytes.count, start + (1 << 16))
    var lineEnd = bytes.firstIndex(of: 0x0A, in: start..<limit) ?? bytes.count
    if lineEnd > start, bytes[lineEnd - 1] == 0x0D { lineEnd -= 1 }
    return start..<lineEnd
  }
}
