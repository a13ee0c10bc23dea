#if THREAD_SANITIZER
#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The same lock over `pthread_mutex_t`, for the build that ThreadSanitizer watches.
///
/// On Linux the slow path of `Synchronization.Mutex` is in the runtime, which is not instrumented: the sanitizer
/// sees a contended lock being let go but not being taken, and reports races between the bodies of two `withLock`.
/// It knows `pthread_mutex_lock`, and then reports what is a race, and locks taken in two orders as well.
@safe
package struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  // A heap place each, since a pthread mutex must not move. `value` is touched under `lock` alone.
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let value: UnsafeMutablePointer<Value>

  /// Puts a value under a lock of its own.
  ///
  /// - Parameter initialValue: The value, which nobody else may hold on to.
  package init(_ initialValue: consuming sending Value) {
    unsafe lock = .allocate(capacity: 1)
    let failed = unsafe pthread_mutex_init(lock, nil)
    precondition(failed == 0, "pthread_mutex_init")
    unsafe value = .allocate(capacity: 1)
    unsafe value.initialize(to: initialValue)
  }

  deinit {
    unsafe value.deinitialize(count: 1)
    unsafe value.deallocate()
    unsafe pthread_mutex_destroy(lock)
    unsafe lock.deallocate()
  }

  /// Runs the body while the lock is taken; the body must not take it again.
  ///
  /// - Parameter body: What to do with the value while nobody else can touch it.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    let failed = unsafe pthread_mutex_lock(lock)
    precondition(failed == 0, "pthread_mutex_lock")
    defer { unsafe pthread_mutex_unlock(lock) }
    return try unsafe body(&value.pointee)
  }
}
#endif
