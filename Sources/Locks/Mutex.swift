#if !THREAD_SANITIZER
import Synchronization

/// A value that one thread at a time may touch, for state that changes in one short synchronous step.
///
/// It is `Synchronization.Mutex`. The type of our own exists for the build that ThreadSanitizer watches, where
/// another lock stands in its place: see `InstrumentedMutex.swift`.
package struct Mutex<Value: ~Copyable>: ~Copyable, Sendable {
  private let lock: Synchronization.Mutex<Value>

  /// Puts a value under a lock of its own.
  ///
  /// - Parameter initialValue: The value, which nobody else may hold on to.
  package init(_ initialValue: consuming sending Value) {
    lock = Synchronization.Mutex(initialValue)
  }

  /// Runs the body while the lock is taken; the body must not take it again.
  ///
  /// - Parameter body: What to do with the value while nobody else can touch it.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try lock.withLock(body)
  }
}
#endif
