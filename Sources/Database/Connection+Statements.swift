import CSQLite

extension Connection {
  /// Runs a statement that gives no rows.
  ///
  /// - Parameters:
  ///   - sql: One statement; values only as `?` placeholders.
  ///   - arguments: One value for each placeholder.
  /// - Returns: How many rows it inserted, updated or deleted.
  /// - Throws: What SQLite refuses.
  @discardableResult
  package func execute(
    _ sql: String,
    _ arguments: [DatabaseValue] = []
  ) throws(DatabaseFailure) -> Int {
    try prepare(sql).run(arguments)
    return unsafe Int(sqlite3_changes64(handle.pointer))
  }

  /// Runs several statements without values, as for a schema.
  ///
  /// - Parameter sql: The statements.
  /// - Throws: What SQLite refuses; what came before it is done unless a transaction holds it.
  package func runScript(_ sql: String) throws(DatabaseFailure) {
    let code = unsafe sqlite3_exec(handle.pointer, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw handle.failure(sql) }
  }

  /// Reads all rows of a result.
  ///
  /// - Parameters:
  ///   - sql: One statement; values only as `?` placeholders.
  ///   - arguments: One value for each placeholder.
  ///   - read: Makes a value of each row.
  /// - Returns: The values, in order.
  /// - Throws: What SQLite refuses, or `read` throws.
  package func query<T>(
    _ sql: String,
    _ arguments: [DatabaseValue] = [],
    _ read: (borrowing Row) throws(DatabaseFailure) -> T
  ) throws(DatabaseFailure) -> [T] {
    var values: [T] = []
    try forEach(sql, arguments) { row throws(DatabaseFailure) in
      values.append(try read(row))
      return true
    }
    return values
  }

  /// Reads the first row of a result.
  ///
  /// - Parameters:
  ///   - sql: One statement; values only as `?` placeholders.
  ///   - arguments: One value for each placeholder.
  ///   - read: Makes a value of the row.
  /// - Returns: The value; nil if there is no row.
  /// - Throws: What SQLite refuses, or `read` throws.
  package func first<T>(
    _ sql: String,
    _ arguments: [DatabaseValue] = [],
    _ read: (borrowing Row) throws(DatabaseFailure) -> T
  ) throws(DatabaseFailure) -> T? {
    var value: T?
    try forEach(sql, arguments) { row throws(DatabaseFailure) in
      value = try read(row)
      return false
    }
    return value
  }

  /// Reads a result row by row, however long it is.
  ///
  /// - Parameters:
  ///   - sql: One statement; values only as `?` placeholders.
  ///   - arguments: One value for each placeholder.
  ///   - body: Called with each row; false to stop.
  /// - Throws: What SQLite refuses, or `body` throws.
  package func forEach(
    _ sql: String,
    _ arguments: [DatabaseValue] = [],
    _ body: (borrowing Row) throws(DatabaseFailure) -> Bool
  ) throws(DatabaseFailure) {
    try prepare(sql).run(arguments, body)
  }

  /// The key of the row that was inserted last.
  package var lastInsertedRowID: Int64 { unsafe sqlite3_last_insert_rowid(handle.pointer) }

  /// The number that a program keeps in the file's header for its schema.
  package var userVersion: Int64 {
    get throws(DatabaseFailure) {
      try first("PRAGMA user_version") { row throws(DatabaseFailure) in try row.int(0) } ?? 0
    }
  }

  /// Sets the number that a program keeps in the file's header for its schema; part of the transaction, if any.
  ///
  /// - Parameter version: The number.
  /// - Throws: What SQLite refuses.
  package func setUserVersion(_ version: Int32) throws(DatabaseFailure) {
    // A pragma takes no placeholder.
    try runScript("PRAGMA user_version = \(version)")
  }

  /// Brings the write-ahead log home and empties it, so that nothing old lies in it.
  ///
  /// - Throws: `busy` if a reader kept it from being emptied.
  package func checkpoint() throws(DatabaseFailure) {
    let isBusy = try first("PRAGMA wal_checkpoint(TRUNCATE)") { row throws(DatabaseFailure) in
      try row.int(0) != 0
    }
    if isBusy == true { throw handle.failure(.busy, "a reader holds the write-ahead log") }
  }

  /// Looks for damage.
  ///
  /// - Returns: What SQLite found; empty if all is well.
  /// - Throws: What SQLite refuses.
  package func problems() throws(DatabaseFailure) -> [String] {
    do throws(DatabaseFailure) {
      let found = try query("PRAGMA integrity_check(20)") { row throws(DatabaseFailure) in
        try row.text(0)
      }
      return found == ["ok"] ? [] : found
    } catch {
      guard [.corrupt, .notADatabase].contains(error.code.primary) else { throw error }
      return [error.message]
    }
  }
}
