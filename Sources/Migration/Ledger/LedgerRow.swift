import Database
import JSON
import Secrets

/// A row as it stands in the file, before the words in it are understood.
struct LedgerRow {
  var sequence: Int64
  var time: String
  var run: String
  var plan: String?
  var step: String
  var subject: String
  var status: String
  var outcome: String?
  var detail: String
  var `operator`: String
  var ticket: String?

  /// The digest over the previous one (32 bytes) and this row as JSON, without blanks and with sorted names.
  func hash(after previous: Fingerprint) -> Fingerprint {
    let rest = JSONNode.object([
      ("operator", .string(`operator`)), ("outcome", .optional(outcome)),
      ("plan", .optional(plan)), ("run", .string(run)), ("sequence", .int(sequence)),
      ("status", .string(status)), ("step", .string(step)), ("subject", .string(subject)),
      ("ticket", .optional(ticket)), ("time", .string(time)),
    ])
    // The details are JSON with sorted names already, and "detail" comes before all the others.
    let row = Array("{\"detail\":\(detail),".utf8) + rest.encoded().dropFirst()
    return Fingerprint(of: (previous.bytes + row).span)
  }
}

/// A row with its place in the chain.
struct LedgerLink {
  let row: LedgerRow
  let previous: Fingerprint
  let hash: Fingerprint

  /// What the first row follows.
  static let origin = Fingerprint(of: Array("appauth-migrate ledger".utf8).span)

  static let columns = """
    sequence, time, run, plan, step, subject, status, outcome, detail, operator, ticket, previous, hash
    """

  init(_ row: LedgerRow, after previous: Fingerprint) {
    self.row = row
    self.previous = previous
    self.hash = row.hash(after: previous)
  }

  init(reading row: borrowing Row) throws(DatabaseFailure) {
    self.row = LedgerRow(
      sequence: try row.int("sequence"),
      time: try row.text("time"),
      run: try row.text("run"),
      plan: try row.text(orNull: "plan"),
      step: try row.text("step"),
      subject: try row.text("subject"),
      status: try row.text("status"),
      outcome: try row.text(orNull: "outcome"),
      detail: try row.text("detail"),
      operator: try row.text("operator"),
      ticket: try row.text(orNull: "ticket")
    )
    self.previous = try row.fingerprint("previous")
    self.hash = try row.fingerprint("hash")
  }

  var values: [DatabaseValue] {
    [
      .int(row.sequence), .text(row.time), .text(row.run), .optional(row.plan), .text(row.step),
      .text(row.subject), .text(row.status), .optional(row.outcome), .text(row.detail),
      .text(row.operator), .optional(row.ticket), .text(previous.hex), .text(hash.hex),
    ]
  }

  /// The row as callers see it; nil if a word in it is none of ours.
  var entry: LedgerEntry? {
    guard let step = LedgerStep(rawValue: row.step),
      let status = LedgerStatus(rawValue: row.status),
      let subject = LedgerSubject(text: row.subject)
    else { return nil }
    return LedgerEntry(
      sequence: row.sequence,
      time: row.time,
      run: row.run,
      plan: row.plan,
      step: step,
      subject: subject,
      status: status,
      outcome: row.outcome,
      operator: row.operator,
      ticket: row.ticket,
      previousHash: previous,
      hash: hash,
      detailText: row.detail
    )
  }
}

extension Row {
  /// A digest in hex.
  func fingerprint(_ column: Column) throws(DatabaseFailure) -> Fingerprint {
    // What is no digest fits no chain either; this one is no row's and not the origin's.
    Fingerprint(hex: try text(column)) ?? Fingerprint(of: [UInt8]().span)
  }
}
