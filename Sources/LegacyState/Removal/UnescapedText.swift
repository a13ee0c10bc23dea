import POSIX
import Secrets

/// What stands around the escapes of a text, with these undone: each library escapes other letters of a token.
struct UnescapedText {
  /// The text around each escape, put together.
  let text: SecretBytes
  private let pieces: [Piece]

  /// A part of ``text``: where it begins, and where that stood.
  private struct Piece {
    enum Kind: Equatable {
      case plain
      case letter(ResidueSearch.Spelling)
      /// What does not stand together is not to be read together.
      case cut
    }

    let start: Int
    let source: Int
    let kind: Kind
  }

  /// Stands in no spelling of a token.
  private static let separator: UInt8 = 0xFF

  /// Nil if there is no escape, which is all that most texts cost.
  ///
  /// - Parameters:
  ///   - bytes: A piece of a file; what is known of its escapes takes many times its length at worst.
  ///   - reach: How much of the text on either side of an escape is of interest.
  init?(_ bytes: Span<UInt8>, reach: Int) {
    var layout = Layout()
    var from = 0
    var at = 0
    while let hit = bytes.firstIndex(of: LetterEscape.openings, in: at..<bytes.count) {
      guard let escape = LetterEscape(bytes, at: hit) else {
        at = hit + 1
        continue
      }
      if hit - from > 2 * reach {
        if from > 0 { layout.add(.plain, from..<from + reach) }
        layout.add(.cut, hit..<hit + 1)
        layout.add(.plain, hit - reach..<hit)
      } else {
        layout.add(.plain, from..<hit)
      }
      layout.add(.letter(escape.spelling), hit..<hit + 1)
      from = escape.end
      at = from
    }
    guard from > 0 else { return nil }
    layout.add(.plain, from..<min(bytes.count, from + reach))
    let (pieces, size) = (layout.pieces, layout.size)
    self.pieces = pieces
    self.text = SecretBytes(capacity: size) { (output: inout OutputSpan<UInt8>) in
      for (number, piece) in pieces.enumerated() {
        let end = number + 1 < pieces.count ? pieces[number + 1].start : size
        switch piece.kind {
        case .plain:
          for at in piece.source..<piece.source + end - piece.start { output.append(bytes[at]) }
        case .letter: output.append(LetterEscape(bytes, at: piece.source)?.byte ?? Self.separator)
        case .cut: output.append(Self.separator)
        }
      }
    }
  }

  private struct Layout {
    var pieces: [Piece] = []
    var size = 0

    mutating func add(_ kind: Piece.Kind, _ source: Range<Int>) {
      guard !source.isEmpty else { return }
      pieces.append(Piece(start: size, source: source.lowerBound, kind: kind))
      size += source.count
    }
  }

  /// Where a byte of ``text`` stood.
  func source(of offset: Int) -> Int {
    let piece = pieces[index(at: offset)]
    return piece.source + offset - piece.start
  }

  /// How the first escape in a range of ``text`` was spelled; nil if there is none.
  func spelling(in range: Range<Int>) -> ResidueSearch.Spelling? {
    for piece in pieces[index(at: range.lowerBound)...] {
      guard piece.start < range.upperBound else { break }
      if case .letter(let spelling) = piece.kind { return spelling }
    }
    return nil
  }

  private func index(at offset: Int) -> Int {
    var low = 0
    var high = pieces.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if pieces[middle].start <= offset { low = middle } else { high = middle }
    }
    return low
  }
}
