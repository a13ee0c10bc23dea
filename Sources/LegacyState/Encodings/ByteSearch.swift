extension Span<UInt8> {
  /// The first place of a byte, eight bytes a step.
  func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    var at = range.lowerBound
    let end = Swift.min(range.upperBound, count)
    let raw = unsafe self.bytes
    let ones: UInt64 = 0x0101_0101_0101_0101
    let pattern = ones &* UInt64(byte)
    while at + 8 <= end {
      let word =
        UInt64(littleEndian: unsafe raw.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self))
        ^ pattern
      let zeros = (word &- ones) & ~word & 0x8080_8080_8080_8080
      if zeros != 0 { return at + zeros.trailingZeroBitCount / 8 }
      at += 8
    }
    while at < end {
      if self[at] == byte { return at }
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
