import Secrets

/// A JSON or XML text that was written for XML, its quotes as `&quot;` and its tags as `&lt;`.
enum EntityText: ValueReader {
  static func recognises(_ bytes: Span<UInt8>) -> Bool {
    var at = 0
    while at < bytes.count, isOpening(bytes[at]) { at += 1 }
    return XMLText.reference(bytes, at: at, end: bytes.count).map {
      [0x22, 0x26, 0x3C, 0x5B, 0x7B].contains($0.scalar)
    } == true
  }

  static func read(_ value: Layer, _ context: ValueContext, emit: Emit) throws(ScanStopped) {
    let content = value.bytes.withBytes { XMLText.decode($0, 0..<$0.count) }
    try unwrap(content, of: value, as: "entities", context, emit: emit) { XMLText.encode($0) }
  }

  /// What may stand before the first quote: blanks and brackets.
  private static func isOpening(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "{"), UInt8(ascii: "["): true
    default: false
    }
  }
}
