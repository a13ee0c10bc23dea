/// The words of ``MarkSieve`` in two pieces, of which one stands at the end of a page and the other in the next.
///
/// The longer piece is enough: it is long enough to be rare.
struct CutWords: Sendable {
  static let shared = CutWords()

  /// Words and where they are cut, by the three bytes at the cut.
  private var beginnings: [UInt32: [Piece]] = [:]
  private var ends: [UInt32: [Piece]] = [:]

  private struct Piece {
    let word: [UInt8]
    let cut: Int
  }

  private init() {
    // Compressed data is looked for in another way.
    let kinds: MarkSieve.Kinds = [.hidden, .compressed]
    for word in MarkSieve.shared.words.filter({ !kinds.contains($0.kind) }).map(\.bytes) {
      for cut in 1..<word.count {
        if 2 * cut >= word.count {
          let key = Self.key(word[cut - 3], word[cut - 2], word[cut - 1])
          beginnings[key, default: []].append(Piece(word: word, cut: cut))
        } else {
          let key = Self.key(word[cut], word[cut + 1], word[cut + 2])
          ends[key, default: []].append(Piece(word: word, cut: cut))
        }
      }
    }
  }

  private static func key(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> UInt32 {
    UInt32(first) << 16 | UInt32(second) << 8 | UInt32(third)
  }

  /// Whether the larger part of a word ends at a place, or compressed data may begin there.
  func begin(in bytes: Span<UInt8>, before end: Int) -> Bool {
    guard end >= 3 else { return false }
    let key = Self.key(bytes[end - 3], bytes[end - 2], bytes[end - 1])
    if let pieces = beginnings[key],
      pieces.contains(where: { matches($0.word, 0..<$0.cut, in: bytes, at: end - $0.cut) })
    {
      return true
    }
    return CompressedStart.isCut(in: bytes, before: end)
  }

  /// Whether the larger part of a word begins at a place, or compressed data go on there from their first byte.
  func goOn(in bytes: Span<UInt8>, at start: Int) -> Bool {
    guard start + 3 <= bytes.count else { return false }
    let key = Self.key(bytes[start], bytes[start + 1], bytes[start + 2])
    if let pieces = ends[key],
      pieces.contains(where: { matches($0.word, $0.cut..<$0.word.count, in: bytes, at: start) })
    {
      return true
    }
    return CompressedStart.goesOn(in: bytes, at: start)
  }

  private func matches(
    _ word: [UInt8],
    _ range: Range<Int>,
    in bytes: Span<UInt8>,
    at start: Int
  ) -> Bool {
    guard start >= 0, start + range.count <= bytes.count else { return false }
    return range.allSatisfy { bytes[start + $0 - range.lowerBound] == word[$0] }
  }
}
