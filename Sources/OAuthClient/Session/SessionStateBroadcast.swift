internal import Locks

/// Tells subscribers of every change once and in order, beginning with the state at hand.
final class SessionStateBroadcast: Sendable {
  private struct Content {
    var current: SessionState
    var next = 0
    var subscribers: [Int: AsyncStream<SessionState>.Continuation] = [:]
  }

  private let content: Mutex<Content>

  init(_ state: SessionState) {
    content = Mutex(Content(current: state))
  }

  var current: SessionState { content.withLock { $0.current } }

  func set(_ state: SessionState) {
    // Yielding inside the lock keeps the order; a stream's yield never calls back.
    content.withLock { content in
      guard content.current != state else { return }
      content.current = state
      for subscriber in content.subscribers.values { subscriber.yield(state) }
    }
  }

  func stream() -> AsyncStream<SessionState> {
    let (stream, continuation) = AsyncStream.makeStream(of: SessionState.self)
    let number = content.withLock { content in
      content.next += 1
      content.subscribers[content.next] = continuation
      continuation.yield(content.current)
      return content.next
    }
    continuation.onTermination = { [weak self] _ in
      self?.content.withLock { _ = $0.subscribers.removeValue(forKey: number) }
    }
    return stream
  }
}
