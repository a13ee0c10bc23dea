/// What a walk met and nobody has read yet, in its order.
///
/// The first look at documents takes most of the time where few have states in them, and depends on nothing but the
/// documents: while some are read, one after the other, those behind them are looked at side by side.
struct ScanQueue {
  enum Item {
    case event(ScanEvent)
    /// With how many names the file has.
    case document(DocumentContent, DocumentOrigin, names: Int)
  }

  private struct Batch {
    var items: [Item] = []
    var bytes = 0
    var looks: EarlyLooks?

    var documents: [DocumentContent] {
      items.compactMap { if case .document(let document, _, _) = $0 { document } else { nil } }
    }
  }

  private let jobs: Int
  /// What is added to.
  private var last = Batch()
  /// What is looked at.
  private var first: Batch?

  /// Each holds its file open, and its folder, and there are two batches; a system allows as few as 256.
  private static let mostItems = 32
  private static let mostBytes = 64 << 20

  init(jobs: Int) {
    self.jobs = jobs
  }

  /// Adds an item behind all others.
  ///
  /// - Parameter item: The item.
  /// - Returns: What is to be read now, in order.
  mutating func add(_ item: Item) -> [Item] {
    guard jobs > 1 else { return [item] }
    last.items.append(item)
    if case .document(let document, _, _) = item { last.bytes += document.head.size }
    guard last.items.count >= Self.mostItems || last.bytes >= Self.mostBytes else { return [] }
    return goOn()
  }

  /// Has the last batch looked at, and gives the one before it, or what is left when all were.
  mutating func goOn() -> [Item] {
    let ready = first
    first = last.items.isEmpty ? nil : last
    first?.looks = EarlyLooks(at: last.documents, jobs: jobs)
    last = Batch()
    return ready.map(Self.looked) ?? []
  }

  /// Whether nothing is left.
  var isEmpty: Bool { first == nil && last.items.isEmpty }

  private static func looked(_ batch: Batch) -> [Item] {
    var looks = (batch.looks?.wait() ?? []).makeIterator()
    return batch.items.map { item in
      guard case .document(var document, let origin, let names) = item else { return item }
      document.look = looks.next() ?? nil
      return .document(document, origin, names: names)
    }
  }
}
