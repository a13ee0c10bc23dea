import CSystem
import Locks

/// A wish from outside to stop.
package enum Signal: Int32, Hashable, Sendable {
  case hangUp = 1
  case interrupt = 2
  case kill = 9
  case terminate = 15
}

/// Waiting for SIGINT, SIGTERM and SIGHUP; one of the last that was ignored, as by nohup, stays so.
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
    of signals: [Signal] = [.interrupt, .terminate, .hangUp]
  ) throws(FileFailure) -> AsyncStream<Signal> {
    let (stream, continuation) = AsyncStream<Signal>.makeStream()
    try watch(signals) { $0.continuations.append((Set(signals), continuation)) }
    return stream
  }

  /// Does something that blocks its thread, and reacts to Ctrl-C meanwhile.
  ///
  /// - Parameters:
  ///   - react: Called on a thread of its own, at most once; it may end the process.
  ///   - body: What blocks, such as the wait for an answer.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws. Where signals cannot be watched, Ctrl-C ends the process as ever.
  package static func onInterrupt<R, E: Error>(
    _ react: @escaping @Sendable () -> Void,
    during body: () throws(E) -> R
  ) throws(E) -> R {
    try? watch([.interrupt]) { $0.reaction = react }
    defer {
      listeners.withLock { listeners in
        listeners.reaction = nil
        if !listeners.continuations.contains(where: { $0.0.contains(.interrupt) }) {
          appauth_default_signal(Signal.interrupt.rawValue)
        }
      }
    }
    return try body()
  }

  private struct Listeners {
    var pipe: Int32?
    var continuations: [(Set<Signal>, AsyncStream<Signal>.Continuation)] = []
    var reaction: (@Sendable () -> Void)?
  }

  private static func watch(
    _ signals: [Signal],
    _ note: (inout Listeners) -> Void
  ) throws(FileFailure) {
    let pipe = try listeners.withLock { (listeners: inout Listeners) throws(FileFailure) in
      if listeners.pipe == nil { listeners.pipe = try startReader() }
      note(&listeners)
      return listeners.pipe ?? -1
    }
    for signal in signals {
      try systemCall(.open, "(signals)") { appauth_watch_signal(signal.rawValue, pipe) }
    }
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
      let reaction = listeners.withLock { listeners in
        for (wanted, continuation) in listeners.continuations where wanted.contains(signal) {
          continuation.yield(signal)
        }
        defer { if signal == .interrupt { listeners.reaction = nil } }
        return signal == .interrupt ? listeners.reaction : nil
      }
      reaction?()
    }
  }
}
