import CSQLite
package import Secrets

/// One row of a result, readable only while it is the current one.
///
/// A value of another type than was asked for is an error, as it means that someone else wrote the file.
@safe package struct Row: ~Copyable {
  private let statement: Statement

  init(statement: Statement) {
    self.statement = statement
  }

  /// Which column: by name or by position.
  package enum Column: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, Sendable {
    /// The position, from 0.
    case index(Int)
    /// The name as the statement spells it.
    case name(String)

    /// Takes a position.
    ///
    /// - Parameter value: The position, from 0.
    package init(integerLiteral value: Int) { self = .index(value) }

    /// Takes a name.
    ///
    /// - Parameter value: The name as the statement spells it.
    package init(stringLiteral value: String) { self = .name(value) }
  }

  /// The names of the columns.
  package var columnNames: [String] { statement.columnNames }

  /// Whether there is nothing in it.
  ///
  /// - Parameter column: Which.
  /// - Returns: Whether it is null.
  /// - Throws: If there is no such column.
  package func isNull(_ column: Column) throws(DatabaseFailure) -> Bool {
    try type(column).type == SQLITE_NULL
  }

  /// An integer.
  ///
  /// - Parameter column: Which.
  /// - Returns: The integer.
  /// - Throws: `mismatch` if it is something else.
  package func int(_ column: Column) throws(DatabaseFailure) -> Int64 {
    unsafe sqlite3_column_int64(statement.pointer, try index(column, SQLITE_INTEGER))
  }

  /// A number; integers are numbers, too.
  ///
  /// - Parameter column: Which.
  /// - Returns: The number.
  /// - Throws: `mismatch` if it is something else.
  package func double(_ column: Column) throws(DatabaseFailure) -> Double {
    unsafe sqlite3_column_double(
      statement.pointer,
      try index(column, SQLITE_FLOAT, SQLITE_INTEGER)
    )
  }

  /// Text; never for a secret.
  ///
  /// - Parameter column: Which.
  /// - Returns: The text, invalid UTF-8 replaced.
  /// - Throws: `mismatch` if it is something else.
  package func text(_ column: Column) throws(DatabaseFailure) -> String {
    let index = try index(column, SQLITE_TEXT)
    return unsafe withBytes(at: index) { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// Plain bytes.
  ///
  /// - Parameter column: Which.
  /// - Returns: A copy.
  /// - Throws: `mismatch` if it is something else.
  package func blob(_ column: Column) throws(DatabaseFailure) -> [UInt8] {
    let index = try index(column, SQLITE_BLOB)
    return unsafe withBytes(at: index) { unsafe Array($0) }
  }

  /// The bytes of a blob or text, straight into protected memory.
  ///
  /// - Parameter column: Which.
  /// - Returns: A copy, the only one that is ours.
  /// - Throws: `mismatch` if it is something else.
  package func secret(_ column: Column) throws(DatabaseFailure) -> SecretBytes {
    let index = try index(column, SQLITE_BLOB, SQLITE_TEXT)
    return unsafe withBytes(at: index) { unsafe SecretBytes(copying: $0) }
  }

  /// An integer, if there is something.
  ///
  /// - Parameter column: Which.
  /// - Returns: Nil for null.
  /// - Throws: `mismatch` if it is something else.
  package func int(orNull column: Column) throws(DatabaseFailure) -> Int64? {
    try isNull(column) ? nil : int(column)
  }

  /// Text, if there is something.
  ///
  /// - Parameter column: Which.
  /// - Returns: Nil for null.
  /// - Throws: `mismatch` if it is something else.
  package func text(orNull column: Column) throws(DatabaseFailure) -> String? {
    try isNull(column) ? nil : text(column)
  }

  /// Plain bytes, if there are any.
  ///
  /// - Parameter column: Which.
  /// - Returns: Nil for null.
  /// - Throws: `mismatch` if it is something else.
  package func blob(orNull column: Column) throws(DatabaseFailure) -> [UInt8]? {
    try isNull(column) ? nil : blob(column)
  }

  /// Secret bytes, if there are any.
  ///
  /// - Parameter column: Which.
  /// - Returns: Nil for null.
  /// - Throws: `mismatch` if it is something else.
  package func secret(orNull column: Column) throws(DatabaseFailure) -> SecretBytes? {
    try isNull(column) ? nil : secret(column)
  }

  /// Whatever it is; a blob comes as plain bytes.
  ///
  /// - Parameter column: Which.
  /// - Returns: The value.
  /// - Throws: If there is no such column.
  package func value(_ column: Column) throws(DatabaseFailure) -> DatabaseValue {
    switch try type(column).type {
    case SQLITE_INTEGER: .int(try int(column))
    case SQLITE_FLOAT: .double(try double(column))
    case SQLITE_TEXT: .text(try text(column))
    case SQLITE_BLOB: .blob(try blob(column))
    default: .null
    }
  }

  private func type(_ column: Column) throws(DatabaseFailure) -> (index: Int32, type: Int32) {
    let found =
      switch column {
      case .index(let index): statement.columnNames.indices.contains(index) ? index : nil
      case .name(let name): statement.columnNames.firstIndex(of: name)
      }
    guard let found else {
      throw statement.handle.failure(.range, "there is no column \(column)", statement.sql)
    }
    let index = Int32(found)
    return (index, unsafe sqlite3_column_type(statement.pointer, index))
  }

  private func index(_ column: Column, _ wanted: Int32...) throws(DatabaseFailure) -> Int32 {
    let (index, type) = try type(column)
    guard wanted.contains(type) else {
      throw statement.handle.failure(
        .mismatch,
        "column \(statement.columnNames[Int(index)]) holds a value of another type",
        statement.sql
      )
    }
    return index
  }

  private func withBytes<R>(at index: Int32, _ body: (UnsafeRawBufferPointer) -> R) -> R {
    // The pointer first, the count after it: the other order may convert what the pointer shows.
    let start = unsafe sqlite3_column_blob(statement.pointer, index)
    let count = unsafe Int(sqlite3_column_bytes(statement.pointer, index))
    return unsafe body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }
}
