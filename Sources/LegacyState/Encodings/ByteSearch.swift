import POSIX

extension Span<UInt8> {
  /// The first place of a byte.
  func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    ByteSearch.first(byte, in: self, range)
  }

  /// The first place of any of some bytes.
  func firstIndex(of choice: ByteChoice, in range: Range<Int>) -> Int? {
    let end = Swift.min(range.upperBound, count)
    guard range.lowerBound < end else { return nil }
    let look = choice.next(in: self, range.lowerBound..<end)
    if look.places != 0 { return look.start + look.places.trailingZeroBitCount }
    var at = look.end
    while at < end {
      if choice.contains(self[at]) { return at }
      at += 1
    }
    return nil
  }

  /// How often a byte stands in a range.
  func count(of byte: UInt8, in range: Range<Int>) -> Int {
    var at = range.lowerBound
    let end = Swift.min(range.upperBound, count)
    let raw = unsafe self.bytes
    let pattern = 0x0101_0101_0101_0101 &* UInt64(byte)
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    var found = 0
    while at + 8 <= end {
      let word = unsafe raw.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self) ^ pattern
      // A top bit stays clear only where all eight bits of the byte are.
      found += (~(((word & low) &+ low) | word | low)).nonzeroBitCount
      at += 8
    }
    while at < end {
      if self[at] == byte { found += 1 }
      at += 1
    }
    return found
  }

  /// Whether `text` stands anywhere; its last byte should be a rare one.
  func contains(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard length > 0 else { return true }
    let last = unsafe text.utf8Start[length - 1]
    var from = length - 1
    while let hit = firstIndex(of: last, in: from..<Swift.max(from, count)) {
      if matches(text, at: hit - length + 1) { return true }
      from = hit + 1
    }
    return false
  }

  /// Whether `text` stands at `position`.
  func matches(_ text: StaticString, at position: Int) -> Bool {
    guard position >= 0, position + text.utf8CodeUnitCount <= count else { return false }
    return text.withUTF8Buffer { word in
      for offset in word.indices where unsafe word[offset] != self[position + offset] {
        return false
      }
      return true
    }
  }
}
