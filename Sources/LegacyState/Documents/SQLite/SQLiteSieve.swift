import Archive
import POSIX
import Secrets

/// A first look over a whole database, which tells those that have nothing of a state from all others.
///
/// Most databases of an app have no state, and all of their bytes can be searched in less time than it takes to find
/// their rows. A value may go on in another page, so a word counts already when half of it stands where a value leaves its
/// page, or at the beginning of one.
struct SQLiteSieve {
  /// Where the first page begins.
  private let first: Int
  /// How far it is from one page to the next, and to the end of what is in one.
  private let distance: Int
  private let usable: Int
  /// Whether a deleted row can go on in a page that belongs to nothing now.
  private let mayContinueDeleted: Bool

  /// Whether a database and its log hold nothing that could be part of a state, whatever their structure.
  ///
  /// - Parameter document: The database.
  /// - Returns: False as well for one that is not as a whole there, or in UTF-16, or has a journal.
  /// - Throws: If it cannot be read.
  static func holdsNothing(_ document: DocumentContent) throws(FileFailure) -> Bool {
    guard let header = try? SQLiteHeader(document.head.bytes.span), header.encoding == .utf8,
      case let log = try SQLiteFile.companion("-wal", of: document),
      isWhole(document, header, hasLog: log != nil),
      try SQLiteFile.companion("-journal", of: document) == nil
    else { return false }
    let file = SQLiteSieve(
      first: 0,
      distance: header.pageSize,
      usable: header.usable,
      mayContinueDeleted: log != nil || document.head.bytes.span.uint32(at: 36) > 0
    )
    guard try file.findsNothing(in: document) else { return false }
    guard let log else { return true }
    let frames = SQLiteSieve(
      first: SQLiteLog.firstPage,
      distance: SQLiteLog.distance(ofPages: header.pageSize),
      usable: header.usable,
      mayContinueDeleted: true
    )
    return try frames.findsNothing(in: log)
  }

  /// Whether all pages are there that the header counts; what is cut off is worth an error.
  private static func isWhole(
    _ document: DocumentContent,
    _ header: SQLiteHeader,
    hasLog: Bool
  ) -> Bool {
    let size = document.head.size
    guard size % header.pageSize == 0 else { return false }
    let bytes = document.head.bytes.span
    // The count is right if whoever wrote last knew of it.
    let counts = bytes.uint32(at: 24) == bytes.uint32(at: 92) && bytes.uint32(at: 28) > 0
    return hasLog || !counts || Int(bytes.uint32(at: 28)) * header.pageSize == size
  }

  private func findsNothing(in document: DocumentContent) throws(FileFailure) -> Bool {
    // Noise begins like compressed data once in some pages.
    var samples = SampleBudget(pages: document.head.size / distance)
    return try !document.containsPiece(of: distance, overlap: distance) { bytes, offset in
      var places: [Int] = []
      let kinds = MarkSieve.shared.kinds(in: bytes, compressed: &places, most: samples.left)
      return !kinds.subtracting(.compressed).isEmpty || places.count >= samples.left
        || holds(in: bytes, from: offset, spelled: places, &samples)
    }
  }

  /// Whether a page has a part of a word, or compressed data.
  private func holds(
    in bytes: Span<UInt8>,
    from offset: Int,
    spelled: [Int],
    _ samples: inout SampleBudget
  ) -> Bool {
    var spelled = spelled.sorted()[...]
    var start = first - offset
    if start < 0 { start += (distance - 1 - start) / distance * distance }
    spelled = spelled.drop { $0 < start }
    while start < bytes.count {
      let page = bytes.extracting(start..<min(start + usable, bytes.count))
      let tree = SQLiteCuts(page, isFirst: offset + start == 0)
      let own = spelled.prefix { $0 < start + usable }
      spelled = spelled.dropFirst(own.count)
      if isSuspect(page, tree, &samples) { return true }
      for place in own where isSuspect(page, tree, place - start, &samples) { return true }
      start += distance
      spelled = spelled.drop { $0 < start }
    }
    return false
  }

  private func isSuspect(
    _ page: Span<UInt8>,
    _ tree: SQLiteCuts?,
    _ samples: inout SampleBudget
  ) -> Bool {
    guard let tree else {
      guard page.count > 4 else { return false }
      // Whatever goes on over such a page fills it from its pointer to its end.
      return CutWords.shared.goOn(in: page, at: 4)
        || CutWords.shared.begin(in: page, before: page.count)
        || CompressedStart.stands(in: page, 4..<page.count, least: 0, &samples)
    }
    if tree.isDamaged || mayContinueDeleted && tree.hasLeftovers(page) { return true }
    for cell in tree.cells {
      if CutWords.shared.begin(in: page, before: cell.upperBound)
        || CompressedStart.stands(in: page, cell, least: 0, &samples)
      {
        return true
      }
    }
    return CompressedStart.stands(
      in: page,
      0..<page.count,
      least: CompressedStart.least,
      &samples
    )
  }

  /// Whether what looks like base64 or hex of compressed data at a place is some.
  private func isSuspect(
    _ page: Span<UInt8>,
    _ tree: SQLiteCuts?,
    _ place: Int,
    _ samples: inout SampleBudget
  ) -> Bool {
    guard samples.spend() else { return true }
    let cell = tree?.cells.first { $0.contains(place) }
    return CompressedStart.isSpelled(
      page,
      at: place,
      before: cell?.upperBound ?? page.count,
      goesOn: cell != nil || tree == nil
    )
  }
}
