import Secrets

/// A text that was written as UTF-16, in a value that has bytes.
enum WideValue: ValueReader {
  static func recognises(_ bytes: Span<UInt8>) -> Bool {
    bytes.count % 2 == 0 && UTF16Text(bytes) != nil
  }

  static func read(_ value: Layer, _ context: ValueContext, emit: Emit) throws(ScanStopped) {
    let read = value.bytes.withBytes { bytes in
      UTF16Text(bytes).map { text in
        let content = text.utf8(bytes)
        return (text, content, text.isExact(bytes, content))
      }
    }
    guard let (text, content, isExact) = read else { return }
    guard isExact else {
      return try unwrapForGood(content, of: value, as: "utf-16", context, emit: emit)
    }
    try unwrap(content, of: value, as: "utf-16", context, emit: emit) { text.encode($0) }
  }
}
