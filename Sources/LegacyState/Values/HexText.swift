import Secrets

/// Bytes that were written as hex digits, in either case.
enum HexText: ValueReader {
  /// Less than this holds no state.
  private static let shortest = 64

  static func recognises(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count >= shortest, bytes.count % 2 == 0 else { return false }
    return bytes.indices.allSatisfy { Hex.value(bytes[$0]) != nil }
  }

  static func read(_ value: Layer, _ context: ValueContext, emit: Emit) throws(ScanStopped) {
    guard let content = value.bytes.withBytes({ Hex.decode($0) }) else { return }
    let isUpper = value.bytes.withBytes { digits in
      digits.indices.contains { (0x41...0x46).contains(digits[$0]) }
    }
    try unwrap(content, of: value, as: "hex", context, emit: emit) { content in
      content.withBytes { Hex.encode($0, isUpper: isUpper) }
    }
  }
}
