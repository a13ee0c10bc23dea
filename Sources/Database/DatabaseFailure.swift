package import POSIX

/// Why SQLite refused: the code, its words, and what to do.
///
/// Bound values never appear in it.
package struct DatabaseFailure: Error, Hashable, Sendable {
  /// The extended code.
  package let code: ResultCode
  /// SQLite's words; they name tables and columns, not values.
  package let message: String
  /// The statement with its placeholders, nil if there was none.
  package let sql: String?
  /// Which database.
  package let path: Path

  /// Names what failed.
  ///
  /// - Parameters:
  ///   - code: The extended code.
  ///   - message: Why, without a value in it.
  ///   - sql: The statement with its placeholders.
  ///   - path: Which database.
  package init(code: ResultCode, message: String, sql: String? = nil, path: Path) {
    self.code = code
    self.message = message
    self.sql = sql
    self.path = path
  }

  /// What to do about it; nil where nothing general can be said.
  package var hint: String? {
    switch code {
    case .busy, .locked: "another process uses it: wait until that ends, then run again"
    case .readOnly, .permission: "check the owner and mode of the file and its folder"
    case .cannotOpenSymlink: "name the real file instead of the link"
    case .cannotOpen: "check that the folder exists and is yours"
    case .corrupt, .notADatabase: "the file is damaged or no database: restore it or set it aside"
    case .full: "free some space, then run again"
    case .inputOutput: "check the disk, then run again"
    default: nil
    }
  }
}

extension DatabaseFailure: CustomStringConvertible {
  /// `database a/b: words (code); what to do`, in one line without control characters.
  package var description: String {
    let sentence = "database \(path.shown): \(message.neutralised) (SQLite code \(code.rawValue))"
    return hint.map { "\(sentence); \($0)" } ?? sentence
  }
}
