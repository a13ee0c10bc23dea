package import JSON

/// What a row shall say; time, run, operator and place in the chain are the ledger's business.
package struct LedgerDraft: Sendable {
  /// What is done.
  package var step: LedgerStep
  /// To what.
  package var subject: LedgerSubject
  /// How far it has come.
  package var status: LedgerStatus
  /// How it came out, in a stable word.
  package var outcome: String?
  /// What else is known; no secrets.
  package var detail: JSONNode
  /// The digest of the plan that is applied.
  package var plan: String?

  /// Takes what a row shall say.
  ///
  /// - Parameters:
  ///   - step: What is done.
  ///   - subject: To what.
  ///   - status: How far it has come.
  ///   - outcome: How it came out, in a stable word.
  ///   - detail: What else is known; no secrets. An object.
  ///   - plan: The digest of the plan that is applied.
  package init(
    _ step: LedgerStep,
    _ subject: LedgerSubject,
    _ status: LedgerStatus,
    outcome: String? = nil,
    detail: JSONNode = [:],
    plan: String? = nil
  ) {
    self.step = step
    self.subject = subject
    self.status = status
    self.outcome = outcome
    self.detail = detail
    self.plan = plan
  }

  /// Whether the latest row of the same step and subject says it already, so that a resumed run need not.
  func isSaid(by latest: LedgerEntry) -> Bool {
    guard latest.plan == plan else { return false }
    if status == .pending, latest.status == .started { return true }
    return latest.status == status && latest.outcome == outcome
      && latest.detailText == detail.canonicalText
  }
}
