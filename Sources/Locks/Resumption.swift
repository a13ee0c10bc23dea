/// A suspended function that is resumed once with a value.
///
/// It is `CheckedContinuation`. The type of our own exists for the build that ThreadSanitizer watches: where the
/// resumption comes before the function is suspended, the runtime hands the value over without anything that the
/// sanitizer sees as an order, and what the value was made of is reported as a race.
package struct Resumption<Value: Sendable>: Sendable {
  private let continuation: CheckedContinuation<Value, Never>
  #if THREAD_SANITIZER
  fileprivate let order: Order
  #endif

  #if THREAD_SANITIZER
  fileprivate init(_ continuation: CheckedContinuation<Value, Never>, _ order: Order) {
    self.continuation = continuation
    self.order = order
  }
  #else
  fileprivate init(_ continuation: CheckedContinuation<Value, Never>) {
    self.continuation = continuation
  }
  #endif

  /// Lets the function go on; twice is a programming error.
  ///
  /// - Parameter value: What the function is to return.
  package func resume(returning value: Value) {
    #if THREAD_SANITIZER
    order.mark()
    #endif
    continuation.resume(returning: value)
  }
}

extension Resumption<Void> {
  /// Lets the function go on; twice is a programming error.
  package func resume() { resume(returning: ()) }
}

/// Suspends until the resumption that `body` is given is used.
///
/// - Parameter body: Runs at once; keeps the resumption, or uses it.
/// - Returns: What it was resumed with.
package func withResumption<Value: Sendable>(
  _ body: (Resumption<Value>) -> Void
) async -> Value {
  #if THREAD_SANITIZER
  let order = Order()
  let value = await withCheckedContinuation { body(Resumption($0, order)) }
  order.mark()
  return value
  #else
  return await withCheckedContinuation { body(Resumption($0)) }
  #endif
}

#if THREAD_SANITIZER
/// A lock that is taken before the resumption and after it: all that orders the two.
private final class Order: Sendable {
  private let lock = Mutex(())

  func mark() { lock.withLock { _ in } }
}
#endif
