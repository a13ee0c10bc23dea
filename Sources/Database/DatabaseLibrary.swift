import CSQLite

/// SQLite itself.
package enum DatabaseLibrary {
  /// The version that runs.
  package static var version: String {
    guard let text = unsafe sqlite3_libversion() else { return "unknown" }
    return unsafe String(cString: text)
  }
}
