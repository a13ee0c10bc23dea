import Secrets

/// Goes through b-trees, each page of the file once, so that no pointer leads in a circle.
final class SQLiteWalk {
  let pages: SQLitePages
  /// The pages that belong to something.
  private(set) var visited = PageSet()

  /// SQLite itself gives up at 20.
  private static let mostDepth = 32

  init(_ pages: SQLitePages) { self.pages = pages }

  /// Visits the pages below a root in the order in which their pointers stand.
  ///
  /// - Parameters:
  ///   - root: The page to start with.
  ///   - visit: Receives each page and what is on it.
  ///   - damage: Receives what is wrong; the walk goes on behind it. With the page, if that could be read.
  /// - Throws: What the receivers throw.
  func walk(
    _ root: Int,
    visit: (SQLitePage, SQLiteTreePage) throws(ScanStopped) -> Void,
    damage: (SQLiteFailure, SQLitePage?) throws(ScanStopped) -> Void
  ) throws(ScanStopped) {
    var stack = [(number: root, depth: 1)]
    var isTable: Bool?
    while let (number, depth) = stack.popLast() {
      let page: SQLitePage
      do throws(SQLiteFailure) {
        page = try open(number, depth: depth)
      } catch {
        try damage(error, nil)
        continue
      }
      let tree: SQLiteTreePage
      do throws(SQLiteFailure) {
        tree = try page.withBytes { bytes throws(SQLiteFailure) in
          try SQLiteTreePage(bytes, number: number, usable: pages.header.usable)
        }
        guard isTable ?? tree.kind.isTable == tree.kind.isTable else {
          throw .damaged(page: number, "is of another kind than the page above it")
        }
      } catch {
        try damage(error, page)
        continue
      }
      isTable = tree.kind.isTable
      try visit(page, tree)
      for child in tree.children.reversed() { stack.append((child, depth + 1)) }
    }
  }

  /// Marks a page as belonging to something; false if it does already.
  func take(_ number: Int) -> Bool { visited.insert(number) }

  private func open(_ number: Int, depth: Int) throws(SQLiteFailure) -> SQLitePage {
    guard depth <= Self.mostDepth else {
      throw .damaged(page: number, "is deeper in its tree than any version of SQLite reads")
    }
    let page = try pages.page(number)
    guard take(number) else {
      throw .damaged(page: number, "belongs to two places at once")
    }
    return page
  }
}
