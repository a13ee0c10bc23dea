import Crypto
import Database
package import JSON
import Locks
package import POSIX
public import Secrets

/// The memory of what was done: rows that are only ever appended, each chained to the one before.
///
/// A row is on disk when it was appended. Several processes may write to one ledger; a process that is killed
/// leaves whole rows only. Safe to use from several tasks: rows are written one call at a time.
public final class Ledger: Sendable {
  /// The format that this program writes.
  public static let version = 1

  /// The file as it may be shown.
  public let shownPath: String
  /// 16 hex digits that all rows of this process share.
  public let run: String
  /// The file.
  package let path: Path

  let account: String
  let ticket: String?
  let now: @Sendable () -> Int64
  private let connection: Mutex<Connection>

  /// Opens a ledger, and makes it (0600, its folder 0700) if there is none.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - ticket: Stands in each row: the number under which this work was asked for or approved.
  ///   - patience: How long to wait for other processes.
  ///   - now: The time of day in nanoseconds since 1970.
  /// - Throws: If the file could be someone else's work, or cannot be used.
  package init(
    path: Path,
    ticket: String? = nil,
    patience: Duration = .seconds(10),
    now: @escaping @Sendable () -> Int64 = { WallClock.nanosecondsSince1970 }
  ) throws(LedgerFailure) {
    self.connection = Mutex(try LedgerFile(path: path, patience: patience).open())
    self.path = path
    self.shownPath = path.shown
    self.run = String(Fingerprint(of: Random.bytes(16).span).hex.prefix(16))
    self.account = Account.name
    self.ticket = ticket
    self.now = now
  }

  /// Opens a ledger, and makes it (0600, its folder 0700) if there is none.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - ticket: Stands in each row: the number under which this work was asked for or approved.
  /// - Throws: If the file could be someone else's work, or cannot be used.
  public convenience init(file: String, ticket: String? = nil) throws(LedgerFailure) {
    try self.init(path: Path(file), ticket: ticket)
  }

  /// Where the ledger is unless another file is named; nil if there is no home folder.
  package static var standardPath: Path? {
    if let folder = Environment.value("XDG_STATE_HOME"), folder.hasPrefix("/") {
      return Path(folder).appending("appauth-migrate/ledger.db")
    }
    #if canImport(Darwin)
    return Account.home?.appending("Library/Application Support/appauth-migrate/ledger.db")
    #else
    return Account.home?.appending(".local/state/appauth-migrate/ledger.db")
    #endif
  }

  /// Appends a row.
  ///
  /// What the latest row of this step and subject says already, in the same words and under the same plan, is not
  /// said again, nor is `pending` behind `started`: a run that was killed and resumed leaves the rows of one that was
  /// not.
  ///
  /// - Parameters:
  ///   - step: What is done.
  ///   - subject: To what.
  ///   - status: How far it has come.
  ///   - outcome: How it came out, in a stable word.
  ///   - detail: What else is known; no secrets. An object.
  ///   - plan: The digest of the plan that is applied.
  /// - Returns: The row, on disk; or the one that says it already.
  /// - Throws: If it was not appended.
  @discardableResult
  package func append(
    _ step: LedgerStep,
    _ subject: LedgerSubject,
    _ status: LedgerStatus,
    outcome: String? = nil,
    detail: JSONNode = [:],
    plan: String? = nil
  ) throws(LedgerFailure) -> LedgerEntry {
    let draft = LedgerDraft(step, subject, status, outcome: outcome, detail: detail, plan: plan)
    return try append([draft])[0]
  }

  /// Appends several rows at the price of one: all are on disk when it returns, or none is appended.
  ///
  /// - Parameter drafts: What they shall say, each as in ``append(_:_:_:outcome:detail:plan:)``.
  /// - Returns: A row for each draft.
  /// - Throws: If they were not appended.
  @discardableResult
  package func append(_ drafts: [LedgerDraft]) throws(LedgerFailure) -> [LedgerEntry] {
    try using { connection throws(LedgerFailure) in
      try connection.transaction(mapping: LedgerFailure.init) { () throws(LedgerFailure) in
        var entries: [LedgerEntry] = []
        for draft in drafts { entries.append(try write(draft, to: connection)) }
        return entries
      }
    }
  }

  /// The last row of a step and subject.
  ///
  /// - Parameters:
  ///   - step: Which step.
  ///   - subject: Which subject.
  /// - Returns: Nil if there is none.
  /// - Throws: If the ledger cannot be read.
  public func latest(
    _ step: LedgerStep,
    _ subject: LedgerSubject
  ) throws(LedgerFailure) -> LedgerEntry? {
    try using { connection throws(LedgerFailure) in try latest(step, subject, in: connection) }
  }

  /// Reads rows in their order, a part at a time.
  ///
  /// - Parameters:
  ///   - filter: Which rows.
  ///   - sequence: Only rows behind this number; the last one's for the next part.
  ///   - limit: The most rows.
  /// - Returns: Fewer than `limit` only at the end.
  /// - Throws: If the ledger cannot be read.
  public func entries(
    _ filter: LedgerFilter = LedgerFilter(),
    after sequence: Int64 = 0,
    limit: Int = .max
  ) throws(LedgerFailure) -> [LedgerEntry] {
    let (condition, values) = filter.condition
    return try using { connection throws(LedgerFailure) in
      try entries(
        "WHERE \(condition) ORDER BY sequence LIMIT ?",
        [.int(sequence)] + values + [.int(Int64(limit))],
        in: connection
      )
    }
  }

  /// Walks along the chain from the first row to the last.
  ///
  /// - Parameter head: A digest that was kept elsewhere, which must be that of some row.
  /// - Returns: The last row's digest and how many there are, or the first row that is not as it was written.
  /// - Throws: If the ledger cannot be read.
  public func verify(head: Fingerprint? = nil) throws(LedgerFailure) -> LedgerVerdict {
    try using { connection throws(LedgerFailure) in
      try connection.transaction(.deferred, mapping: LedgerFailure.init) {
        () throws(LedgerFailure) in
        try verdict(on: connection, head: head)
      }
    }
  }

  private func using<R: Sendable>(
    _ body: (Connection) throws(LedgerFailure) -> R
  ) throws(LedgerFailure) -> R {
    try connection.withLock { connection throws(LedgerFailure) in try body(connection) }
  }
}
