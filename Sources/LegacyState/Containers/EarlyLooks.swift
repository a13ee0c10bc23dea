import Dispatch
import Locks

/// First looks at documents that go on in the background.
final class EarlyLooks: Sendable {
  private let looks: Mutex<[EarlyLook?]>
  private let next = Mutex(0)
  private let documents: [DocumentContent]
  private let order: [Int]
  private let group = DispatchGroup()

  /// Begins to look.
  ///
  /// - Parameters:
  ///   - documents: The documents.
  ///   - jobs: How many are looked at side by side.
  init(at documents: [DocumentContent], jobs: Int) {
    self.documents = documents
    looks = Mutex([EarlyLook?](repeating: nil, count: documents.count))
    // The largest first, so that nobody waits for one at the end.
    order = documents.indices.sorted { documents[$0].head.size > documents[$1].head.size }
    for _ in 0..<min(jobs, documents.count) {
      DispatchQueue.global(qos: .userInitiated).async(group: group) { self.work() }
    }
  }

  /// What was found, when all are done; nil where a look is no use, or failed.
  func wait() -> [EarlyLook?] {
    group.wait()
    return looks.withLock { $0 }
  }

  private func work() {
    while let number = next.withLock({ next -> Int? in
      defer { next += 1 }
      return next < order.count ? order[next] : nil
    }) {
      let look = FileScan.look(at: documents[number])
      looks.withLock { $0[number] = look }
    }
  }
}
