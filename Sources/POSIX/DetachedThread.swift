#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A thread that nobody waits for.
package enum DetachedThread {
  /// Starts one.
  ///
  /// - Parameter body: What it does; it is let go when that returns.
  /// - Returns: Whether there was a thread to be had; if not, `body` never runs.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let box = unsafe Unmanaged.passRetained(Work(body: body))
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    let code = unsafe pthread_create(
      &thread,
      nil,
      { argument in
        #if canImport(Darwin)
        let opaque: UnsafeMutableRawPointer? = unsafe argument
        #else
        let opaque = unsafe argument
        #endif
        if let opaque = unsafe opaque {
          unsafe Unmanaged<Work>.fromOpaque(opaque).takeRetainedValue().body()
        }
        return nil
      },
      box.toOpaque()
    )
    guard code == 0 else {
      unsafe box.release()
      return false
    }
    #if canImport(Darwin)
    if let thread = unsafe thread { unsafe pthread_detach(thread) }
    #else
    pthread_detach(thread)
    #endif
    return true
  }
}

private final class Work: Sendable {
  let body: @Sendable () -> Void

  init(body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}
