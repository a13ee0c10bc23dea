/// A page of a b-tree (file format 1.6): its cells, the pages below it, and the bytes that belong to nothing.
struct SQLiteTreePage {
  /// What a page starts with.
  enum Kind: UInt8 {
    case indexInterior = 2
    case tableInterior = 5
    case indexLeaf = 10
    case tableLeaf = 13

    var isTable: Bool { self == .tableInterior || self == .tableLeaf }
    var isLeaf: Bool { self == .tableLeaf || self == .indexLeaf }
  }

  /// A row or an entry of an index.
  struct Cell {
    /// The row's number; nil in an index.
    let rowID: Int64?
    /// Bytes of the record, wherever they are.
    let size: Int
    /// Those of them that stand in this page.
    let local: Range<Int>
    /// The page where the rest begins; 0 if all is here.
    let overflow: Int
  }

  let kind: Kind
  let cells: [Cell]
  /// The pages below.
  let children: [Int]
  /// What no cell uses, the page's reserved end included.
  let unused: [Range<Int>]

  init(_ bytes: Span<UInt8>, number: Int, usable: Int) throws(SQLiteFailure) {
    let start = number == 1 ? SQLiteHeader.length : 0
    guard let kind = Kind(rawValue: bytes[start]) else {
      throw .damaged(page: number, "is no page of a table or index")
    }
    let pointers = start + (kind.isLeaf ? 8 : 12)
    let content = pointers + 2 * bytes.uint16(at: start + 3)
    guard content <= usable else { throw .damaged(page: number, "has more cells than fit") }
    var cells: [Cell] = []
    var children: [Int] = []
    var extents: [Range<Int>] = []
    var used = 0
    for pointer in stride(from: pointers, to: content, by: 2) {
      let at = bytes.uint16(at: pointer)
      guard at >= content, at < usable else {
        throw .damaged(page: number, "has a cell outside of its content")
      }
      guard let parsed = SQLiteCellFormat.read(bytes, at: at, kind, usable: usable) else {
        throw .damaged(page: number, "has a cell that is cut off")
      }
      extents.append(at..<parsed.end)
      used += parsed.end - at
      // Cells that share bytes would make a small page a large table.
      guard used <= usable else { throw .damaged(page: number, "has cells in one another") }
      if let child = parsed.child { children.append(child) }
      if let cell = parsed.cell { cells.append(cell) }
    }
    if !kind.isLeaf { children.append(Int(bytes.uint32(at: start + 8))) }
    self.kind = kind
    self.cells = cells
    self.children = children
    unused = Self.gaps(between: extents, in: content..<bytes.count)
  }

  private static func gaps(between extents: [Range<Int>], in whole: Range<Int>) -> [Range<Int>] {
    var gaps: [Range<Int>] = []
    var end = whole.lowerBound
    for extent in extents.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if extent.lowerBound > end { gaps.append(end..<extent.lowerBound) }
      end = max(end, extent.upperBound)
    }
    if end < whole.upperBound { gaps.append(end..<whole.upperBound) }
    return gaps
  }
}
