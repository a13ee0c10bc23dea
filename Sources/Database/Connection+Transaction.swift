import CSQLite

/// When a transaction takes the lock.
package enum TransactionKind: String, Hashable, Sendable {
  /// With the first write, which fails at once if another process wrote since the first read.
  case deferred = "BEGIN DEFERRED"
  /// At once, after waiting for other writers: what is read in it is true until it ends.
  case immediate = "BEGIN IMMEDIATE"
  /// At once, and without readers where there is no write-ahead log.
  case exclusive = "BEGIN EXCLUSIVE"
}

extension Connection {
  /// Whether a transaction is open.
  package var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle.pointer) == 0 }

  /// Does all of `body` or nothing; when it returns, it is on disk.
  ///
  /// Inside another transaction it is a part of that, which can still be undone by itself.
  ///
  /// - Parameters:
  ///   - kind: When to take the lock.
  ///   - body: What to do.
  /// - Returns: What `body` returns.
  /// - Throws: What SQLite refuses, or `body` throws; nothing is done then.
  @discardableResult
  package func transaction<R>(
    _ kind: TransactionKind = .immediate,
    _ body: () throws(DatabaseFailure) -> R
  ) throws(DatabaseFailure) -> R {
    try transaction(kind, mapping: { $0 }, body)
  }

  /// Does all of `body`, which has errors of its own, or nothing; when it returns, it is on disk.
  ///
  /// - Parameters:
  ///   - kind: When to take the lock.
  ///   - mapping: Makes the caller's error of SQLite's.
  ///   - body: What to do.
  /// - Returns: What `body` returns.
  /// - Throws: What SQLite refuses, mapped, or `body` throws; nothing is done then.
  @discardableResult
  package func transaction<R, E: Error>(
    _ kind: TransactionKind = .immediate,
    mapping: (DatabaseFailure) -> E,
    _ body: () throws(E) -> R
  ) throws(E) -> R {
    let isNested = isInTransaction
    try mapped(mapping) { () throws(DatabaseFailure) in
      try execute(isNested ? "SAVEPOINT part" : kind.rawValue)
    }
    do {
      let result = try body()
      try mapped(mapping) { () throws(DatabaseFailure) in
        try execute(isNested ? "RELEASE part" : "COMMIT")
      }
      return result
    } catch {
      // Some failures (a full disk) have rolled back already; what fails here is undone by the next opener.
      if isInTransaction {
        if isNested {
          _ = try? execute("ROLLBACK TO part")
          _ = try? execute("RELEASE part")
        } else {
          _ = try? execute("ROLLBACK")
        }
      }
      throw error
    }
  }

  private func mapped<E: Error>(
    _ mapping: (DatabaseFailure) -> E,
    _ call: () throws(DatabaseFailure) -> Int
  ) throws(E) {
    do {
      _ = try call()
    } catch {
      throw mapping(error)
    }
  }
}
