package import JSON
internal import Secrets

/// How it went with one token.
public struct RevocationResult: Sendable {
  /// The token.
  public let target: RevocationTarget
  /// How it ended.
  public let outcome: RevocationOutcome
  /// Why.
  public let reason: RevocationReason
  /// Whether an earlier run had finished it, so that nothing was sent.
  public let isFromLedger: Bool

  init(
    _ target: RevocationTarget,
    _ outcome: RevocationOutcome,
    _ reason: RevocationReason,
    fromLedger: Bool = false
  ) {
    self.target = target
    self.outcome = outcome
    self.reason = reason
    self.isFromLedger = fromLedger
  }

  /// For reports.
  ///
  /// - Returns: An object, without the token.
  package func json() -> JSONNode {
    .object([
      ("sha256", .string(target.fingerprint.hex)), ("client_id", .string(target.clientID)),
      ("states", .array(target.states.map { .string($0) })),
      ("historical", .bool(target.isHistorical)), ("outcome", .string(outcome.rawValue)),
      ("reason", .string(reason.kind.rawValue)),
      ("status", reason.status.map { .int(Int64($0)) } ?? .null),
      ("error", reason.error.map { .string($0) } ?? .null),
      ("text", .string(reason.description)), ("from_ledger", .bool(isFromLedger)),
    ])
  }
}

extension RevocationResult: CustomStringConvertible {
  /// One line: `a41f09c2d7e1 accepted: …`.
  public var description: String {
    "\(target.fingerprint.short) \(outcome.rawValue): \(reason)\(isFromLedger ? " (known from an earlier run)" : "")"
  }
}
