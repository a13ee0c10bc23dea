import Dispatch

/// Work on items side by side, whose results come out in the order in which the items went in.
///
/// No more than a window of items is under way, so that memory is bounded however many there are. Whoever waits for a
/// result works as well, and one job needs no other thread.
///
/// ```swift
/// let work = OrderedWork<Piece, [Finding]>(jobs: 4) { read($0) }
/// defer { work.stop() }
/// while true {
///   while !work.isFull, let piece = next() { work.put(piece) }
///   guard let findings = work.take() else { break }
/// }
/// ```
package final class OrderedWork<Item: Sendable, Result: Sendable>: Sendable {
  private struct Numbered: Sendable {
    let number: Int
    let item: Item
  }

  private struct State {
    /// Those that nobody has begun, the oldest first.
    var waiting: [Numbered] = []
    var done: [Int: Result] = [:]
    /// The number of the next to be taken, and of the next to be put.
    var taken = 0
    var put = 0
    var workers = 0
    /// Whether the taker sleeps until something is done.
    var isAwaited = false
  }

  private enum Turn: Sendable {
    case none
    case ready(Result)
    case work(Numbered)
    case sleep
  }

  private let jobs: Int
  private let window: Int
  private let work: @Sendable (Item) -> Result
  private let state = Mutex(State())
  private let arrival = DispatchSemaphore(value: 0)
  private let workers = DispatchGroup()

  /// Sets up the work.
  ///
  /// - Parameters:
  ///   - jobs: How many threads work at once, the taker among them.
  ///   - work: What to do with an item, on any thread.
  package init(jobs: Int, _ work: @escaping @Sendable (Item) -> Result) {
    self.jobs = max(jobs, 1)
    // Two more than jobs, so that none stands still while results are taken.
    window = jobs > 1 ? jobs + 2 : 1
    self.work = work
  }

  /// Whether a result has to be taken before an item may be put.
  package var isFull: Bool { state.withLock { $0.put - $0.taken >= window } }

  /// Hands over an item, whose result comes behind those of all before it.
  ///
  /// - Parameter item: What to work on.
  package func put(_ item: Item) {
    let isAlone = state.withLock { state in
      state.waiting.append(Numbered(number: state.put, item: item))
      state.put += 1
      guard state.workers < jobs - 1 else { return false }
      state.workers += 1
      return true
    }
    guard isAlone else { return }
    DispatchQueue.global().async(group: workers) { self.help() }
  }

  /// The result of the oldest item that is left; nil if there is none.
  ///
  /// - Returns: Each once.
  package func take() -> Result? {
    while true {
      switch state.withLock({ Self.turn(&$0) }) {
      case .none: return nil
      case .ready(let result): return result
      case .work(let next): finish(next)
      case .sleep: arrival.wait()
      }
    }
  }

  /// Forgets what nobody has begun, and waits for the rest; for whoever wants no more results.
  package func stop() {
    state.withLock { $0.waiting = [] }
    workers.wait()
  }

  private static func turn(_ state: inout State) -> Turn {
    guard state.taken < state.put else { return .none }
    if let result = state.done.removeValue(forKey: state.taken) {
      state.taken += 1
      return .ready(result)
    }
    guard state.waiting.isEmpty else { return .work(state.waiting.removeFirst()) }
    state.isAwaited = true
    return .sleep
  }

  private func help() {
    while let next = next() { finish(next) }
  }

  private func next() -> Numbered? {
    state.withLock { state in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.workers -= 1
      return nil
    }
  }

  private func finish(_ next: Numbered) {
    let result = work(next.item)
    let wakes = state.withLock { state in
      state.done[next.number] = result
      defer { state.isAwaited = false }
      return state.isAwaited
    }
    if wakes { arrival.signal() }
  }
}
