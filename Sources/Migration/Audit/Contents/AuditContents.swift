import JSON
import Locks
import POSIX

/// Everything that an audit found, to be gone through state by state, as often as a format needs: what does not fit
/// into memory is in a file of its own.
package struct AuditContents {
  /// The version of the tool.
  package let version: String
  /// When it started, in seconds since 1970.
  package let startedAt: Int64
  /// Findings that are about no state.
  package let loose: [AuditFinding]
  /// What was looked at in each app.
  package let coverage: [CoverageEntry]
  /// What could not be read.
  package let errors: [AuditError]
  /// The sign-ins to come.
  package let rollout: Rollout
  /// The figures.
  package let summary: AuditSummary
  /// How often which rule was found, the worst first.
  package let rules: [RuleCount]
  /// The demands that are not met, in words.
  package let unmet: [String]
  /// What became of the credentials of an earlier audit, if there is one.
  package internal(set) var comparison: AuditComparison?
  /// What a baseline did, if there is one.
  package internal(set) var baseline: BaselineOutcome?
  private let spool: StateSpool
  private let parts: MaskedParts
  private let places: TokenPlaces
  /// Nil where the states' findings are complete already.
  private let accounts: AccountTally?
  /// How many threads write a report.
  private let jobs: Int

  init(
    _ ending: AuditEnding,
    _ spool: StateSpool,
    _ parts: MaskedParts,
    _ places: TokenPlaces,
    _ accounts: AccountTally?,
    jobs: Int
  ) {
    self.parts = parts
    self.jobs = jobs
    version = ending.version
    startedAt = ending.startedAt
    let mask = places.mask
    loose = ending.loose.map { mask($0) }
    coverage = ending.coverage
    errors = ending.errors.map { mask($0) }
    rollout = ending.rollout
    summary = ending.summary
    rules = ending.rules
    unmet = ending.unmet
    self.spool = spool
    self.places = places
    self.accounts = accounts
  }

  /// Whether everything could be read and every demand is met.
  package var isComplete: Bool { errors.isEmpty && unmet.isEmpty }

  /// Whether there is a finding of this weight or more that nobody accepted.
  ///
  /// - Parameter threshold: The least severity that counts.
  /// - Returns: Whether the audit is to fail for it.
  package func reaches(_ threshold: Severity) -> Bool {
    let found = summary.bySeverity.filter { $0.key >= threshold }.reduce(0) { $0 + $1.value }
    return found > (baseline?.count(from: threshold) ?? 0)
  }

  /// Whether the audit is to fail: for a finding, or for what is left since an earlier audit.
  ///
  /// - Parameter threshold: The least severity that counts.
  /// - Returns: Whether it does.
  package func fails(_ threshold: Severity) -> Bool {
    reaches(threshold) || comparison?.verdict == .failed
  }

  /// Whether what the audit found can be relied on as all that there is.
  package var isProven: Bool { isComplete && comparison?.verdict != .notProven }

  /// The members of the json that are more than what every report began with.
  var extras: [(name: String, value: JSONNode)] {
    [
      (name: "rollout", value: rollout.json),
      comparison.map { (name: "comparison", value: $0.json()) },
      baseline.map { (name: "baseline", value: $0.json()) },
    ].compactMap { $0 }
  }

  /// Each state with all its findings, in the order of the files and of the places in them.
  ///
  /// - Parameter body: Gets them one by one; what it throws ends the walk.
  /// - Throws: What `body` throws, or that the states' own file cannot be read.
  func forEachState(
    _ body: (StateRecord, [AuditFinding]) throws(FileFailure) -> Void
  ) throws(FileFailure) {
    let findings = findings
    try spool.forEach { (bytes) throws(FileFailure) in
      let record = StateRecord(reading: bytes, parts)
      try body(record, findings.all(of: record))
    }
  }

  /// Writes what a format says of each state, in their order, made on several threads.
  ///
  /// - Parameters:
  ///   - text: Writes what is said of a state; it is copied for each few of them.
  ///   - output: Gets the bytes.
  /// - Throws: What `output` throws, or that the states' own file cannot be read.
  func writeStates<Text: StateText>(
    as text: Text,
    to output: ([UInt8]) throws(FileFailure) -> Void
  ) throws(FileFailure) {
    let work = OrderedWork<StateSpool.Chunk, [UInt8]>(jobs: jobs) {
      [parts, findings] chunk in
      var text = text
      chunk.forEach { bytes in
        let record = StateRecord(reading: bytes, parts)
        text.add(record, findings)
      }
      return text.bytes
    }
    defer { work.stop() }
    var position = 0
    var isAtEnd = false
    while true {
      while !isAtEnd, !work.isFull {
        guard let chunk = try spool.chunk(from: position) else {
          isAtEnd = true
          break
        }
        position += chunk.bytes.count
        work.put(chunk)
      }
      guard let bytes = work.take() else { return }
      try output(bytes)
    }
  }

  /// Documents and facts as states name them.
  var commonParts: MaskedParts { parts }

  /// Whether a token lies in more than one state.
  func isShared(_ key: TokenKey) -> Bool { places.isShared(key) }

  private var findings: CompleteFindings {
    CompleteFindings(places: places, accounts: accounts, accepted: baseline?.accepted ?? [:])
  }
}

