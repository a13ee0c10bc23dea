import CSQLite

/// A result code of SQLite, primary or extended.
///
/// Pattern matching with a primary code matches all its extensions: `case .busy` matches `SQLITE_BUSY_SNAPSHOT`, too.
///
/// - SeeAlso: <https://www.sqlite.org/rescode.html>
package struct ResultCode: RawRepresentable, Hashable, Sendable {
  /// The number, with its extension in the upper bits.
  package let rawValue: Int32

  /// Takes a number as SQLite gives it.
  ///
  /// - Parameter rawValue: The number.
  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The code without its extension.
  package var primary: ResultCode { ResultCode(rawValue: rawValue & 0xFF) }

  /// Matches the same code, and every extension of a primary one.
  ///
  /// - Parameters:
  ///   - pattern: What is looked for.
  ///   - code: What came.
  /// - Returns: Whether it matches.
  package static func ~= (pattern: ResultCode, code: ResultCode) -> Bool {
    pattern == code || pattern == code.primary
  }

  /// What SQLite calls a general error: bad SQL, mostly.
  package static let error = ResultCode(rawValue: SQLITE_ERROR)
  /// An operation was interrupted.
  package static let interrupt = ResultCode(rawValue: SQLITE_INTERRUPT)
  /// Rights are missing.
  package static let permission = ResultCode(rawValue: SQLITE_PERM)
  /// A callback asked to stop.
  package static let abort = ResultCode(rawValue: SQLITE_ABORT)
  /// Another process holds the lock.
  package static let busy = ResultCode(rawValue: SQLITE_BUSY)
  /// The same process holds the lock.
  package static let locked = ResultCode(rawValue: SQLITE_LOCKED)
  /// No memory.
  package static let noMemory = ResultCode(rawValue: SQLITE_NOMEM)
  /// The database may not be written.
  package static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
  /// The disk failed.
  package static let inputOutput = ResultCode(rawValue: SQLITE_IOERR)
  /// The file is damaged.
  package static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
  /// The disk is full.
  package static let full = ResultCode(rawValue: SQLITE_FULL)
  /// The file can't be opened.
  package static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
  /// A link stands where the file should.
  package static let cannotOpenSymlink = ResultCode(rawValue: SQLITE_CANTOPEN | (6 << 8))
  /// The schema changed.
  package static let schema = ResultCode(rawValue: SQLITE_SCHEMA)
  /// A value is larger than is allowed.
  package static let tooBig = ResultCode(rawValue: SQLITE_TOOBIG)
  /// A constraint or trigger refused.
  package static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
  /// Such a row exists already.
  package static let constraintUnique = ResultCode(rawValue: SQLITE_CONSTRAINT | (8 << 8))
  /// Such a primary key exists already.
  package static let constraintPrimaryKey = ResultCode(rawValue: SQLITE_CONSTRAINT | (6 << 8))
  /// A trigger said RAISE.
  package static let constraintTrigger = ResultCode(rawValue: SQLITE_CONSTRAINT | (7 << 8))
  /// A row that is referred to is missing.
  package static let constraintForeignKey = ResultCode(rawValue: SQLITE_CONSTRAINT | (3 << 8))
  /// A value is of another type than was asked for.
  package static let mismatch = ResultCode(rawValue: SQLITE_MISMATCH)
  /// The interface was used in a way that it doesn't allow.
  package static let misuse = ResultCode(rawValue: SQLITE_MISUSE)
  /// There is no such parameter or column.
  package static let range = ResultCode(rawValue: SQLITE_RANGE)
  /// The file is no database.
  package static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)
}

extension ResultCode: CustomStringConvertible {
  /// The number and SQLite's words for it.
  package var description: String {
    guard let words = unsafe sqlite3_errstr(rawValue) else { return String(rawValue) }
    return unsafe "\(rawValue) (\(String(cString: words)))"
  }
}
