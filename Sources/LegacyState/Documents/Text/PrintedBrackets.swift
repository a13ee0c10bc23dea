/// Counts the brackets between the members of a printed response: how deep one stands, and where the response ends.
///
/// Each kind is counted for itself, so that a smiley in a text closes nothing but what began with the same bracket.
struct PrintedBrackets {
  enum Kind: Int, CaseIterable { case round, square, curly }

  private var depths = SIMD4<Int>()
  /// The bracket that was found to be open, going back.
  private(set) var opening: Kind?
  /// Where it stands.
  private(set) var openingPlace: Int?

  /// Goes on to a place; false where the bracket closes on the way, or any where it is not known which.
  mutating func goForward(
    in bytes: Span<UInt8>,
    _ start: Int,
    _ end: Int,
    closing kind: Kind?
  ) -> Bool {
    guard start < end else { return true }
    for at in start..<end {
      guard let (found, isOpening) = Self.bracket(bytes[at]) else { continue }
      depths[found.rawValue] += isOpening ? 1 : -1
      if depths[found.rawValue] < 0, kind == nil || kind == found { return false }
    }
    return true
  }

  /// Goes back to a place; false where one is open on the way.
  mutating func goBack(in bytes: Span<UInt8>, _ end: Int, _ start: Int) -> Bool {
    guard start < end else { return true }
    for at in (start..<end).reversed() {
      guard let (found, isOpening) = Self.bracket(bytes[at]) else { continue }
      if isOpening, depths[found.rawValue] == 0 {
        opening = found
        openingPlace = at
        return false
      }
      depths[found.rawValue] += isOpening ? -1 : 1
    }
    return true
  }

  /// Whether a place is in brackets of its own: of the kind around, or of any where none is known.
  func isInside(_ kind: Kind?) -> Bool {
    Kind.allCases.contains { (kind == nil || kind == $0) && depths[$0.rawValue] > 0 }
  }

  private static func bracket(_ byte: UInt8) -> (Kind, isOpening: Bool)? {
    switch byte {
    case UInt8(ascii: "("): (.round, true)
    case UInt8(ascii: ")"): (.round, false)
    case UInt8(ascii: "["): (.square, true)
    case UInt8(ascii: "]"): (.square, false)
    case UInt8(ascii: "{"): (.curly, true)
    case UInt8(ascii: "}"): (.curly, false)
    default: nil
    }
  }
}