/// Adds to a state's own findings what only the end of the run can tell, and what a baseline does.
struct CompleteFindings: Sendable {
  let places: TokenPlaces
  let accounts: AccountTally?
  let accepted: [String: Acceptance]

  /// The rules that a state breaks, each once, in their order.
  func rules(of record: StateRecord) -> [String] {
    let own = record.ownRules
    let late = accounts.map { [AuditFinding].late(places, $0, record.core).rules } ?? []
    return late.isEmpty ? own : (own.filter { !late.contains($0) } + late).sorted()
  }

  /// What is wrong with a state.
  func all(of record: StateRecord) -> [AuditFinding] {
    let own = record.own
    let findings = accounts.map { own.joined(by: places, $0, record.core) } ?? own
    guard !accepted.isEmpty, let acceptance = accepted[record.core.id] else { return findings }
    return findings.map { finding in
      var finding = finding
      finding.accepted = acceptance
      return finding
    }
  }
}

/// What a format says of states, written one behind the other.
protocol StateText: Sendable {
  var bytes: [UInt8] { get }

  mutating func add(_ state: StateRecord, _ findings: CompleteFindings)
}

extension [AuditFinding] {
  /// With what only the end of the run can tell, in the order of the rules' ids.
  func joined(
    by places: TokenPlaces,
    _ accounts: AccountTally,
    _ state: StateCore
  ) -> [AuditFinding] {
    let more = Self.late(places, accounts, state)
    return more.isEmpty ? self : (self + more).sorted { $0.rule < $1.rule }
  }

  /// What only the end of the run can tell.
  static func late(
    _ places: TokenPlaces,
    _ accounts: AccountTally,
    _ state: StateCore
  ) -> [AuditFinding] {
    [places.finding(for: state), accounts.finding(for: state)].compactMap { $0 }
  }

  /// The rules, each once, in order.
  var rules: [String] {
    // A rule's findings stand together, and a state has few.
    var rules: [String] = []
    for finding in self where !rules.contains(finding.rule) { rules.append(finding.rule) }
    return rules
  }
}

extension AuditReport {
  /// The report as the formats read it.
  ///
  /// - Returns: The same states and findings, in memory.
  package func contents() -> AuditContents {
    let spool = StateSpool(bytesInMemory: .max)
    var places = TokenPlaces()
    let common = CommonParts()
    let own = Dictionary(grouping: findings.filter { $0.state != nil }) { $0.state ?? "" }
    let cores = states.map { StateCore($0, account: nil) }
    for core in cores { places.note(core) }
    for core in cores { places.count(core) }
    var rollout = RolloutTally()
    for (state, core) in zip(states, cores) {
      let facts = StateFacts(state)
      rollout.take(core.tokens, facts, places)
      let name = DocumentName(state)
      let record = StateRecord.bytes(
        state,
        state.tokens.records,
        PartReference(name, number: common.number(of: name)),
        PartReference(facts, number: common.number(of: facts)),
        own[state.id] ?? []
      )
      // Nothing of it leaves memory, where nothing fails.
      try? spool.append(StateRecord.head(account: nil), record)
    }
    let ending = AuditEnding(
      version: version,
      startedAt: startedAt,
      loose: findings.filter { $0.state == nil },
      coverage: coverage,
      errors: errors,
      rollout: rollout.rollout,
      summary: summary,
      rules: RuleCounts(findings).sorted,
      unmet: unmet
    )
    let parts = common.masked(by: places.mask)
    return AuditContents(ending, spool, parts, places, nil, jobs: 1)
  }
}
