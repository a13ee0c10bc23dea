import Secrets

/// A row of a table, as places in the bytes of its record.
struct SQLiteRow {
  /// Nil in a table without.
  let rowID: Int64?
  let record: SQLiteRecord
  /// The column of each field.
  let columns: [Int]
  /// Where the record begins, counted as if the database were one piece.
  let offset: Int
  /// How much of the record stands there.
  let localBytes: Int

  /// The value of a column; nil if the row was written before the column was added, or is the rowid itself.
  func field(_ column: Int) -> SQLiteRecord.Field? {
    guard let position = columns.firstIndex(of: column), position < record.fields.count else {
      return nil
    }
    return record.fields[position]
  }

  /// An integer, or nil.
  func integer(_ column: Int, _ bytes: Span<UInt8>) -> Int64? {
    field(column).flatMap { SQLiteRecord.integer($0, in: bytes) }
  }

  /// Where a value stands; one that begins on an overflow page is named by the row's own place.
  func range(of field: SQLiteRecord.Field) -> Range<Int> {
    let start = field.range.lowerBound < localBytes ? field.range.lowerBound : 0
    return offset + start..<offset + start + field.range.count
  }
}

extension SQLiteFile {
  /// Reads a table row by row.
  ///
  /// - Parameters:
  ///   - table: One of ``tables``.
  ///   - walk: Knows which pages are taken already.
  ///   - visit: Receives each page before its rows.
  ///   - overflow: Receives what a record left over on its last page.
  ///   - damage: Receives what is wrong; the reading goes on.
  ///   - body: Receives each row with the bytes of its record.
  /// - Throws: What the receivers throw.
  func eachRow(
    of table: SQLiteTable,
    _ walk: SQLiteWalk,
    visit: (SQLitePage, SQLiteTreePage) throws(ScanStopped) -> Void = { _, _ in },
    overflow: (SQLiteWalk.Overflow) throws(ScanStopped) -> Void = { _ in },
    damage: (SQLiteFailure, SQLitePage?) throws(ScanStopped) -> Void,
    body: (SQLiteRow, Span<UInt8>) throws(ScanStopped) -> Void
  ) throws(ScanStopped) {
    var orders: [Bool: [Int]] = [:]
    func read(
      _ cell: SQLiteTreePage.Cell,
      on page: SQLitePage,
      _ order: [Int],
      _ bytes: Span<UInt8>
    ) throws(ScanStopped) {
      guard let record = SQLiteRecord(bytes) else {
        return try damage(.damaged(page: page.number, "has a record that is no record"), nil)
      }
      let row = SQLiteRow(
        rowID: cell.rowID,
        record: record,
        columns: order,
        offset: (page.number - 1) * pages.header.pageSize + cell.local.lowerBound,
        localBytes: cell.local.count
      )
      try body(row, bytes)
    }
    func see(_ page: SQLitePage, _ tree: SQLiteTreePage) throws(ScanStopped) {
      try visit(page, tree)
      let order = orders[tree.kind.isTable] ?? table.stored(withoutRowID: !tree.kind.isTable)
      orders[tree.kind.isTable] = order
      for cell in tree.cells {
        guard cell.local.count < cell.size else {
          try page.withBytes { bytes throws(ScanStopped) in
            try read(cell, on: page, order, bytes.extracting(cell.local))
          }
          continue
        }
        let found: SQLiteWalk.Overflow
        do throws(SQLiteFailure) {
          found = try walk.follow(cell, from: page, limit: pages.document.limits.documentBytes)
        } catch {
          try damage(error, nil)
          continue
        }
        try overflow(found)
        try found.record?.withBytes { bytes throws(ScanStopped) in
          try read(cell, on: page, order, bytes)
        }
      }
    }
    try walk.walk(table.root, visit: see, damage: damage)
  }
}
