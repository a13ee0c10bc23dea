import POSIX
import Secrets

/// What stands around the line ends in encoded text, without them: a token in base64 is longer than a line.
struct FoldedLines {
  /// The text around each line end, put together.
  let text: SecretBytes
  /// Where a piece begins in ``text``, and where it stood.
  private let pieces: [(start: Int, source: Int)]

  /// A line of encoded text has more letters.
  private static let leastLetters = 24
  /// More between two lines is no indentation.
  private static let mostBlanks = 64

  /// Nil if no line end stands between two lines of encoded text.
  ///
  /// - Parameters:
  ///   - bytes: A file, or a piece of one.
  ///   - reach: How much of the text on either side of a line end is of interest.
  init?(_ bytes: Span<UInt8>, reach: Int) {
    let ends = Self.ends(in: bytes)
    guard !ends.isEmpty else { return nil }
    var text: [UInt8] = []
    // Growing would leave copies behind that nobody wipes.
    text.reserveCapacity(bytes.count + ends.count)
    var pieces: [(start: Int, source: Int)] = []
    func append(_ range: Range<Int>) {
      pieces.append((text.count, range.lowerBound))
      for at in range { text.append(bytes[at]) }
    }
    var from = 0
    for end in ends {
      let before = end.lowerBound - from
      if before > 2 * reach {
        if from > 0 { append(from..<from + reach) }
        // What does not stand together is not to be read together.
        text.append(0)
        append(end.lowerBound - reach..<end.lowerBound)
      } else {
        append(from..<end.lowerBound)
      }
      from = end.upperBound
    }
    append(from..<min(bytes.count, from + reach))
    self.text = SecretBytes(wiping: &text)
    self.pieces = pieces
  }

  /// Where a byte of ``text`` stood.
  func source(of offset: Int) -> Int {
    var low = 0
    var high = pieces.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if pieces[middle].start <= offset { low = middle } else { high = middle }
    }
    return pieces[low].source + offset - pieces[low].start
  }

  /// The line ends between letters, with the blanks around them.
  private static func ends(in bytes: Span<UInt8>) -> [Range<Int>] {
    var ends: [Range<Int>] = []
    var at = leastLetters
    let letters = ByteChoice([0x0A, 0x0D, UInt8(ascii: "\\"), UInt8(ascii: "&")])
    while at < bytes.count, let hit = bytes.firstIndex(of: letters, in: at..<bytes.count) {
      at = hit + 1
      guard (hit - leastLetters..<hit).allSatisfy({ Base64.value(bytes[$0]) != nil }) else {
        continue
      }
      let end = Self.end(of: hit, in: bytes)
      guard end > hit, end < bytes.count, Base64.value(bytes[end]) != nil else { continue }
      ends.append(hit..<end)
      at = max(end, at)
    }
    return ends
  }

  /// Behind the line ends and blanks at a place, as they are or as JSON and XML spell them.
  private static func end(of start: Int, in bytes: Span<UInt8>) -> Int {
    let words: [StaticString] = [
      "\\r", "\\n", "&#10;", "&#13;", "&#xA;", "&#xa;", "&#xD;", "&#xd;",
    ]
    var at = start
    while at < bytes.count, at - start < mostBlanks {
      if bytes[at] == 0x0A || bytes[at] == 0x0D || bytes[at] == 0x20 || bytes[at] == 0x09 {
        at += 1
      } else if let word = words.first(where: { bytes.matches($0, at: at) }) {
        at += word.utf8CodeUnitCount
      } else {
        break
      }
    }
    return at
  }
}
