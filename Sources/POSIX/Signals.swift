import CSystem
import Locks

/// A wish from outside to stop.
package enum Signal: Int32, Hashable, Sendable {
  case hangUp = 1
  case interrupt = 2
  case kill = 9
  case terminate = 15
}

/// Waiting for SIGINT and SIGTERM.
package enum Signals {
  /// The signals that come from now on.
  ///
  /// The first of each kind is delivered here, so that work can stop durably; one of the same kind more than a second
  /// later ends the process as if nobody listened, so that a person who presses Ctrl-C twice is not held up.
  ///
  /// - Parameter signals: Which to listen to.
  /// - Returns: A stream of its own for every caller, without an end.
  /// - Throws: If the system grants no pipe.
  package static func stream(
    of signals: [Signal] = [.interrupt, .terminate]
  ) throws(FileFailure) -> AsyncStream<Signal> {
    let (stream, continuation) = AsyncStream<Signal>.makeStream()
    let pipe = try listeners.withLock { (listeners: inout Listeners) throws(FileFailure) in
      if listeners.pipe == nil { listeners.pipe = try startReader() }
      listeners.continuations.append((Set(signals), continuation))
      return listeners.pipe ?? -1
    }
    for signal in signals {
      try systemCall(.open, "(signals)") { appauth_watch_signal(signal.rawValue, pipe) }
    }
    return stream
  }

  private struct Listeners {
    var pipe: Int32?
    var continuations: [(Set<Signal>, AsyncStream<Signal>.Continuation)] = []
  }

  private static let listeners = Mutex(Listeners())

  /// Makes the pipe that the handler writes to, and a thread that does nothing but read it.
  private static func startReader() throws(FileFailure) -> Int32 {
    let (reader, writer) = try makePipe()
    guard DetachedThread.start({ Signals.read(reader) }) else {
      throw FileFailure(.open, "(signals)", EAGAIN)
    }
    return writer
  }

  private static func makePipe() throws(FileFailure) -> (Int32, Int32) {
    var ends: (Int32, Int32) = (-1, -1)
    try systemCall(.open, "(signals)") { unsafe appauth_pipe(&ends.0, &ends.1) }
    return ends
  }

  private static func read(_ pipe: Int32) {
    var byte: UInt8 = 0
    while (try? systemCall(.read, "(signals)", { unsafe CSystem.read(pipe, &byte, 1) })) == 1 {
      guard let signal = Signal(rawValue: Int32(byte)) else { continue }
      listeners.withLock { listeners in
        for (wanted, continuation) in listeners.continuations where wanted.contains(signal) {
          continuation.yield(signal)
        }
      }
    }
  }
}
