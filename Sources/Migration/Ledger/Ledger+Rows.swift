import Database
import JSON
import Secrets

/// What is done with the connection while it is held.
extension Ledger {
  func latest(
    _ step: LedgerStep,
    _ subject: LedgerSubject,
    in connection: Connection
  ) throws(LedgerFailure) -> LedgerEntry? {
    try entries(
      "WHERE step = ? AND subject = ? ORDER BY sequence DESC LIMIT 1",
      [.text(step.rawValue), .text(subject.text)],
      in: connection
    ).first
  }

  func entries(
    _ condition: String,
    _ values: [DatabaseValue],
    in connection: Connection
  ) throws(LedgerFailure) -> [LedgerEntry] {
    let links = try database { () throws(DatabaseFailure) in
      try connection.query("SELECT \(LedgerLink.columns) FROM entries \(condition)", values) {
        row throws(DatabaseFailure) in try LedgerLink(reading: row)
      }
    }
    var entries: [LedgerEntry] = []
    for link in links { entries.append(try entry(of: link)) }
    return entries
  }

  /// Writes a row, unless the latest one says it already; the transaction around it holds the lock.
  func write(_ draft: LedgerDraft, to connection: Connection) throws(LedgerFailure) -> LedgerEntry {
    let latest = try latest(draft.step, draft.subject, in: connection)
    if let latest, draft.isSaid(by: latest) { return latest }
    let last = try database { () throws(DatabaseFailure) in
      try connection.first(
        "SELECT sequence, hash FROM entries ORDER BY sequence DESC LIMIT 1"
      ) { row throws(DatabaseFailure) in
        (sequence: try row.int(0), hash: try row.fingerprint(1))
      }
    }
    let (sequence, isOver) = (last?.sequence ?? 0).addingReportingOverflow(1)
    guard !isOver else {
      throw LedgerFailure(.damaged("the last row has a number that no row can follow"), path)
    }
    let link = try database { () throws(DatabaseFailure) in
      let row = row(of: draft, sequence: sequence)
      let link = LedgerLink(row, after: last?.hash ?? LedgerLink.origin)
      let places = link.values.map { _ in "?" }.joined(separator: ", ")
      try connection.execute(
        "INSERT INTO entries (\(LedgerLink.columns)) VALUES (\(places))",
        link.values
      )
      return link
    }
    return try entry(of: link)
  }

  func verdict(
    on connection: Connection,
    head: Fingerprint?
  ) throws(LedgerFailure) -> LedgerVerdict {
    var count = 0
    var last = LedgerLink.origin
    var isHeadFound = head == nil
    var broken: LedgerVerdict?
    try database { () throws(DatabaseFailure) in
      let sql = "SELECT \(LedgerLink.columns) FROM entries ORDER BY sequence"
      try connection.forEach(sql) { row throws(DatabaseFailure) in
        let link = try LedgerLink(reading: row)
        count += 1
        if let reason = link.flaw(at: count, after: last) {
          broken = .broken(sequence: link.row.sequence, reason: reason)
          return false
        }
        last = link.hash
        isHeadFound = isHeadFound || last == head
        return true
      }
    }
    if let broken { return broken }
    guard isHeadFound else {
      return .broken(sequence: Int64(count), reason: "no row has the digest that was kept")
    }
    return .intact(head: last, count: count)
  }

  private func entry(of link: LedgerLink) throws(LedgerFailure) -> LedgerEntry {
    guard let entry = link.entry else {
      throw LedgerFailure(.damaged("row \(link.row.sequence) has an unknown word"), path)
    }
    return entry
  }

  private func row(of draft: LedgerDraft, sequence: Int64) -> LedgerRow {
    LedgerRow(
      sequence: sequence,
      time: Timestamp.milliseconds(now()),
      run: run,
      plan: draft.plan,
      step: draft.step.rawValue,
      subject: draft.subject.text,
      status: draft.status.rawValue,
      outcome: draft.outcome,
      detail: draft.detail.canonicalText,
      operator: account,
      ticket: ticket
    )
  }
}

extension LedgerLink {
  /// Why it does not follow the row before; nil if it does.
  fileprivate func flaw(at position: Int, after last: Fingerprint) -> String? {
    if row.sequence != position { return "a row before it is missing" }
    if previous != last { return "it does not follow the row before it" }
    if hash != row.hash(after: last) { return "it is not as it was written" }
    return nil
  }
}
