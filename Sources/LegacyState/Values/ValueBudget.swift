import Locks
import Secrets

/// How many bytes of decoded values one document may still give.
///
/// Values in values that refer to the same bytes again and again would otherwise multiply without an end.
final class ValueBudget: Sendable {
  private struct State {
    var left: Int
    var isExceededTold = false
  }

  private let state: Mutex<State>

  /// Starts with as much as any honest document needs.
  init(_ bytes: Int = 256 << 20) {
    self.state = Mutex(State(left: bytes))
  }

  /// Takes a value's bytes of it, and more for one that is wrapped several times, because these can multiply.
  ///
  /// False if there is not enough left; the first time, a failure says so.
  func spend(
    _ value: Layer,
    at locator: @autoclosure () -> Locator? = nil,
    emit: Emit
  ) throws(ScanStopped) -> Bool {
    try spend(value.bytes.count + (value.depth > 2 ? 16 << 10 : 0), at: locator(), emit: emit)
  }

  /// Takes so many bytes of it; false if there are not enough left, and then nothing is.
  ///
  /// The first time, a failure says so; a thousand of them would say no more.
  func spend(
    _ bytes: Int,
    at locator: @autoclosure () -> Locator? = nil,
    emit: Emit
  ) throws(ScanStopped) -> Bool {
    let (isEnough, isNew) = state.withLock { state in
      guard bytes <= state.left else {
        state.left = 0
        defer { state.isExceededTold = true }
        return (false, !state.isExceededTold)
      }
      state.left -= bytes
      return (true, false)
    }
    if isNew {
      try emit(.failure(.valuesUnread("values in values give more than is looked into"), locator()))
    }
    return isEnough
  }

  /// Takes bytes that were paid for in vain.
  func waste(_ bytes: Int) {
    state.withLock { $0.left = max(0, $0.left - bytes) }
  }
}
