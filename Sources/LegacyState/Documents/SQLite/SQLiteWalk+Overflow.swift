import Secrets

extension SQLiteWalk {
  /// What came of following a record through its overflow pages.
  struct Overflow {
    /// All of the record; nil if it is larger than what is read.
    let record: SecretBytes?
    /// Whether one that is not read has a mark in it.
    let isMarked: Bool
    /// The last page of it and what the record leaves unused there.
    let tail: (page: SQLitePage, unused: Range<Int>)
  }

  /// Puts a record together that begins on a page and goes on elsewhere.
  func follow(
    _ cell: SQLiteTreePage.Cell,
    from page: SQLitePage,
    limit: Int
  ) throws(SQLiteFailure) -> Overflow {
    let capacity = pages.header.usable - 4
    let rest = cell.size - cell.local.count
    guard rest / capacity < pages.count else {
      throw .damaged(page: page.number, "has a record that is longer than the file")
    }
    let isRead = cell.size <= limit
    var isMarked = false
    var last = page
    var unused = 0..<0
    let record = try SecretBytes(capacity: isRead ? cell.size : 0) {
      (output: inout OutputSpan<UInt8>) throws(SQLiteFailure) in
      if isRead { page.withBytes { output.append($0, cell.local) } }
      var next = cell.overflow
      var left = rest
      while left > 0 {
        last = try claim(next, after: last.number)
        let count = min(left, capacity)
        next = last.withBytes { bytes in
          if isRead {
            output.append(bytes, 4..<4 + count)
          } else {
            isMarked = isMarked || Marks.occur(in: bytes)
          }
          return Int(bytes.uint32(at: 0))
        }
        left -= count
        unused = 4 + count..<pages.header.pageSize
      }
    }
    return Overflow(record: isRead ? record : nil, isMarked: isMarked, tail: (last, unused))
  }

  private func claim(_ number: Int, after previous: Int) throws(SQLiteFailure) -> SQLitePage {
    guard number >= 1, number <= pages.count else {
      throw .damaged(page: previous, "leads to an overflow page that does not exist")
    }
    let page = try pages.page(number)
    guard take(number) else { throw .damaged(page: number, "belongs to two places at once") }
    return page
  }
}

extension OutputSpan<UInt8> {
  fileprivate mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    for at in range { append(bytes[at]) }
  }
}
