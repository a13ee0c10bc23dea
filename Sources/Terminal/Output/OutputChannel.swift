import Locks
package import POSIX

/// One of the two streams that text leaves by.
package struct OutputChannel: Sendable {
  /// Whether a person sees it as it comes.
  package let isTerminal: Bool
  /// The columns of the terminal; nil if it is none.
  package let width: Int?
  private let sink: Sink

  private enum Sink: Sendable {
    case stream(StandardStreams.Output)
    case closure(@Sendable ([UInt8]) throws(FileFailure) -> Void)
  }

  /// A channel that hands its bytes to a function, for tests.
  ///
  /// - Parameters:
  ///   - isTerminal: What it pretends to be.
  ///   - width: Its columns.
  ///   - write: Gets all that is written.
  package init(
    isTerminal: Bool = false,
    width: Int? = nil,
    write: @escaping @Sendable ([UInt8]) throws(FileFailure) -> Void
  ) {
    self.isTerminal = isTerminal
    self.width = width
    sink = .closure(write)
  }

  private init(_ stream: StandardStreams.Output) {
    isTerminal = TerminalFacts.isTerminal(stream.rawValue)
    // Some terminals claim to have no columns, or a few: nothing can be laid out in those.
    width = isTerminal ? TerminalFacts.width(stream.rawValue).flatMap { $0 < 20 ? nil : $0 } : nil
    sink = .stream(stream)
  }

  /// Results.
  package static var standardOutput: OutputChannel { OutputChannel(.output) }
  /// Everything else.
  package static var standardError: OutputChannel { OutputChannel(.error) }

  /// Writes all of it.
  ///
  /// - Parameter bytes: What to write.
  /// - Throws: If the reader is gone or the disk is full.
  package func write(_ bytes: some ByteSource) throws(FileFailure) {
    switch sink {
    case .stream(let stream): try StandardStreams.write(bytes, to: stream)
    case .closure(let write):
      try write(bytes.withBytes { span in span.indices.map { span[$0] } })
    }
  }
}
