import Locks
import Testing

@Suite struct `A mutex` {
  @Test func `loses no change when many tasks make them at once`() async {
    let counter = Contended()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<5_000 { counter.value.withLock { $0 += 1 } } }
      }
    }
    #expect(counter.value.withLock { $0 } == 40_000)
  }

  @Test func `is free again after a body that failed`() {
    let mutex = Mutex(1)
    #expect(throws: Refused.self) { try mutex.withLock { _ throws(Refused) in throw Refused() } }
    #expect(mutex.withLock { $0 } == 1)
  }

  @Test func `lets go of its value with itself`() {
    weak var kept: Contended?
    do {
      let mutex = Mutex(Contended())
      kept = mutex.withLock { $0 }
      #expect(kept != nil)
    }
    #expect(kept == nil)
  }
}

private struct Refused: Error {}

private final class Contended: Sendable {
  let value = Mutex(0)
}
