import Dispatch
import Locks
import Testing

@Suite struct `Work that is done side by side` {
  /// Work that takes longer for some items than for others.
  private static func digest(_ item: Int) -> Int {
    let rounds = item % 7 == 0 ? 20_000 : 10
    return (0..<rounds).reduce(item) { ($0 &* 31 &+ $1) % 1_000_003 }
  }

  @Test(arguments: [0, 1, 2, 3, 8])
  func `gives each result once, in the order of the items`(jobs: Int) {
    let work = OrderedWork<Int, Int>(jobs: jobs) { Self.digest($0) }
    var results: [Int] = []
    var next = 0
    while true {
      while !work.isFull, next < 500 {
        work.put(next)
        next += 1
      }
      guard let result = work.take() else { break }
      results.append(result)
    }
    #expect(results == (0..<500).map { Self.digest($0) })
    #expect(work.take() == nil)
  }

  @Test(arguments: [1, 2, 5])
  func `has no more under way than a window, however slow the taker is`(jobs: Int) {
    let begun = Mutex(0)
    let work = OrderedWork<Int, Int>(jobs: jobs) { item in
      begun.withLock { $0 += 1 }
      return item
    }
    var put = 0
    for taken in 0..<200 {
      while !work.isFull {
        work.put(put)
        put += 1
      }
      #expect(put - taken <= jobs + 2)
      #expect(begun.withLock { $0 } <= put)
      #expect(work.take() == taken)
    }
    work.stop()
  }

  @Test func `needs no other thread for one job`() {
    // What is given to another queue would wait for this one, which is taken.
    let queue = DispatchQueue(label: "one")
    queue.sync {
      let work = OrderedWork<Int, Bool>(jobs: 1) { _ in
        dispatchPrecondition(condition: .onQueue(queue))
        return true
      }
      work.put(1)
      #expect(work.take() == true)
    }
  }

  @Test(arguments: [1, 4])
  func `forgets what was not begun when it is stopped, and is at rest then`(jobs: Int) {
    let running = Mutex(0)
    let work = OrderedWork<Int, Int>(jobs: jobs) { item in
      running.withLock { $0 += 1 }
      defer { running.withLock { $0 -= 1 } }
      return Self.digest(item * 7)
    }
    for item in 0..<20 { work.put(item) }
    work.stop()
    #expect(running.withLock { $0 } == 0)
  }
}
