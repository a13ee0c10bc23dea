import Secrets

/// A text that was percent-encoded as a whole, as in a URL or a form.
enum PercentText: ValueReader {
  static func recognises(_ bytes: Span<UInt8>) -> Bool {
    var escapes = 0
    for at in bytes.indices {
      switch bytes[at] {
      case UInt8(ascii: "%"):
        guard at + 2 < bytes.count, Hex.value(bytes[at + 1]) != nil,
          Hex.value(bytes[at + 2]) != nil
        else { return false }
        escapes += 1
      case 0...0x20, 0x7F...0xFF, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: "{"):
        // All of these would have been encoded.
        return false
      default: continue
      }
    }
    return escapes > 0
  }

  static func read(_ value: Layer, _ context: ValueContext, emit: Emit) throws(ScanStopped) {
    let (content, style) = value.bytes.withBytes { bytes in
      let style = PercentCoding.Style(of: bytes, 0..<bytes.count)
      return (style.decode(bytes), style)
    }
    try unwrap(content, of: value, as: "percent", context, emit: emit) { style.encode($0) }
  }
}
