import Secrets

/// Where values leave a page of a b-tree for others (file format 1.6): found without reading what is in its cells.
struct SQLiteCuts {
  /// What of a record stands in this page, of each that goes on elsewhere.
  private(set) var cells: [Range<Int>] = []
  /// Whether a pointer leads to no cell.
  private(set) var isDamaged = false
  /// Where the page's own header begins, and where its list of cells ends.
  private let start: Int
  private let listEnd: Int

  /// Nil for a page that is none of a b-tree.
  ///
  /// - Parameters:
  ///   - page: What of the page is usable.
  ///   - isFirst: Whether the header of the file stands in it.
  init?(_ page: Span<UInt8>, isFirst: Bool) {
    start = isFirst ? SQLiteHeader.length : 0
    guard page.count > start + 12, let kind = Kind(rawValue: page[start]) else { return nil }
    let list = start + (kind.hasChildren ? 12 : 8)
    let count = page.uint16(at: start + 3)
    listEnd = list + 2 * count
    guard listEnd <= page.count else {
      isDamaged = true
      return
    }
    guard let most = kind.most(usable: page.count) else { return }
    let least = (page.count - 12) * 32 / 255 - 23
    var total = 0
    for number in 0..<count {
      let cell = page.uint16(at: list + 2 * number)
      guard cell >= listEnd,
        let size = page.varint(at: cell + (kind.hasChildren ? 4 : 0)),
        case let content = kind == .tableLeaf ? page.varint(at: size.end)?.end : size.end,
        let content
      else {
        isDamaged = true
        return
      }
      guard size.value > UInt64(most) else { continue }
      let rest = Int(size.value % UInt64(page.count - 4))
      // (P - M) mod (U - 4), where P may be more than any number of ours.
      let over = (rest - least % (page.count - 4) + page.count - 4) % (page.count - 4)
      let local = least + over <= most ? least + over : least
      guard content + local <= page.count else {
        isDamaged = true
        return
      }
      // No two of them share a byte, so all fit into the page; who says otherwise wants them read again and again.
      total += local
      guard total <= page.count else {
        isDamaged = true
        return
      }
      cells.append(content..<content + local)
    }
  }

  /// Whether anything stands in the page between its cells, that is, of a row that was deleted.
  func hasLeftovers(_ page: Span<UInt8>) -> Bool {
    if page.uint16(at: start + 1) != 0 { return true }
    let content = page.uint16(at: start + 5)
    return (listEnd..<max(listEnd, min(content == 0 ? 65536 : content, page.count)))
      .contains { page[$0] != 0 }
  }

  private enum Kind: UInt8 {
    case indexInterior = 2
    case tableInterior = 5
    case indexLeaf = 10
    case tableLeaf = 13

    var hasChildren: Bool { self == .indexInterior || self == .tableInterior }

    /// How many bytes of a record a cell keeps without going on elsewhere; nil if cells have no records.
    func most(usable: Int) -> Int? {
      switch self {
      case .tableInterior: nil
      case .tableLeaf: usable - 35
      case .indexInterior, .indexLeaf: (usable - 12) * 64 / 255 - 23
      }
    }
  }
}
