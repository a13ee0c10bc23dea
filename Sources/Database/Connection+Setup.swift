import CSQLite

extension Connection {
  /// Sets what every connection must have, and finds out whether the file is a database at all.
  func configure(_ mode: Mode, _ options: Options) throws(DatabaseFailure) {
    guard unsafe appauth_harden(handle.pointer) == SQLITE_OK else { throw handle.failure(nil) }
    _ = unsafe sqlite3_limit(handle.pointer, SQLITE_LIMIT_LENGTH, options.maximumValueBytes)
    let timeout = options.busyTimeout.components
    let milliseconds = timeout.seconds * 1000 + timeout.attoseconds / 1_000_000_000_000_000
    _ = unsafe sqlite3_busy_timeout(handle.pointer, Int32(clamping: milliseconds))

    try runScript(
      """
      PRAGMA cell_size_check = ON;
      PRAGMA mmap_size = 0;
      PRAGMA temp_store = MEMORY;
      PRAGMA foreign_keys = ON;
      PRAGMA secure_delete = ON;
      PRAGMA synchronous = FULL;
      PRAGMA fullfsync = ON;
      PRAGMA checkpoint_fullfsync = ON;
      """
    )
    // The first statement that reads the file.
    _ = try userVersion
    if mode != .readOnly, options.writeAheadLog {
      try useWriteAheadLog(patience: options.busyTimeout)
    }
  }

  /// Two processes that switch a new file at once can find each other busy without the timeout being kept.
  private func useWriteAheadLog(patience: Duration) throws(DatabaseFailure) {
    let deadline = ContinuousClock.now.advanced(by: patience)
    while true {
      do throws(DatabaseFailure) {
        let journal = try first("PRAGMA journal_mode = WAL") { row throws(DatabaseFailure) in
          try row.text(0)
        }
        guard journal == "wal" else {
          throw handle.failure(.cannotOpen, "the file system allows no write-ahead log")
        }
        return
      } catch {
        guard error.code.primary == .busy, ContinuousClock.now < deadline else { throw error }
        _ = sqlite3_sleep(10)
      }
    }
  }
}
