import POSIX

/// What is wrong with a database: in which page, and why.
enum SQLiteFailure: Error {
  /// The file breaks the rules of the format.
  case damaged(page: Int?, StaticString)
  /// The system refused.
  case unreadable(FileFailure)

  /// Where it is, if it is in a page.
  func locator(pageSize: Int) -> Locator? {
    guard case .damaged(let page?, _) = self, page > 0 else { return nil }
    let offset = (page - 1).multipliedReportingOverflow(by: pageSize).partialValue
    return Locator(kind: .sqlite, path: [], range: offset..<offset)
  }

  /// What a scan says of it.
  var reason: ScanFailure.Reason {
    switch self {
    case .damaged(let page?, let words): .malformed("page \(page) \(words)")
    case .damaged(nil, let words): .malformed("\(words)")
    case .unreadable(let failure): .unreadable("\(failure)")
    }
  }
}
