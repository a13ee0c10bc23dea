import POSIX
import Secrets

/// A database that can be read: its pages and its tables.
final class SQLiteFile {
  let pages: SQLitePages
  /// The rows of the schema that lead to pages; filled by ``readSchema(damage:)``.
  private(set) var tables: [SQLiteTable] = []
  /// Roots of what only repeats values of tables.
  private(set) var indexRoots: [Int] = []

  /// More than this is no schema that anybody wrote.
  private static let mostEntries = 20_000
  private static let mostStatementBytes = 1 << 20

  init(_ document: DocumentContent, log: DocumentContent? = nil) throws(SQLiteFailure) {
    let start: SecretBytes
    do throws(FileFailure) {
      start = try document.piece(at: 0, count: SQLiteHeader.length)
    } catch {
      throw .unreadable(error)
    }
    let header = try start.withBytes { bytes throws(SQLiteFailure) in try SQLiteHeader(bytes) }
    var frames: SQLiteLog?
    do throws(FileFailure) {
      if let log { frames = try SQLiteLog(log, pageSize: header.pageSize) }
    } catch {
      throw .unreadable(error)
    }
    pages = SQLitePages(document, header, log: frames)
  }

  /// The file beside a database whose name is that of the database with an ending.
  static func companion(
    _ ending: String,
    of document: DocumentContent
  ) throws(FileFailure) -> DocumentContent? {
    guard !document.fileName.bytes.isEmpty else { return nil }
    let name = Path(bytes: document.fileName.bytes + Array(ending.utf8))
    return try document.companions?.document(at: [name])
  }

  /// Finds the tables; views and virtual tables have no pages of their own.
  func readSchema(
    _ walk: SQLiteWalk,
    visit: (SQLitePage, SQLiteTreePage) throws(ScanStopped) -> Void = { _, _ in },
    damage: (SQLiteFailure, SQLitePage?) throws(ScanStopped) -> Void
  ) throws(ScanStopped) {
    let schema = SQLiteTable(
      name: "sqlite_schema",
      root: 1,
      statement: Array("CREATE TABLE x(type, name, tbl_name, rootpage INT, sql)".utf8)
    )
    try eachRow(of: schema, walk, visit: visit, damage: damage) { row, bytes in
      take(row, bytes)
    }
  }

  private func take(_ row: SQLiteRow, _ bytes: Span<UInt8>) {
    guard tables.count + indexRoots.count < Self.mostEntries,
      let root = row.integer(3, bytes), root > 0, root <= Int64(pages.count)
    else { return }
    switch text(row, 0, bytes).map({ String(decoding: $0, as: UTF8.self) }) {
    case "table":
      let name = text(row, 1, bytes) ?? []
      tables.append(
        SQLiteTable(
          name: String(decoding: name, as: UTF8.self),
          root: Int(root),
          statement: text(row, 4, bytes) ?? []
        )
      )
    case "index": indexRoots.append(Int(root))
    default: break
    }
  }

  private func text(_ row: SQLiteRow, _ column: Int, _ bytes: Span<UInt8>) -> [UInt8]? {
    guard let field = row.field(column), field.isText,
      field.range.count <= Self.mostStatementBytes
    else { return nil }
    return SQLiteText.utf8(bytes.extracting(field.range), pages.header.encoding)
      .withBytes { text in text.indices.map { text[$0] } }
  }
}
