import Secrets

/// Bytes that were written as base64, in either alphabet.
enum Base64Text: ValueReader {
  /// Less than this holds no state.
  private static let shortest = 32

  static func recognises(_ bytes: Span<UInt8>) -> Bool {
    bytes.count >= shortest && Base64.isLikely(bytes)
  }

  static func read(_ value: Layer, _ context: ValueContext, emit: Emit) throws(ScanStopped) {
    guard let (content, style) = value.bytes.withBytes({ Base64.decode($0) }) else { return }
    try unwrap(content, of: value, as: "base64", context, emit: emit) {
      Base64.encode($0, style)
    }
  }
}
