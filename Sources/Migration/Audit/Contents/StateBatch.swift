import LegacyState

/// Judges states, several at once: what the rules that look at one state say depends on nothing else.
struct StateJudge: Sendable {
  /// When the audit started, in milliseconds since 1970.
  let nowMilliseconds: Int64
  let map: IssuerMap?

  func callAsFunction(_ state: LegacyAuthState) -> Judgement {
    let judged = JudgedState(state, nowMilliseconds: nowMilliseconds)
    return Judgement(
      entry: StateEntry(judged, findings: [], map: map),
      account: StateAccount(judged),
      findings: Evaluation.judge(judged)
    )
  }
}

/// What the rules that look at one state say of it.
struct Judgement: Sendable {
  let entry: StateEntry
  /// Whose it is; nil where that tells nothing.
  let account: StateAccount?
  let findings: [AuditFinding]
}

/// Some states that were found one after the other, to be judged by one thread.
struct StateBatch: Sendable {
  /// One of them as it is kept.
  struct Kept: Sendable {
    let core: StateCore
    let library: LegacyAuthState.Library
    let account: StateAccount?
    let isNobodys: Bool
    /// All of the record but its head.
    let record: [UInt8]
  }

  /// What became of them.
  struct Judged: Sendable {
    var states: [Kept] = []
    var rules = RuleCounts()
  }

  private static let most = 64
  private static let mostBytes = 256 << 10

  private(set) var states: [LegacyAuthState] = []
  private var bytes = 0

  var isEmpty: Bool { states.isEmpty }

  /// Whether it is as much as one thread takes at once.
  var isFull: Bool { states.count >= Self.most || bytes >= Self.mostBytes }

  mutating func append(_ state: LegacyAuthState) {
    states.append(state)
    bytes += state.source.locator.length
  }

  /// Judges them and writes their records.
  func judged(by judge: StateJudge, _ common: CommonParts) -> Judged {
    var judged = Judged()
    judged.states.reserveCapacity(states.count)
    // Neighbours mostly say the same.
    var name: (DocumentName, PartReference<DocumentName>)?
    var facts: (StateFacts, PartReference<StateFacts>)?
    for state in states {
      let judgement = judge(state)
      let entry = judgement.entry
      let ownName = DocumentName(entry)
      if name?.0 != ownName {
        name = (ownName, PartReference(ownName, number: common.number(of: ownName)))
      }
      let ownFacts = StateFacts(entry)
      if facts?.0 != ownFacts {
        facts = (ownFacts, PartReference(ownFacts, number: common.number(of: ownFacts)))
      }
      guard let name, let facts else { continue }
      let core = StateCore(entry, account: nil)
      for finding in judgement.findings { judged.rules.take(finding) }
      judged.states.append(
        Kept(
          core: core,
          library: entry.library,
          account: judgement.account,
          isNobodys: ownFacts.areNobodys(core.tokens),
          record: StateRecord.bytes(entry, name.1, facts.1, judgement.findings)
        )
      )
    }
    return judged
  }
}
