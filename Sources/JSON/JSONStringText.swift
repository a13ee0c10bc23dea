/// Decodes what stands between a string's quotes; the scanner has checked every escape already.
enum JSONStringText {
  /// Hands out the decoded UTF-8, byte by byte.
  ///
  /// Half a surrogate pair becomes U+FFFD, since UTF-8 has no form for it.
  static func decode(_ bytes: Span<UInt8>, _ content: Range<Int>, to emit: (UInt8) -> Void) {
    var at = content.lowerBound
    while at < content.upperBound {
      let byte = bytes[at]
      guard byte == UInt8(ascii: "\\") else {
        emit(byte)
        at += 1
        continue
      }
      let kind = bytes[at + 1]
      at += 2
      guard kind == UInt8(ascii: "u") else {
        emit(simpleEscape(kind))
        continue
      }
      let unit = codeUnit(bytes, at)
      at += 4
      if unit & 0xFC00 == 0xD800, at + 6 <= content.upperBound, bytes[at] == UInt8(ascii: "\\"),
        bytes[at + 1] == UInt8(ascii: "u")
      {
        let second = codeUnit(bytes, at + 2)
        if second & 0xFC00 == 0xDC00 {
          at += 6
          emitScalar(0x10000 + (UInt32(unit & 0x3FF) << 10) + UInt32(second & 0x3FF), to: emit)
          continue
        }
      }
      emitScalar(unit & 0xF800 == 0xD800 ? 0xFFFD : UInt32(unit), to: emit)
    }
  }

  private static func simpleEscape(_ kind: UInt8) -> UInt8 {
    switch kind {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: kind
    }
  }

  private static func codeUnit(_ bytes: Span<UInt8>, _ at: Int) -> UInt16 {
    var unit: UInt16 = 0
    for offset in 0..<4 { unit = unit << 4 | (hexValue(bytes[at + offset]) ?? 0) }
    return unit
  }

  private static func emitScalar(_ scalar: UInt32, to emit: (UInt8) -> Void) {
    switch scalar {
    case ..<0x80:
      emit(UInt8(scalar))
    case ..<0x800:
      emit(0xC0 | UInt8(scalar >> 6))
      emit(0x80 | UInt8(scalar & 0x3F))
    case ..<0x10000:
      emit(0xE0 | UInt8(scalar >> 12))
      emit(0x80 | UInt8(scalar >> 6 & 0x3F))
      emit(0x80 | UInt8(scalar & 0x3F))
    default:
      emit(0xF0 | UInt8(scalar >> 18))
      emit(0x80 | UInt8(scalar >> 12 & 0x3F))
      emit(0x80 | UInt8(scalar >> 6 & 0x3F))
      emit(0x80 | UInt8(scalar & 0x3F))
    }
  }
}
