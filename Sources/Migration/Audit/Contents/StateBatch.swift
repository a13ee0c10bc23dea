import LegacyState

/// Judges states, several at once: what the rules that look at one state say depends on nothing else.
struct StateJudge: Sendable {
  /// When the audit started, in milliseconds since 1970.
  let nowMilliseconds: Int64
  let map: IssuerMap?

  /// Judges a state.
  ///
  /// - Parameters:
  ///   - state: As the scanner found it.
  ///   - place: Where the one before it lies; where this one does, afterwards.
  /// - Returns: What the rules say.
  func callAsFunction(_ state: LegacyAuthState, after place: inout JudgedPlace?) -> Judgement {
    let known = place.flatMap { $0.isPlace(of: state) ? $0 : nil }
    let here = known ?? JudgedPlace(state)
    place = here
    let judged = JudgedState(state, in: here, nowMilliseconds: nowMilliseconds)
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
    let account: StateAccount?
    let isNobodys: Bool
    /// All of the record but its head.
    let record: [UInt8]
  }

  /// What became of them.
  struct Judged: Sendable {
    var states: [Kept] = []
    var rules = RuleCounts()
    var libraries: [LegacyAuthState.Library: Int] = [:]
  }

  private static let most = 128
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
    var place: JudgedPlace?
    for state in states {
      let judgement = judge(state, after: &place)
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
      let tokens = entry.tokens.records
      let core = StateCore(id: entry.id, account: nil, tokens.map(\.row))
      judged.libraries[entry.library, default: 0] += 1
      for finding in judgement.findings { judged.rules.take(finding) }
      judged.states.append(
        Kept(
          core: core,
          account: judgement.account,
          isNobodys: ownFacts.areNobodys(core.tokens),
          record: StateRecord.bytes(entry, tokens, name.1, facts.1, judgement.findings)
        )
      )
    }
    return judged
  }
}
