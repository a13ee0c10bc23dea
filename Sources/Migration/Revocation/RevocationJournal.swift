internal import JSON
internal import Secrets

/// The ledger as the revocation of tokens sees it: written before and after each act.
struct RevocationJournal: Sendable {
  /// What an earlier run, or this one, left about a token.
  struct Record {
    let status: LedgerStatus
    let outcome: RevocationOutcome?
    let reason: RevocationReason
    /// Until when the provider asked to wait with it; seconds since 1970.
    let wait: Double?
    /// Whether a proof before this row was cut off, and may have had new tokens for an answer that nobody got.
    let followsInterruption: Bool

    /// Whether a rerun leaves it alone.
    var isFinished: Bool { status == .done || (status == .refused && reason.isFinal) }
  }

  let ledger: Ledger
  let plan: String?
  /// Members that every row carries.
  let common: [(String, JSONNode)]

  /// The last word on a token of this very client at this very issuer: what another client was answered says nothing,
  /// since a provider takes a token only from its own.
  func last(
    _ step: LedgerStep,
    of target: RevocationTarget
  ) throws(LedgerFailure) -> Record? {
    guard let entry = try entry(step, of: target) else { return nil }
    return Record(
      status: entry.status,
      outcome: entry.outcome.flatMap(RevocationOutcome.init),
      reason: RevocationReason(stored: entry.detail),
      wait: Self.wait(in: entry),
      followsInterruption: entry.detail[Self.interrupted] == true
    )
  }

  private func entry(
    _ step: LedgerStep,
    of target: RevocationTarget
  ) throws(LedgerFailure) -> LedgerEntry? {
    guard let latest = try ledger.latest(step, .token(target.fingerprint)) else { return nil }
    if isAbout(target, latest) { return latest }
    var filter = LedgerFilter()
    filter.steps = [step]
    filter.subject = .token(target.fingerprint)
    return try ledger.entries(filter).last { isAbout(target, $0) }
  }

  /// Whether a row is about this token as this client's, at the endpoint that is asked now: what another endpoint took
  /// says nothing of the provider's own.
  private func isAbout(_ target: RevocationTarget, _ entry: LedgerEntry) -> Bool {
    let endpoint = common.first { $0.0 == Self.endpoint }?.1.text
    return target.isMeant(by: entry) && entry.detail[Self.endpoint]?.text == endpoint
  }

  /// The member for the revocation endpoint.
  static let endpoint = "endpoint"

  /// Until when the provider asked to wait with this token, by its last row; seconds since 1970.
  func wait(for target: RevocationTarget) throws(LedgerFailure) -> Double? {
    try entry(.revoke, of: target).flatMap(Self.wait(in:))
  }

  private static func wait(in entry: LedgerEntry) -> Double? {
    guard entry.status == .inDoubt, case .int(let until)? = entry.detail["retry_at"] else {
      return nil
    }
    return Double(until)
  }

  private static let interrupted = "after_interrupted_proof"

  /// The mark of a row that is no end of a proof, and follows one that was cut off.
  static func after(interruption isInterrupted: Bool) -> [(String, JSONNode)] {
    isInterrupted ? [(interrupted, .bool(true))] : []
  }

  /// The wait as a member of a row's detail, never shortened.
  static func wait(until: Double?) -> [(String, JSONNode)] {
    guard let until, let seconds = Int64(exactly: until.rounded(.up)) else { return [] }
    return [("retry_at", .int(seconds))]
  }

  /// The whole population, before the first is sent; those that have rows already keep them.
  func announce(_ targets: [RevocationTarget]) throws(LedgerFailure) {
    var drafts: [LedgerDraft] = []
    for target in targets where try entry(.revoke, of: target) == nil {
      drafts.append(
        LedgerDraft(
          .revoke,
          .token(target.fingerprint),
          .pending,
          outcome: nil,
          detail: detail(of: target),
          plan: plan
        )
      )
    }
    for start in stride(from: 0, to: drafts.count, by: 1000) {
      try ledger.append(Array(drafts[start..<min(start + 1000, drafts.count)]))
    }
  }

  func started(_ step: LedgerStep, _ target: RevocationTarget) throws(LedgerFailure) {
    try ledger.append(
      step,
      .token(target.fingerprint),
      .started,
      detail: detail(of: target),
      plan: plan
    )
  }

  func ended(
    _ step: LedgerStep,
    _ target: RevocationTarget,
    _ outcome: RevocationOutcome,
    _ reason: RevocationReason,
    also: [(String, JSONNode)] = []
  ) throws(LedgerFailure) {
    let status: LedgerStatus =
      switch outcome {
      case .accepted, .alreadyInactive, .verified: .done
      case .alive, .refused, .needsConfidentialClient, .noEndpoint: .refused
      case .inDoubt: .inDoubt
      }
    try ledger.append(
      step,
      .token(target.fingerprint),
      status,
      outcome: outcome.rawValue,
      detail: detail(of: target, reason.stored + also),
      plan: plan
    )
  }

  private func detail(
    of target: RevocationTarget,
    _ more: [(String, JSONNode)] = []
  ) -> JSONNode {
    let own: [(String, JSONNode)] = [
      ("client_id", .string(target.clientID)), ("issuer", .string(target.issuer)),
      ("states", .array(target.states.map { .string($0) })),
    ]
    return .object(own + common + more)
  }
}

extension RevocationTarget {
  /// Whether a row is about this token as this client's at this issuer.
  fileprivate func isMeant(by entry: LedgerEntry) -> Bool {
    entry.detail["client_id"]?.text == clientID && entry.detail["issuer"]?.text == issuer
  }
}

extension RevocationReason {
  /// As members of a row's detail.
  fileprivate var stored: [(String, JSONNode)] {
    var members: [(String, JSONNode)] = [
      ("reason", .string(kind.rawValue)), ("final", .bool(isFinal)),
    ]
    if let status { members.append(("http_status", .int(Int64(status)))) }
    if let error { members.append(("provider_error", .string(error))) }
    if let detail { members.append(("text", .string(detail))) }
    return members
  }

  fileprivate init(stored node: JSONNode) {
    var status: Int?
    var members: [String: String] = [:]
    var isFinal = false
    if case .object(let list) = node {
      for member in list {
        switch member.value {
        case .string(let text): members[member.name] = text
        case .int(let number) where member.name == "http_status": status = Int(exactly: number)
        case .bool(let flag) where member.name == "final": isFinal = flag
        default: break
        }
      }
    }
    self.init(
      members["reason"].flatMap(Kind.init) ?? .server,
      status: status,
      error: members["provider_error"],
      detail: members["text"],
      isFinal: isFinal
    )
  }
}
