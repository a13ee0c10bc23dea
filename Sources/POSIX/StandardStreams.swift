import CSystem
package import Secrets

/// The three streams that a process is started with, without buffers of our own.
package enum StandardStreams {
  /// Where to write.
  package enum Output: Int32, Sendable {
    /// Results.
    case output = 1
    /// Progress and prose.
    case error = 2

    fileprivate var path: Path { self == .output ? "(standard output)" : "(standard error)" }
  }

  /// Writes all of it.
  ///
  /// - Parameters:
  ///   - source: What to write.
  ///   - stream: Where to.
  /// - Throws: EPIPE if the reader is gone (``ProcessHardening/apply()`` turned the signal off), ENOSPC on a full disk.
  package static func write(
    _ source: some ByteSource,
    to stream: Output
  ) throws(FileFailure) {
    try source.withBytes { (bytes: Span<UInt8>) throws(FileFailure) in
      try writeAll(bytes, to: stream.rawValue, stream.path)
    }
  }

  /// Writes text as UTF-8.
  ///
  /// - Parameters:
  ///   - text: What to write.
  ///   - stream: Where to.
  /// - Throws: Like ``write(_:to:)``.
  package static func write(_ text: String, to stream: Output) throws(FileFailure) {
    try write(Array(text.utf8), to: stream)
  }

  /// Reads standard input to its end.
  ///
  /// - Parameter limit: The most bytes to take.
  /// - Returns: What came.
  /// - Throws: `tooLarge` above the limit; if the system refuses.
  package static func readInput(limit: Int) throws(FileFailure) -> SecretBytes {
    try stream(0, inputPath, limit: limit)
  }

  /// Reads what a process that started this one left open for it, to its end.
  ///
  /// By its number: below `/dev/fd` nothing can be opened by a process that does not let itself be inspected.
  ///
  /// - Parameters:
  ///   - number: The number of the file descriptor.
  ///   - limit: The most bytes to take.
  /// - Returns: What came.
  /// - Throws: EBADF if nothing is open; `tooLarge` above the limit; if the system refuses.
  package static func read(descriptor number: Int32, limit: Int) throws(FileFailure) -> SecretBytes
  {
    try stream(number, Path("(file descriptor \(number))"), limit: limit)
  }

  /// Reads one line of standard input and nothing behind it.
  ///
  /// - Parameter limit: The most bytes to take.
  /// - Returns: The line without its end; nil if there is no more.
  /// - Throws: `tooLarge` above the limit; if the system refuses.
  package static func readLine(limit: Int) throws(FileFailure) -> SecretBytes? {
    var isAtEnd = false
    let line = try SecretBytes(capacity: limit) {
      (output: inout OutputSpan<UInt8>) throws(FileFailure) in
      while true {
        var byte: UInt8 = 0
        let got = try whenReady(.read, inputPath, 0, for: POLLIN) {
          unsafe CSystem.read(0, &byte, 1)
        }
        isAtEnd = got == 0
        if isAtEnd || byte == UInt8(ascii: "\n") { return }
        if output.isFull { throw FileFailure(.read, inputPath, .tooLarge(limit: limit)) }
        output.append(byte)
      }
    }
    return isAtEnd && line.isEmpty ? nil : line
  }

  private static let inputPath: Path = "(standard input)"
}
