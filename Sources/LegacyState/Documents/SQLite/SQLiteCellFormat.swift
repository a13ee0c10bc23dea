/// How a cell is written (file format 1.6), and how much of a record stands in it (1.7).
enum SQLiteCellFormat {
  struct Parsed {
    /// The record, if there is one; an inner page of a table only leads further.
    let cell: SQLiteTreePage.Cell?
    /// The page on the left below it.
    let child: Int?
    let end: Int
  }

  /// Nil if the cell reaches beyond the page or its numbers are impossible.
  static func read(
    _ bytes: Span<UInt8>,
    at start: Int,
    _ kind: SQLiteTreePage.Kind,
    usable: Int
  ) -> Parsed? {
    var at = start
    var child: Int?
    if !kind.isLeaf {
      guard at + 4 <= usable else { return nil }
      child = Int(bytes.uint32(at: at))
      at += 4
    }
    if kind == .tableInterior {
      guard let key = bytes.varint(at: at), key.end <= usable else { return nil }
      return Parsed(cell: nil, child: child, end: key.end)
    }
    guard let length = bytes.varint(at: at), let size = Int(exactly: length.value),
      size <= mostBytes
    else { return nil }
    at = length.end
    var rowID: Int64?
    if kind == .tableLeaf {
      guard let key = bytes.varint(at: at) else { return nil }
      rowID = Int64(bitPattern: key.value)
      at = key.end
    }
    let here = localBytes(of: size, isTable: kind.isTable, usable: usable)
    let isSplit = here < size
    let end = max(at + here + (isSplit ? 4 : 0), start + 4)
    guard end <= usable else { return nil }
    return Parsed(
      cell: SQLiteTreePage.Cell(
        rowID: rowID,
        size: size,
        local: at..<at + here,
        overflow: isSplit ? Int(bytes.uint32(at: at + here)) : 0
      ),
      child: child,
      end: end
    )
  }

  /// No record that SQLite itself reads is larger.
  private static let mostBytes = 0x7FFF_FFFF

  private static func localBytes(of size: Int, isTable: Bool, usable: Int) -> Int {
    let most = isTable ? usable - 35 : (usable - 12) * 64 / 255 - 23
    guard size > most else { return size }
    let least = (usable - 12) * 32 / 255 - 23
    let fitting = least + (size - least) % (usable - 4)
    return fitting <= most ? fitting : least
  }
}
