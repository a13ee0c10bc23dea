internal import Locks

/// Waits for a task that others wait for too: a waiter that is cancelled leaves, the task goes on.
enum SharedWait {
  static func value<Success: Sendable>(
    of task: Task<Result<Success, OAuthError>, Never>
  ) async -> Result<Success, OAuthError> {
    let exit = Exit<Result<Success, OAuthError>>()
    return await withTaskCancellationHandler {
      await withResumption { continuation in
        exit.wait(continuation)
        Task { exit.leave(with: await task.value) }
      }
    } onCancel: {
      exit.leave(with: .failure(.recoverable(.cancelled)))
    }
  }
}

/// A continuation that is resumed by whoever comes first.
private final class Exit<Value: Sendable>: Sendable {
  private enum State {
    case open
    case waiting(Resumption<Value>)
    case left(Value)
    case done
  }

  private let state = Mutex(State.open)

  func wait(_ continuation: Resumption<Value>) {
    let early = state.withLock { state -> Value? in
      switch state {
      case .left(let value):
        state = .done
        return value
      default:
        state = .waiting(continuation)
        return nil
      }
    }
    if let early { continuation.resume(returning: early) }
  }

  func leave(with value: Value) {
    let waiting = state.withLock { state -> Resumption<Value>? in
      switch state {
      case .open:
        state = .left(value)
        return nil
      case .waiting(let continuation):
        state = .done
        return continuation
      case .left, .done: return nil
      }
    }
    waiting?.resume(returning: value)
  }
}
