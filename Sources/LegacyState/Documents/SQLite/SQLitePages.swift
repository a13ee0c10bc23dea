import POSIX
import Secrets

/// One page, in a buffer that may hold its neighbours as well.
struct SQLitePage {
  let number: Int
  /// Where it stands in its file.
  let offset: Int
  fileprivate let buffer: SecretBytes
  fileprivate let range: Range<Int>

  /// How many bytes it has; fewer than others only if the file ends in it.
  var count: Int { range.count }

  func withBytes<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
    try buffer.withBytes { bytes throws(E) in try body(bytes.extracting(range)) }
  }
}

/// The pages of a database, read when they are asked for and with a few of their neighbours.
final class SQLitePages {
  let document: DocumentContent
  let header: SQLiteHeader
  /// The write-ahead log, if one counts.
  let log: SQLiteLog?
  /// How many pages there are, the last one perhaps cut off.
  let count: Int

  private struct Window {
    let start: Int
    let bytes: SecretBytes
  }

  private var windows: [Window] = []
  private var oldest = 0
  private static let mostWindows = 16

  init(_ document: DocumentContent, _ header: SQLiteHeader, log: SQLiteLog?) {
    self.document = document
    self.header = header
    self.log = log
    count = log?.pages ?? (document.head.size + header.pageSize - 1) / header.pageSize
  }

  /// The page as the database has it now.
  func page(_ number: Int) throws(SQLiteFailure) -> SQLitePage {
    guard number >= 1, number <= count else {
      throw .damaged(page: number, "is asked for and does not exist")
    }
    if let log, let page = try log.page(number) { return page }
    return try filePage(number)
  }

  /// The page as it stands in the file, although the log may have a newer one.
  func filePage(_ number: Int, isCutOff: Bool = false) throws(SQLiteFailure) -> SQLitePage {
    let size = header.pageSize
    let offset = (number - 1) * size
    let window = try window(around: offset)
    let start = offset - window.start
    let end = min(start + size, window.bytes.count)
    guard start >= 0, isCutOff ? end > start : end == start + size else {
      throw .damaged(page: number, "is cut off")
    }
    return SQLitePage(
      number: number,
      offset: offset,
      buffer: window.bytes,
      range: start..<end
    )
  }

  private func window(around offset: Int) throws(SQLiteFailure) -> Window {
    let length = max(header.pageSize, 32 << 10)
    let start = offset / length * length
    if let known = windows.first(where: { $0.start == start }) { return known }
    let bytes: SecretBytes
    do throws(FileFailure) {
      bytes = try document.piece(at: start, count: length)
    } catch {
      throw .unreadable(error)
    }
    let window = Window(start: start, bytes: bytes)
    if windows.count < Self.mostWindows {
      windows.append(window)
    } else {
      windows[oldest] = window
      oldest = (oldest + 1) % Self.mostWindows
    }
    return window
  }
}

extension SQLitePage {
  /// A page that was read alone.
  init(number: Int, offset: Int, _ bytes: SecretBytes) {
    self.init(number: number, offset: offset, buffer: bytes, range: 0..<bytes.count)
  }
}
