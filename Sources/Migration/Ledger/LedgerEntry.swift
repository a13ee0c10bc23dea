package import JSON
package import POSIX
public import Secrets

/// One row of the ledger: who did what to which subject, when, and how it came out.
///
/// It holds digests, never a secret.
public struct LedgerEntry: Hashable, Sendable {
  /// Its number, from 1 without a gap.
  public let sequence: Int64
  /// When it was written: ISO 8601 with milliseconds, UTC.
  public let time: String
  /// 16 hex digits that all rows of one process share.
  public let run: String
  /// The digest of the plan that was applied; nil without a plan.
  public let plan: String?
  /// What was done.
  public let step: LedgerStep
  /// To what.
  public let subject: LedgerSubject
  /// How far it has come.
  public let status: LedgerStatus
  /// How it came out, in a stable word.
  public let outcome: String?
  /// The login name of who ran it.
  public let `operator`: String
  /// The number under which this work was asked for or approved.
  public let ticket: String?
  /// The chain's digest up to the row before.
  public let previousHash: Fingerprint
  /// The chain's digest up to this row.
  public let hash: Fingerprint

  /// The details as they are stored: one line of JSON, names sorted.
  let detailText: String

  /// What else is known: the provider's status and error code, the file, digests of its content.
  package var detail: JSONNode { JSONNode(stored: detailText) }

  /// The file that it is about, if it is about one.
  package var path: Path? { detail["path"].flatMap(Path.init(json:)) }

  /// The row as JSON.
  ///
  /// - Parameter includingTimes: Without, all that differs between two runs that did the same is left out: time, run
  ///   and the chain's digests, which depend on them.
  /// - Returns: An object, members always in the same order.
  package func json(includingTimes: Bool) -> JSONNode {
    var members: [(String, JSONNode)] = [("sequence", .int(sequence))]
    if includingTimes { members += [("time", .string(time)), ("run", .string(run))] }
    members += [
      ("plan", .optional(plan)), ("step", .string(step.rawValue)),
      ("subject", .string(subject.text)), ("status", .string(status.rawValue)),
      ("outcome", .optional(outcome)), ("detail", detail), ("operator", .string(`operator`)),
      ("ticket", .optional(ticket)),
    ]
    if includingTimes {
      members += [("previous_hash", .string(previousHash.hex)), ("hash", .string(hash.hex))]
    }
    return .object(members)
  }
}

extension JSONNode {
  /// What was stored; text that is no JSON, which only a stranger can have put there, as a string.
  init(stored text: String) {
    let document = try? JSONDocument(parsing: SecretBytes(copying: Array(text.utf8)))
    self = document.map { JSONNode(reading: $0.root) } ?? .string(text)
  }

  /// One line, names sorted: what a digest is taken of.
  var canonicalText: String { String(decoding: sorted.encoded(), as: UTF8.self) }
}
