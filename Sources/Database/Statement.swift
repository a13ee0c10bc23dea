import CSQLite
import Secrets

/// A compiled statement, owned by its connection's cache or by whoever prepared it.
///
/// Not Sendable: it belongs to its ``Connection``.
@safe package final class Statement {
  /// The SQL with its placeholders.
  package let sql: String
  /// The names of the result's columns.
  package let columnNames: [String]

  let handle: Handle
  let pointer: OpaquePointer
  /// Whether its rows are being read: it can't be started again meanwhile.
  private(set) var isRunning = false

  init(_ sql: String, on handle: Handle) throws(DatabaseFailure) {
    var compiled: OpaquePointer?
    var isComplete = true
    var text = sql
    let code = text.withUTF8 { text in
      unsafe text.withMemoryRebound(to: CChar.self) { text in
        var tail: UnsafePointer<CChar>?
        let code = unsafe sqlite3_prepare_v3(
          handle.pointer,
          text.baseAddress,
          Int32(clamping: text.count),
          UInt32(SQLITE_PREPARE_PERSISTENT),
          &compiled,
          &tail
        )
        if let start = text.baseAddress, let tail = unsafe tail {
          let rest = unsafe text[(tail - start)...]
          isComplete = unsafe rest.allSatisfy { UInt8(bitPattern: $0) <= UInt8(ascii: " ") }
        }
        return code
      }
    }
    guard code == SQLITE_OK else { throw handle.failure(sql) }
    guard let compiled = unsafe compiled else {
      throw handle.failure(.misuse, "there is no statement in it", sql)
    }
    guard isComplete else {
      _ = unsafe sqlite3_finalize(compiled)
      throw handle.failure(.misuse, "there is more than one statement in it", sql)
    }
    unsafe self.pointer = compiled
    self.sql = sql
    self.handle = handle
    self.columnNames = unsafe (0..<sqlite3_column_count(compiled)).map { index in
      unsafe sqlite3_column_name(compiled, index).map { unsafe String(cString: $0) } ?? ""
    }
  }

  deinit {
    _ = unsafe sqlite3_finalize(pointer)
  }

  /// Runs it to the end, or until `body` has seen enough.
  ///
  /// - Parameters:
  ///   - arguments: One value for each placeholder.
  ///   - body: Called with each row; false to stop.
  /// - Throws: What SQLite refuses, or `body` throws.
  package func run(
    _ arguments: [DatabaseValue] = [],
    _ body: (borrowing Row) throws(DatabaseFailure) -> Bool = { _ in true }
  ) throws(DatabaseFailure) {
    guard !isRunning else { throw handle.failure(.misuse, "the statement is running", sql) }
    guard unsafe Int(sqlite3_bind_parameter_count(pointer)) == arguments.count else {
      throw handle.failure(.range, "the number of values is not that of the placeholders", sql)
    }
    isRunning = true
    defer {
      // Before the borrowed bytes end their life elsewhere.
      _ = unsafe sqlite3_reset(pointer)
      _ = unsafe sqlite3_clear_bindings(pointer)
      isRunning = false
    }
    try bind(arguments[...], at: 1) { () throws(DatabaseFailure) in try step(body) }
  }

  private func step(
    _ body: (borrowing Row) throws(DatabaseFailure) -> Bool
  ) throws(DatabaseFailure) {
    let row = Row(statement: self)
    while true {
      switch unsafe sqlite3_step(pointer) {
      case SQLITE_ROW: if try !body(row) { return }
      case SQLITE_DONE: return
      default: throw handle.failure(sql)
      }
    }
  }

  /// Binds one value after the other, inside the loan of each secret, and runs `body` inside all of them.
  private func bind(
    _ arguments: ArraySlice<DatabaseValue>,
    at index: Int32,
    _ body: () throws(DatabaseFailure) -> Void
  ) throws(DatabaseFailure) {
    guard let argument = arguments.first else { return try body() }
    let rest = arguments.dropFirst()
    guard case .secret(let secret) = argument, !secret.isEmpty else {
      try check(bind(argument, at: index))
      return try bind(rest, at: index + 1, body)
    }
    try secret.withBytes { (bytes: Span<UInt8>) throws(DatabaseFailure) in
      let code = unsafe bytes.withUnsafeBytes { bytes in
        unsafe appauth_bind_borrowed_blob(
          pointer,
          index,
          bytes.baseAddress,
          sqlite3_uint64(bytes.count)
        )
      }
      try check(code)
      try bind(rest, at: index + 1, body)
      // Unbound while the loan lasts.
      _ = unsafe sqlite3_reset(pointer)
      _ = unsafe sqlite3_bind_null(pointer, index)
    }
  }

  private func bind(_ argument: DatabaseValue, at index: Int32) -> Int32 {
    switch argument {
    case .null: return unsafe sqlite3_bind_null(pointer, index)
    case .int(let value): return unsafe sqlite3_bind_int64(pointer, index, value)
    case .double(let value): return unsafe sqlite3_bind_double(pointer, index, value)
    case .text(var text):
      return text.withUTF8 { text in
        unsafe text.withMemoryRebound(to: CChar.self) { text in
          unsafe appauth_bind_copied_text(
            pointer,
            index,
            text.baseAddress,
            sqlite3_uint64(text.count)
          )
        }
      }
    case .blob(let bytes) where !bytes.isEmpty:
      return unsafe bytes.withUnsafeBytes { bytes in
        unsafe appauth_bind_copied_blob(
          pointer,
          index,
          bytes.baseAddress,
          sqlite3_uint64(bytes.count)
        )
      }
    case .blob, .secret:
      // A blob at no address would be null.
      return unsafe sqlite3_bind_zeroblob(pointer, index, 0)
    }
  }

  private func check(_ code: Int32) throws(DatabaseFailure) {
    if code != SQLITE_OK { throw handle.failure(sql) }
  }
}

@available(*, unavailable, message: "a statement belongs to its connection")
extension Statement: Sendable {}
