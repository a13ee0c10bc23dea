import Archive
import Secrets

/// The first bytes of compressed data in a page of a database, where nothing stands between one value and the next.
///
/// zlib begins with two bytes that noise has as well, so what follows them is inflated: noise is damaged after a few
/// bytes. The same goes for base64 and hex of compressed data.
enum CompressedStart {
  /// Less than any state comes to, compressed.
  static let least = 64

  /// More than noise gives without being damaged; less than the smallest state.
  private static let sampledBytes = 512
  private static let mostOfSample = 4096

  /// Whether a stream of zlib begins in a range.
  ///
  /// - Parameters:
  ///   - bytes: A page.
  ///   - range: Where to look; it ends where what stands there ends, or goes on elsewhere.
  ///   - least: How many bytes of a stream have to be there at least.
  ///   - samples: How many places may still be tried; when none is left, any may be one.
  /// - Returns: Whether one may begin there.
  static func stands(
    in bytes: Span<UInt8>,
    _ range: Range<Int>,
    least: Int,
    _ samples: inout SampleBudget
  ) -> Bool {
    var at = range.lowerBound
    while let hit = bytes.firstIndex(of: 0x78, in: at..<range.upperBound) {
      at = hit + 1
      guard range.upperBound - hit >= max(least, 3) else { break }
      guard CompressedMark.isStart(bytes[hit], bytes[hit + 1], bytes[hit + 2]) else { continue }
      guard samples.spend() else { return true }
      let sample = hit..<min(hit + sampledBytes, range.upperBound)
      if isStream(SecretBytes(copying: bytes.extracting(sample))) { return true }
    }
    return false
  }

  /// Whether base64 or hex of compressed data begins where one of its spellings stands.
  ///
  /// - Parameters:
  ///   - bytes: A page.
  ///   - start: Where the letters begin.
  ///   - limit: Where what stands there ends at the latest.
  ///   - goesOn: Whether it may go on elsewhere from there.
  /// - Returns: Whether some may begin there.
  static func isSpelled(
    _ bytes: Span<UInt8>,
    at start: Int,
    before limit: Int,
    goesOn: Bool
  ) -> Bool {
    if bytes[start] == CompressedMark.gzip {
      return goesOn && limit - start < CompressedMark.gzipHeaderBytes
    }
    var end = start
    let most = min(limit, start + 2 * sampledBytes)
    while end < most, HiddenMarks.isInRun(bytes[end]) { end += 1 }
    // What goes on elsewhere may be anything.
    let isCut = goesOn && end == limit
    guard isCut || end - start >= HiddenMarks.shortest else { return false }
    // Up to what JSON or a URL escapes of them.
    let clean = (start..<end).first { Base64.value(bytes[$0]) == nil } ?? end
    let letters = bytes.extracting(start..<start + (clean - start) / 4 * 4)
    let isHex = letters.count > 0 && letters[0] == UInt8(ascii: "7")
    let count = letters.indices.first { !Hex.isDigit(letters[$0]) } ?? letters.count
    let digits = letters.extracting(0..<count / 2 * 2)
    let content = isHex ? Hex.decode(digits) : Base64.decode(letters)?.content
    // So few letters tell nothing.
    guard let content, content.count > 8 else { return true }
    return isStream(content)
  }

  /// Whether the first byte or letters of compressed data stand where a page's part of a value ends.
  static func isCut(in bytes: Span<UInt8>, before end: Int) -> Bool {
    if end >= 2, bytes[end - 2] == CompressedMark.gzip, bytes[end - 1] == 0x8B { return true }
    if end >= 2, CompressedMark.isStart(bytes[end - 2], bytes[end - 1], 0) { return true }
    // Noise ends in one such letter too often; for what goes on behind it see below.
    if CompressedMark.spellings.contains(where: { spelling in
      (2..<spelling.utf8CodeUnitCount).contains { begins(spelling, in: bytes, end - $0, end) }
    }) {
      return true
    }
    // Of hex the letters tell nothing that stand alone, so all digits are looked through that are left here.
    var start = end
    while start > 0, end - start < HiddenMarks.shortest, Hex.isDigit(bytes[start - 1]) {
      start -= 1
    }
    return (start..<max(start, end - 1)).contains { at in
      CompressedMark.hexSpellings.contains { begins($0, in: bytes, at, end) }
    }
  }

  /// Whether a word stands at a place, or as much of it as there is room for.
  private static func begins(
    _ word: StaticString,
    in bytes: Span<UInt8>,
    _ start: Int,
    _ end: Int
  ) -> Bool {
    guard start >= 0 else { return false }
    return word.withUTF8Buffer { letters in
      (0..<min(letters.count, end - start)).allSatisfy { unsafe letters[$0] == bytes[start + $0] }
    }
  }

  /// Whether compressed data whose first byte stands elsewhere go on at a place.
  static func goesOn(in bytes: Span<UInt8>, at start: Int) -> Bool {
    guard start + 2 < bytes.count else { return false }
    if bytes[start] == 0x8B, bytes[start + 1] == 0x08, bytes[start + 2] < 0x20 { return true }
    if lettersGoOn(in: bytes, at: start) { return true }
    guard CompressedMark.isStart(0x78, bytes[start], bytes[start + 1]) else { return false }
    let end = min(start + sampledBytes, bytes.count)
    return isStream(behind(0x78, bytes, start..<end))
  }

  /// Whether base64 or hex goes on there that has one letter before it.
  private static func lettersGoOn(in bytes: Span<UInt8>, at start: Int) -> Bool {
    let end = start + HiddenMarks.shortest
    guard end <= bytes.count, (start..<end).allSatisfy({ HiddenMarks.isInRun(bytes[$0]) }) else {
      return false
    }
    return firstLetters.description.utf8.contains { first in
      behind(first, bytes, start..<start + 7).withBytes { letters in
        HiddenMarks.beginsCompressed(letters, 0..<letters.count)
      }
    }
  }

  /// A part of a page behind one more byte.
  private static func behind(
    _ first: UInt8,
    _ bytes: Span<UInt8>,
    _ range: Range<Int>
  ) -> SecretBytes {
    SecretBytes(capacity: range.count + 1) { (output: inout OutputSpan<UInt8>) in
      output.append(first)
      for at in range { output.append(bytes[at]) }
    }
  }

  private static let firstLetters: StaticString = "eH17"

  private static func isStream(_ sample: SecretBytes) -> Bool {
    switch try? CompressedBytes.inflate(sample, limit: mostOfSample) {
    case .cutOff(_, isDamaged: true): false
    // Without the library nobody can tell.
    case .whole, .tooLong, .cutOff, nil: true
    }
  }
}

/// How often a first look at a database may try whether bytes are compressed.
///
/// Whoever writes one can put what looks so at every third byte. Without any left it counts as worth reading, which has
/// bounds of its own.
struct SampleBudget {
  private(set) var left: Int

  init(pages: Int) { left = 1024 + pages }

  /// Takes one; false if none is left.
  mutating func spend() -> Bool {
    guard left > 0 else { return false }
    left -= 1
    return true
  }
}
