import POSIX
import Secrets

/// An SQLite database of any schema, read from its bytes: SQLite itself never opens it.
///
/// Tables are read with the write-ahead log applied; views, triggers and virtual tables are not looked at. What the
/// file, the log and the journal hold besides is searched for states that were deleted.
enum SQLiteDatabase: DocumentReader {
  static let kind = Locator.Kind.sqlite

  /// What coverage says of one that is not all read, whether or not there are marks in it.
  static let damaged = "a damaged SQLite database"

  static func recognises(_ document: DocumentHead) -> Bool {
    document.bytes.span.matches(SQLiteHeader.magic, at: 0)
  }

  /// Worth reading unless there is nothing in it and its log that could be part of a state: values are cut into pages,
  /// written in UTF-16 or only in the log.
  static func look(at document: DocumentContent) throws(FileFailure) -> FirstLook {
    if try SQLiteSieve.holdsNothing(document) { return FirstLook(.nothing) }
    let code = document.head.bytes.span.uint32(at: 56)
    let encoding = SQLiteHeader.TextEncoding(rawValue: code) ?? .utf8
    if try document.isMarked(as: encoding) { return FirstLook(.marked) }
    let log = try? SQLiteFile.companion("-wal", of: document)
    return try log?.isMarked(as: encoding) == true
      ? FirstLook(.marked) : FirstLook(.unmarked)
  }

  static func read(_ document: DocumentContent, emit: Emit) throws(ScanStopped) {
    var log: DocumentContent?
    do throws(FileFailure) {
      log = try SQLiteFile.companion("-wal", of: document)
    } catch {
      try emit(.unread(damaged))
      try emit(.failure(.unreadable("its write-ahead log: \(error)"), nil))
    }
    let file: SQLiteFile
    do throws(SQLiteFailure) {
      file = try SQLiteFile(document, log: log)
    } catch {
      try emit(.unread(damaged))
      return try emit(.failure(error.reason, nil))
    }
    try SQLiteScan(file).read(emit: emit)
  }
}

extension DocumentContent {
  /// Whether a mark stands in it, in UTF-8 or as the database writes its texts.
  fileprivate func isMarked(as encoding: SQLiteHeader.TextEncoding) throws(FileFailure) -> Bool {
    try contains { bytes in
      if MarkSieve.shared.kinds(in: bytes, of: .mark) == .mark, Marks.occur(in: bytes) {
        return true
      }
      guard encoding != .utf8 else { return false }
      // At which byte the units begin depends on the page.
      return [0, 1].contains { start in
        guard bytes.count > start else { return false }
        return SQLiteText.utf8(bytes.extracting(start..<bytes.count), encoding)
          .withBytes { Marks.occur(in: $0) }
      }
    }
  }
}
