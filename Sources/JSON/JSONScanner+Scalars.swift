extension JSONScanner {
  mutating func scanLiteral(
    _ bytes: Span<UInt8>,
    _ literal: StaticString,
    _ kind: JSONValue.Kind
  ) throws(Fault) {
    let start = position
    for expected in literal.description.utf8 {
      guard position < end else { throw Fault(reason: .endedEarly, offset: end) }
      guard bytes[position] == expected else {
        throw Fault(reason: .invalidLiteral, offset: start)
      }
      position += 1
    }
    try append(kind, start: start, end: position)
  }

  mutating func scanNumber(_ bytes: Span<UInt8>) throws(Fault) {
    let start = position
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    if position < end, bytes[position] == UInt8(ascii: "0") {
      position += 1
    } else {
      try scanDigits(bytes)
    }
    if position < end, bytes[position] == UInt8(ascii: ".") {
      position += 1
      try scanDigits(bytes)
    }
    if position < end, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < end, "+-".utf8.contains(bytes[position]) { position += 1 }
      try scanDigits(bytes)
    }
    // A digit behind a leading zero, or a second point, must not pass for the next token.
    if position < end {
      switch bytes[position] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "+"),
        UInt8(ascii: "-"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        throw Fault(reason: .invalidNumber, offset: start)
      default: break
      }
    }
    try append(.number, start: start, end: position)
  }

  private mutating func scanDigits(_ bytes: Span<UInt8>) throws(Fault) {
    let start = position
    while position < end, bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
    guard position > start else { throw Fault(reason: .invalidNumber, offset: position) }
  }

  mutating func scanString(_ bytes: Span<UInt8>) throws(Fault) {
    let start = position
    var at = position + 1
    var flags: JSONTableNode.Flags = []
    while true {
      at = plainEnd(bytes, from: at)
      guard at < end else { throw Fault(reason: .endedEarly, offset: end) }
      let byte = bytes[at]
      if byte == UInt8(ascii: "\"") {
        at += 1
        break
      } else if byte == UInt8(ascii: "\\") {
        flags.insert(.escaped)
        at = try escapeEnd(bytes, from: at)
      } else if byte < 0x20 {
        guard dialect.allowsControlCharacters else {
          throw Fault(reason: .controlCharacter, offset: at)
        }
        at += 1
      } else if dialect.keepsInvalidUTF8 {
        at += 1
      } else {
        at = try sequenceEnd(bytes, from: at)
      }
    }
    position = at
    try append(.string, start: start, end: at, flags: flags)
  }

  /// The first byte from `start` that is a quote, a backslash, a control character or not ASCII.
  private func plainEnd(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var at = start
    let raw = unsafe bytes.bytes
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    while at + 8 <= end {
      let word = UInt64(
        littleEndian: unsafe raw.unsafeLoadUnaligned(fromByteOffset: at, as: UInt64.self)
      )
      let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
      let slashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
      // The usual "is there a zero byte" trick; below a true hit it never errs, and the first hit is all we want.
      let special =
        (word | (word &- ones &* 0x20) & ~word | (quotes &- ones) & ~quotes
          | (slashes &- ones) & ~slashes) & tops
      if special != 0 { return at + special.trailingZeroBitCount / 8 }
      at += 8
    }
    while at < end {
      let byte = bytes[at]
      if byte < 0x20 || byte >= 0x80 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        return at
      }
      at += 1
    }
    return end
  }

  private func escapeEnd(_ bytes: Span<UInt8>, from start: Int) throws(Fault) -> Int {
    guard start + 1 < end else { throw Fault(reason: .endedEarly, offset: end) }
    switch bytes[start + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return start + 2
    case UInt8(ascii: "u"):
      for offset in 2..<6 {
        guard start + offset < end else { throw Fault(reason: .endedEarly, offset: end) }
        guard hexValue(bytes[start + offset]) != nil else {
          throw Fault(reason: .invalidEscape, offset: start)
        }
      }
      return start + 6
    default:
      throw Fault(reason: .invalidEscape, offset: start)
    }
  }

  /// Checks one UTF-8 sequence of two to four bytes (RFC 3629 section 4: no overlong form, no surrogate).
  private func sequenceEnd(_ bytes: Span<UInt8>, from start: Int) throws(Fault) -> Int {
    let first = bytes[start]
    let length: Int
    let second: ClosedRange<UInt8>
    switch first {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: throw Fault(reason: .invalidUTF8, offset: start)
    }
    guard start + length <= end, second.contains(bytes[start + 1]) else {
      throw Fault(reason: .invalidUTF8, offset: start)
    }
    for offset in 2..<max(2, length) where bytes[start + offset] & 0xC0 != 0x80 {
      throw Fault(reason: .invalidUTF8, offset: start)
    }
    return start + length
  }
}

/// The value of one hex digit.
func hexValue(_ byte: UInt8) -> UInt16? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
  case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
  case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
  default: nil
  }
}
