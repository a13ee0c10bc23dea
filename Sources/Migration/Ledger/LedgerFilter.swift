import Database

/// Which rows are asked for; what is nil does not matter.
public struct LedgerFilter: Hashable, Sendable {
  /// Only rows of these steps; empty for all.
  public var steps: Set<LedgerStep> = []
  /// Only rows of these statuses; empty for all.
  public var statuses: Set<LedgerStatus> = []
  /// Only rows that came out so, in its stable word.
  public var outcome: String?
  /// Only rows about this.
  public var subject: LedgerSubject?
  /// Only rows of this plan.
  public var plan: String?
  /// Only rows of this process.
  public var run: String?
  /// Only rows with this ticket.
  public var ticket: String?
  /// Only rows at or after this moment, in the ledger's own form.
  public var since: String?
  /// Only the last row of each step and subject: how things stand.
  ///
  /// What a provider answered one client about a token says nothing for another: each client and issuer has a last row
  /// of its own. With a ``plan``, what other plans did later does not matter.
  public var latestOnly = false

  /// All rows.
  public init() {}

  /// The condition, and a value for each placeholder in it.
  var condition: (sql: String, values: [DatabaseValue]) {
    var terms = ["sequence > ?"]
    var values: [DatabaseValue] = []
    func add(_ column: String, _ texts: [String]) {
      guard !texts.isEmpty else { return }
      terms.append("\(column) IN (\(texts.map { _ in "?" }.joined(separator: ", ")))")
      values += texts.map(DatabaseValue.text)
    }
    add("step", steps.map(\.rawValue).sorted())
    add("status", statuses.map(\.rawValue).sorted())
    add("outcome", [outcome].compactMap { $0 })
    add("subject", [subject?.text].compactMap { $0 })
    add("plan", [plan].compactMap { $0 })
    add("run", [run].compactMap { $0 })
    add("ticket", [ticket].compactMap { $0 })
    if let since {
      terms.append("time >= ?")
      values.append(.text(since))
    }
    if latestOnly {
      terms.append(
        """
        NOT EXISTS (SELECT 1 FROM entries AS later WHERE later.step = entries.step
          AND later.subject = entries.subject AND later.sequence > entries.sequence
          AND \(Self.client(of: "later")) IS \(Self.client(of: "entries"))\(plan == nil ? "" : " AND later.plan = ?"))
        """
      )
      values += [plan].compactMap { $0 }.map(DatabaseValue.text)
    }
    return (terms.joined(separator: " AND "), values)
  }

  /// The client and issuer that a row names; nothing where a stranger wrote what is no JSON.
  private static func client(of table: String) -> String {
    """
    CASE WHEN json_valid(\(table).detail)
      THEN json_extract(\(table).detail, '$.client_id', '$.issuer') END
    """
  }
}
