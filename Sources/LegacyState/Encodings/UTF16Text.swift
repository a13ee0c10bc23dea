import Secrets

/// UTF-16 in either byte order, with a byte order mark or without.
struct UTF16Text: Sendable, Equatable {
  /// Whether the high byte of each unit comes first.
  let isBigEndian: Bool
  let hasMark: Bool

  init(isBigEndian: Bool, hasMark: Bool = false) {
    self.isBigEndian = isBigEndian
    self.hasMark = hasMark
  }

  /// How many bytes stand before the text.
  var start: Int { hasMark ? 2 : 0 }

  /// So many units have to look like text where no mark says that they are.
  static let leastUnits = 16

  /// How bytes are written; nil if they are no UTF-16, or too few to tell.
  ///
  /// Without a mark the first units have to be text of which no more than an eighth is not ASCII: every format that
  /// holds a state has names in ASCII.
  ///
  /// - Parameter bytes: A text, or the beginning of one.
  init?(_ bytes: Span<UInt8>) {
    guard bytes.count >= 2 * Self.leastUnits else { return nil }
    if bytes[0] == 0xFF, bytes[1] == 0xFE {
      // What begins so and goes on with zeros is UTF-32.
      guard bytes[2] != 0 || bytes[3] != 0 else { return nil }
      self.init(isBigEndian: false, hasMark: true)
    } else if bytes[0] == 0xFE, bytes[1] == 0xFF {
      self.init(isBigEndian: true, hasMark: true)
    } else if !Self.mayBeText(bytes) {
      return nil
    } else if Self.isText(bytes, low: 0) {
      self.init(isBigEndian: false)
    } else if Self.isText(bytes, low: 1) {
      self.init(isBigEndian: true)
    } else {
      return nil
    }
  }

  /// So many units are looked at.
  private static let mostUnits = 2048

  /// Whether there is a zero among more units than may be without one: other text has none, and is done with then.
  private static func mayBeText(_ bytes: Span<UInt8>) -> Bool {
    let units = min(bytes.count / 2, mostUnits)
    return bytes.firstIndex(of: 0, in: 0..<2 * (units / 8 + 1)) != nil
  }

  /// Whether the first units are mostly ASCII; `low` is where the low byte of each stands.
  private static func isText(_ bytes: Span<UInt8>, low: Int) -> Bool {
    let units = min(bytes.count / 2, mostUnits)
    var others = 0
    for unit in 0..<units {
      let kind = kind(of: bytes[2 * unit + low], high: bytes[2 * unit + 1 - low])
      guard kind != .control else { return false }
      guard kind == .other else { continue }
      others += 1
      if others > 4, others * 8 > units { return false }
    }
    return others * 8 <= units
  }

  /// What a unit is.
  enum Kind {
    /// A visible letter of ASCII, a blank or a line end.
    case plain
    /// A letter that is not in ASCII, or a part of one.
    case other
    /// What stands in no text.
    case control
  }

  /// What the unit of two bytes is.
  static func kind(of low: UInt8, high: UInt8) -> Kind {
    guard high == 0 else { return .other }
    return isASCIIText(low) ? .plain : low < 0xA0 ? .control : .other
  }

  /// Whether a byte is a visible letter, a blank or a line end.
  static func isASCIIText(_ byte: UInt8) -> Bool {
    byte &- 0x20 < 0x5F || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// How many bytes of UTF-16 a byte of UTF-8 counts for; all of a character's at its first.
  static func width(of byte: UInt8) -> Int {
    byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? longestCharacter : 2
  }

  /// How many bytes the longest character has.
  static let longestCharacter = 4

  /// The text as UTF-8, without its mark; half a surrogate pair becomes U+FFFD, an odd last byte is left out.
  func utf8(_ bytes: Span<UInt8>) -> SecretBytes {
    let units = max(0, bytes.count - start) / 2
    let low = isBigEndian ? 1 : 0
    return SecretBytes(capacity: units * 3) { (output: inout OutputSpan<UInt8>) in
      var at = 0
      func unit(_ index: Int) -> UInt32 {
        let place = start + 2 * index
        return UInt32(bytes[place + 1 - low]) << 8 | UInt32(bytes[place + low])
      }
      while at < units {
        var code = unit(at)
        at += 1
        if code & 0xF800 == 0xD800 {
          if code < 0xDC00, at < units, unit(at) & 0xFC00 == 0xDC00 {
            code = 0x10000 + (code & 0x3FF) << 10 + unit(at) & 0x3FF
            at += 1
          } else {
            code = 0xFFFD
          }
        }
        output.append(utf8: code)
      }
    }
  }

  /// Writes UTF-8 in this way, its mark included; what is no sound UTF-8 becomes U+FFFD.
  func encode(_ text: SecretBytes) -> SecretBytes {
    text.withBytes { bytes in
      SecretBytes(capacity: 2 + 2 * bytes.count) { (output: inout OutputSpan<UInt8>) in
        func append(_ unit: UInt32) {
          let (high, low) = (UInt8(unit >> 8 & 0xFF), UInt8(unit & 0xFF))
          output.append(isBigEndian ? high : low)
          output.append(isBigEndian ? low : high)
        }
        if hasMark { append(0xFEFF) }
        var at = 0
        while at < bytes.count {
          let (code, length) = Self.scalar(bytes, at)
          at += length
          if code < 0x10000 {
            append(code)
          } else {
            append(0xD800 + (code - 0x10000) >> 10)
            append(0xDC00 + code & 0x3FF)
          }
        }
      }
    }
  }

  /// Whether writing its UTF-8 again gives the same bytes.
  func isExact(_ bytes: Span<UInt8>, _ text: SecretBytes) -> Bool {
    encode(text).withBytes { again in
      again.count == bytes.count && again.indices.allSatisfy { again[$0] == bytes[$0] }
    }
  }

  /// The character at an offset of UTF-8 and how many bytes it has.
  private static func scalar(_ bytes: Span<UInt8>, _ at: Int) -> (code: UInt32, length: Int) {
    let lead = bytes[at]
    if lead < 0x80 { return (UInt32(lead), 1) }
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    guard lead >= 0xC2, lead < 0xF5, at + length <= bytes.count else { return (0xFFFD, 1) }
    var code = UInt32(lead) & (0x7F >> UInt32(length))
    for offset in 1..<length {
      guard bytes[at + offset] & 0xC0 == 0x80 else { return (0xFFFD, 1) }
      code = code << 6 | UInt32(bytes[at + offset] & 0x3F)
    }
    return (code, length)
  }
}

extension OutputSpan<UInt8> {
  /// Adds a character as UTF-8.
  mutating func append(utf8 code: UInt32) {
    switch code {
    case 0..<0x80:
      append(UInt8(code))
    case 0x80..<0x800:
      append(UInt8(0xC0 | code >> 6))
      append(UInt8(0x80 | code & 0x3F))
    case 0x800..<0x10000:
      append(UInt8(0xE0 | code >> 12))
      append(UInt8(0x80 | code >> 6 & 0x3F))
      append(UInt8(0x80 | code & 0x3F))
    default:
      append(UInt8(0xF0 | code >> 18 & 0x07))
      append(UInt8(0x80 | code >> 12 & 0x3F))
      append(UInt8(0x80 | code >> 6 & 0x3F))
      append(UInt8(0x80 | code & 0x3F))
    }
  }
}
