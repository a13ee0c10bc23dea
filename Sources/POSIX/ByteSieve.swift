import CSystem

/// Groups of three bytes that are looked for together, and bytes that stand as densely as in the alphabet of an encoding.
///
/// What a look finds is worth a second one and no more than that: a group may not be there although it is told, but none
/// that is there is left out.
package struct ByteSieve: Sendable {
  /// For each place of a group and each of two planes sixteen bytes for the lower halves of its byte, and for the upper.
  private let nibbles: [UInt8]
  /// The same for whole bytes.
  private let whole: [UInt16]
  private let width: Int32

  /// Which instructions are used.
  package enum Width: CaseIterable, Sendable {
    /// Those of every processor.
    case plain
    /// 32 bytes at once, or what this processor has instead.
    case wide
    /// 64 bytes at once, or what this processor has instead.
    case widest
  }

  /// Where a search stands.
  package struct Cursor {
    fileprivate var state = appauth_sieve_cursor()

    /// Begins a search.
    ///
    /// - Parameter start: The first byte that is looked at.
    package init(at start: Int) {
      precondition(start >= 0, "a search before the beginning")
      state.at = start
    }

    /// Tells no dense bytes before a place any more.
    ///
    /// - Parameter place: Where they end.
    package mutating func keepQuiet(to place: Int) {
      state.quiet = max(state.quiet, place)
    }
  }

  /// What one look found.
  package struct Look {
    /// Where the bytes begin in which something was found.
    package let start: Int
    /// A bit for each place where a group may begin, the lowest for the byte at ``start``.
    package let groups: UInt64
    /// A bit for each sixteen bytes from ``start`` on that are dense: hex digits; the second of two with nothing but letters
    /// of encodings; letters with zeros between them; or what XML writes references with.
    package let dense: UInt32
  }

  /// Sets up a search.
  ///
  /// - Parameters:
  ///   - groups: Three bytes each; those that have the same number are looked for as one, and fewer numbers of groups that
  ///     are more alike make the look find less that is not there.
  ///   - width: Which instructions to use.
  package init(_ groups: [(bytes: [UInt8], number: Int)], _ width: Width = .widest) {
    var nibbles = [UInt8](repeating: 0, count: 3 * 2 * 32)
    for group in groups {
      precondition(
        group.bytes.count == 3 && (0..<16).contains(group.number),
        "three bytes, 16 sets"
      )
      for (place, byte) in group.bytes.enumerated() {
        let table = (place * 2 + group.number / 8) * 32
        let bit: UInt8 = 1 << UInt8(group.number % 8)
        nibbles[table + Int(byte & 15)] |= bit
        nibbles[table + 16 + Int(byte >> 4)] |= bit
      }
    }
    whole = (0..<3 * 256).map { index in
      let (place, byte) = (index / 256, index % 256)
      return (0..<2).reduce(0) { sets, plane in
        let table = (place * 2 + plane) * 32
        let fits = nibbles[table + byte & 15] & nibbles[table + 16 + byte >> 4]
        return sets | UInt16(fits) << UInt16(8 * plane)
      }
    }
    self.nibbles = nibbles
    let most = appauth_sieve_widest()
    self.width =
      switch width {
      case .plain: Int32(APPAUTH_PLAIN)
      case .wide: min(most, Int32(APPAUTH_WIDE))
      case .widest: most
      }
  }

  /// Goes on to the next bytes that are worth a second look.
  ///
  /// - Parameters:
  ///   - bytes: Where to look; behind their end are zeros, as far as this search knows.
  ///   - cursor: Where the search stands.
  /// - Returns: What was found; nil at the end.
  package func next(in bytes: Span<UInt8>, _ cursor: inout Cursor) -> Look? {
    let isFound = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe nibbles.withUnsafeBufferPointer { nibbles in
        unsafe whole.withUnsafeBufferPointer { whole in
          guard let base = buffer.baseAddress else { return false }
          var tables = unsafe appauth_sieve_tables(
            nibbles: nibbles.baseAddress,
            whole: whole.baseAddress
          )
          return unsafe appauth_sieve_next(
            &tables,
            base,
            buffer.count,
            &cursor.state,
            width
          ) != 0
        }
      }
    }
    guard isFound else { return nil }
    return Look(
      start: cursor.state.start,
      groups: cursor.state.groups,
      dense: cursor.state.dense
    )
  }
}
