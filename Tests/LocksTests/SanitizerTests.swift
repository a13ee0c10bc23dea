#if THREAD_SANITIZER || ADDRESS_SANITIZER
import Foundation
import Locks
import Testing

// A clean run under a sanitizer says something only if a fault would have been found. Each planted one dies in a
// process of its own, with the exit code that the sanitizer keeps for it.

#if THREAD_SANITIZER
/// What two threads share; `total` has no lock on purpose.
private final class Shared: @unchecked Sendable {
  var total = 0
  let guarded = Mutex(0)

  /// Runs a body many times on each of two threads, which are real ones: two tasks may share a thread, and then
  /// there is no race.
  func onTwoThreads(_ body: @escaping @Sendable (Shared) -> Void) {
    let ready = DispatchSemaphore(value: 0)
    let start = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
    for _ in 0..<2 {
      Thread.detachNewThread {
        ready.signal()
        start.wait()
        for _ in 0..<20_000 { body(self) }
        ended.signal()
      }
    }
    // A thread that is over before the other begins may pass its place in the sanitizer's records on to it.
    for _ in 0..<2 { ready.wait() }
    for _ in 0..<2 { start.signal() }
    for _ in 0..<2 { ended.wait() }
  }
}

@Suite struct `ThreadSanitizer` {
  @Test func `finds a planted race`() async {
    await #expect(processExitsWith: .exitCode(66)) {
      // On a busy machine one of the two may be over before the other is seen.
      for _ in 0..<20 { Shared().onTwoThreads { $0.total += 1 } }
    }
  }

  @Test func `finds a planted race just after the lock was let go`() async {
    await #expect(processExitsWith: .exitCode(66)) {
      Shared().onTwoThreads { shared in
        shared.guarded.withLock { $0 += 1 }
        shared.total += 1
      }
    }
  }

  @Test func `finds no race where the contended lock is taken`() async {
    await #expect(processExitsWith: .success) {
      Shared().onTwoThreads { shared in shared.guarded.withLock { _ in shared.total += 1 } }
    }
  }
}
#endif

#if ADDRESS_SANITIZER
@Suite struct `AddressSanitizer` {
  @Test func `finds a planted use of freed memory`() async {
    await #expect(processExitsWith: .exitCode(99)) {
      let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 32)
      unsafe bytes.initialize(repeating: 1, count: 32)
      unsafe bytes.deallocate()
      exit(unsafe Int32(bytes[7]) + 40)
    }
  }

  @Test func `finds a planted leak`() async {
    await #expect(processExitsWith: .exitCode(99)) {
      for _ in 0..<16 {
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 1_000)
        unsafe bytes.initialize(repeating: 1, count: 1_000)
      }
    }
  }
}
#endif
#endif
