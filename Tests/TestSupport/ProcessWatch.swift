import Foundation
import Locks
package import POSIX

/// Looks again and again at the arguments and the environment of a process and all that it starts.
///
/// It sees what any other program on the machine could see, as far as `/proc` tells; a process that lives for less
/// than a round, some milliseconds, can be missed, so a script that is started on purpose should wait a moment.
package final class ProcessWatch: Sendable {
  /// What one process showed.
  package struct Sample: Hashable, Sendable {
    /// Its number.
    package let processID: Int32
    /// Its arguments, each with a zero byte behind it.
    package let arguments: [UInt8]
    /// Its environment, each variable with a zero byte behind it; empty if it may not be read.
    package let environment: [UInt8]

    /// The program and its number.
    package var name: String {
      "\(String(decoding: arguments.prefix { $0 != 0 }, as: UTF8.self)) (\(processID))"
    }
  }

  private struct State {
    var known: Set<Int32>
    var strangers: Set<Int32> = []
    var samples: Set<Sample> = []
    var isOver = false
    var hasEnded = false
    var waiting: Resumption<Void>?
  }

  private let state: Mutex<State>

  private let mark: [UInt8]

  /// A variable that marks a process and all that it starts, also those whose parent has ended.
  package static func freshMark() -> (name: String, value: String) {
    ("APPAUTH_MIGRATE_TEST_RUN", String(UInt64.random(in: 0...UInt64.max)))
  }

  /// Starts to look.
  ///
  /// - Parameters:
  ///   - process: The first process.
  ///   - mark: A variable in its environment that no other process has.
  package init(_ process: ChildProcess, mark: (name: String, value: String)) {
    self.mark = Array("\(mark.name)=\(mark.value)\0".utf8)
    state = Mutex(State(known: [process.processID]))
    // A thread of its own: tasks wait while tests keep all threads of the pool busy.
    Thread.detachNewThread {
      while !self.isOver {
        self.look()
        Thread.sleep(forTimeInterval: 0.002)
      }
      self.end()
    }
  }

  /// Stops looking.
  ///
  /// - Returns: All that was seen.
  package func stop() async -> [Sample] {
    await withResumption { continuation in
      let hasEnded = state.withLock { state in
        state.isOver = true
        if !state.hasEnded { state.waiting = continuation }
        return state.hasEnded
      }
      if hasEnded { continuation.resume() }
    }
    return state.withLock { $0.samples.sorted { $0.processID < $1.processID } }
  }

  private func end() {
    let waiting = state.withLock { state in
      state.hasEnded = true
      return state.waiting.take()
    }
    waiting?.resume()
  }

  private var isOver: Bool { state.withLock(\.isOver) }

  private func look() {
    guard let processes = try? Directory.open("/proc").entries() else { return }
    let parents = processes.compactMap { entry -> (Int32, Int32)? in
      guard let number = Int32(entry.name.text) else { return nil }
      return Self.parent(of: number).map { (number, $0) }
    }
    state.withLock { state in
      // A child has mostly, but not always, a higher number than its parent.
      for _ in 0..<2 {
        for (number, parent) in parents where state.known.contains(parent) {
          state.known.insert(number)
        }
      }
      for (number, _) in parents where !state.known.contains(number) {
        guard state.strangers.insert(number).inserted else { continue }
        let environment = Self.read("/proc/\(number)/environ")
        if firstOffset(of: mark, in: environment) != nil { state.known.insert(number) }
      }
      for (number, _) in parents where state.known.contains(number) {
        let arguments = Self.read("/proc/\(number)/cmdline")
        guard !arguments.isEmpty else { continue }
        state.samples.insert(
          Sample(
            processID: number,
            arguments: arguments,
            environment: Self.read("/proc/\(number)/environ")
          )
        )
      }
    }
  }

  /// The fourth field of `stat`; the second may itself hold spaces and brackets.
  private static func parent(of number: Int32) -> Int32? {
    let fields = String(decoding: read("/proc/\(number)/stat"), as: UTF8.self)
    guard let end = fields.lastIndex(of: ")") else { return nil }
    return Int32(fields[end...].split(separator: " ").dropFirst(2).first ?? "")
  }

  private static func read(_ path: String) -> [UInt8] {
    // Gone between two looks, or not ours to read.
    (try? File.open(Path(path)).read(at: 0, count: 256 * 1024)) ?? []
  }
}
