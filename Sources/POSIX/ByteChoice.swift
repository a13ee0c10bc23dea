import CSystem

/// Up to five bytes that are looked for together, sixty-four places at a time.
package struct ByteChoice: Sendable {
  private let letters: UInt64

  /// Sets up a search.
  ///
  /// - Parameter letters: One to five bytes.
  package init(_ letters: [UInt8]) {
    precondition((1...5).contains(letters.count), "one to five bytes are looked for")
    self.letters = (0..<5).reduce(0) { all, number in
      all << 8 | UInt64(letters[min(number, letters.count - 1)])
    }
  }

  /// Whether a byte is one of them.
  package func contains(_ byte: UInt8) -> Bool {
    byte == UInt8(truncatingIfNeeded: letters) || byte == UInt8(truncatingIfNeeded: letters >> 8)
      || byte == UInt8(truncatingIfNeeded: letters >> 16)
      || byte == UInt8(truncatingIfNeeded: letters >> 24) || byte == UInt8(letters >> 32)
  }

  /// What one look found.
  package struct Look {
    /// Where the bytes begin in which something was found.
    package let start: Int
    /// A bit for each hit, the lowest for the byte at ``start``; none if nothing was found.
    package let places: UInt64
    /// From where on nobody looked yet; without a hit, a few bytes are left there.
    package let end: Int
  }

  /// Looks for the next bytes among which any of them stands.
  ///
  /// - Parameters:
  ///   - bytes: Where to look.
  ///   - range: From where, and up to where.
  /// - Returns: What was found; without any hit, the last few bytes were not looked at.
  package func next(in bytes: Span<UInt8>, _ range: Range<Int>) -> Look {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count, "a look beyond the end")
    var places: UInt64 = 0
    var at = range.lowerBound
    let start = unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return at }
      return unsafe appauth_next_places(base, &at, range.upperBound, letters, &places)
    }
    return Look(start: start, places: places, end: at)
  }
}

/// One byte that is looked for.
package enum ByteSearch {
  /// Its first place, at the speed of the C library.
  ///
  /// - Parameters:
  ///   - byte: The byte.
  ///   - bytes: Where to look.
  ///   - range: From where, and up to where; what lies beyond the end is not there.
  /// - Returns: Its place; nil if it does not stand there.
  package static func first(
    _ byte: UInt8,
    in bytes: Span<UInt8>,
    _ range: Range<Int>
  ) -> Int? {
    let start = max(range.lowerBound, 0)
    let end = min(range.upperBound, bytes.count)
    guard start < end else { return nil }
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress,
        let hit = unsafe memchr(base + start, Int32(byte), end - start)
      else { return nil }
      return unsafe UnsafeRawPointer(hit) - UnsafeRawPointer(base)
    }
  }
}
