import Secrets

/// Bytes that were written as hex digits, in either case, with `0x` before them or without.
enum HexText: ValueReader {
  /// Less than this holds no state.
  private static let shortest = 64

  static func recognises(_ bytes: Span<UInt8>) -> Bool {
    guard bytes.count >= shortest, bytes.count % 2 == 0 else { return false }
    return (Hex.prefix(of: bytes)..<bytes.count).allSatisfy { Hex.value(bytes[$0]) != nil }
  }

  static func read(_ value: Layer, _ context: ValueContext, emit: Emit) throws(ScanStopped) {
    let start = value.bytes.withBytes { Hex.prefix(of: $0) }
    let decoded = value.bytes.withBytes { Hex.decode($0.extracting(start..<$0.count)) }
    guard let content = decoded else { return }
    let (isUpper, prefix) = value.bytes.withBytes { digits in
      let isUpper = digits.indices.contains { (0x41...0x46).contains(digits[$0]) }
      return (isUpper, (0..<start).map { digits[$0] })
    }
    try unwrap(content, of: value, as: "hex", context, emit: emit) { content in
      let digits = content.withBytes { Hex.encode($0, isUpper: isUpper) }
      guard !prefix.isEmpty else { return digits }
      return SecretBytes(capacity: prefix.count + digits.count) {
        (output: inout OutputSpan<UInt8>) in
        for byte in prefix { output.append(byte) }
        digits.withBytes { for at in $0.indices { output.append($0[at]) } }
      }
    }
  }
}
