import POSIX
import Secrets

/// One reading of a database: its tables, then what is left of deleted rows.
final class SQLiteScan {
  private let file: SQLiteFile
  private let walk: SQLiteWalk
  private let root = Layer(SecretBytes(copying: [UInt8]()))
  private var residue: SQLiteResidue
  private var pages: SQLitePages { file.pages }

  init(_ file: SQLiteFile) {
    self.file = file
    walk = SQLiteWalk(file.pages)
    residue = SQLiteResidue(file.pages)
  }

  func read(emit: Emit) throws(ScanStopped) {
    // States are emitted as they are read; of each the tokens are kept, so that their older copies are known.
    func live(_ finding: Finding) throws(ScanStopped) {
      if case .state(let state, _) = finding { residue.know(state) }
      try emit(finding)
    }
    func damage(_ failure: SQLiteFailure, _ page: SQLitePage?) throws(ScanStopped) {
      try emit(.unread(SQLiteDatabase.damaged))
      try emit(.failure(failure.reason, failure.locator(pageSize: pages.header.pageSize)))
      if let page { residue.search(page, "damaged page") }
    }
    func gaps(_ page: SQLitePage, _ tree: SQLiteTreePage) { residue.search(page, tree.unused) }
    func tail(_ found: SQLiteWalk.Overflow) throws(ScanStopped) {
      residue.search(found.tail.page, [found.tail.unused])
      guard found.isMarked else { return }
      let most = pages.document.limits.documentBytes >> 20
      try emit(.failure(.beyondLimit("a value longer than \(most) MiB was not read"), nil))
    }

    try file.readSchema(walk, visit: gaps, damage: damage)
    for table in file.tables {
      let reader = SQLiteTableReader(table, pages.header.encoding, root)
      try file.eachRow(of: table, walk, visit: gaps, overflow: tail, damage: damage) {
        row,
        bytes throws(ScanStopped) in
        try reader.read(row, bytes, emit: live)
      }
    }
    for index in file.indexRoots { try readIndex(index, visit: gaps, damage: damage) }
    try SQLiteURLCache(file, root)?.read(emit: emit)
    try searchTheRest(emit: emit)
    try residue.finish(emit: emit)
  }

  /// An index repeats values of its table; its pages and overflow pages belong to something all the same.
  private func readIndex(
    _ index: Int,
    visit: (SQLitePage, SQLiteTreePage) -> Void,
    damage: (SQLiteFailure, SQLitePage?) throws(ScanStopped) -> Void
  ) throws(ScanStopped) {
    func see(_ page: SQLitePage, _ tree: SQLiteTreePage) throws(ScanStopped) {
      visit(page, tree)
      for cell in tree.cells where cell.local.count < cell.size {
        do throws(SQLiteFailure) {
          let found = try walk.follow(cell, from: page, limit: 0)
          residue.search(found.tail.page, [found.tail.unused])
        } catch {
          try damage(error, nil)
        }
      }
    }
    try walk.walk(index, visit: see, damage: damage)
  }

  /// Pages that belong to nothing, pages that the log replaced, the log's old frames, and the journal.
  private func searchTheRest(emit: Emit) throws(ScanStopped) {
    do throws(FileFailure) {
      try residue.searchFreePages(pages, walk)
      if let log = pages.log { try residue.searchFrames(of: log) }
      if let journal = try SQLiteFile.companion("-journal", of: pages.document) {
        try residue.searchJournal(journal, pageSize: pages.header.pageSize)
      }
    } catch {
      try emit(.unread(SQLiteDatabase.damaged))
      try emit(.failure(.unreadable("\(error)"), nil))
    }
  }
}
