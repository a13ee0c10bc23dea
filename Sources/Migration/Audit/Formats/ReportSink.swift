import POSIX

/// Collects a report's bytes into pieces worth a system call.
final class ReportSink {
  /// Where the bytes go.
  typealias Output = ([UInt8]) throws(FileFailure) -> Void

  private let output: Output
  private var pending: [UInt8] = []

  init(_ output: @escaping Output) {
    self.output = output
  }

  func write(_ text: String) throws(FileFailure) {
    pending += text.utf8
    if pending.count >= 128 * 1024 { try flush() }
  }

  func write(_ bytes: [UInt8]) throws(FileFailure) {
    // What is worth a system call by itself is not copied.
    if bytes.count >= 64 * 1024 {
      try flush()
      return try output(bytes)
    }
    pending += bytes
    if pending.count >= 128 * 1024 { try flush() }
  }

  /// Writes what is left.
  func flush() throws(FileFailure) {
    guard !pending.isEmpty else { return }
    try output(pending)
    pending.removeAll(keepingCapacity: true)
  }
}
