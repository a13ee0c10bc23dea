import LegacyState
import POSIX

/// Takes what a scan comes upon, one by one, and keeps of it only what the end of the report needs.
///
/// Who writes each state away as it comes needs no more memory than the counts here.
struct Auditor {
  /// Judges each state.
  let judge: StateJudge
  private let options: AuditOptions
  private let startedAt: Int64
  private let start: Duration
  private var coverage: CoverageTally
  private var places: TokenPlaces
  private var accounts = AccountTally()
  /// Of one input no state can come twice; of several, which may overlap, this is the only thing that every state
  /// adds to.
  private var ids: Set<UInt64>?
  private var errors: [AuditError] = []
  private var loose: [AuditFinding] = []
  private var summary = AuditSummary()
  private var rules = RuleCounts()
  private var rollout = RolloutTally()
  private var isAnythingSeen = false
  /// Whether any document was looked at, and not only left out.
  private var isAnythingRead = false
  private var before = ScanTotal()
  /// Links and the like in this input, which nobody follows.
  private var skipped = 0

  init(_ options: AuditOptions, inputs: Int) {
    self.options = options
    ids = inputs > 1 ? [] : nil
    places = TokenPlaces(seen: SeenTokens(exactly: options.exactTokens))
    startedAt = options.clock.now()
    judge = StateJudge(nowMilliseconds: startedAt * 1000, map: options.map)
    start = options.clock.uptime()
    coverage = CoverageTally()
    if options.map != nil { summary.unmatched = 0 }
    if !options.filter.isEmpty { summary.leftOut = LeftOut(options.filter) }
  }

  mutating func begin(_ input: LegacyScanner.Input) {
    isAnythingSeen = false
    skipped = 0
    before = ScanTotal(files: summary.files, bytes: summary.bytes)
    coverage.begin(input.name)
  }

  /// A folder without a file is what a failed pull of an app's data leaves.
  mutating func end(_ input: LegacyScanner.Input) {
    guard let path = input.path else { return }
    if skipped > 0, summary.files == before.files {
      errors.append(
        AuditError(
          path: ShownPath.text(path),
          inner: [],
          reason:
            "nothing in it was looked at: links and special files are not followed; name the real folder"
        )
      )
    }
    guard !isAnythingSeen else { return }
    errors.append(
      AuditError(
        path: ShownPath.text(path),
        inner: [],
        reason: "there is no file in it; if it is a copy of an app's data, the copying failed"
      )
    )
  }

  /// Counts a state, which is judged later; false for one that was reported before, because a path was given twice.
  mutating func isNew(_ state: LegacyAuthState) -> Bool {
    isAnythingSeen = true
    if ids != nil, let id = UInt64(state.id.dropFirst(3), radix: 16),
      ids?.insert(id).inserted == false
    {
      return false
    }
    summary.states += 1
    return true
  }

  /// Takes what became of a state.
  mutating func take(_ judgement: Judgement) -> StateCore {
    let account = judgement.account.map { accounts.take($0) }
    let core = StateCore(judgement.entry, account: account)
    places.note(core)
    summary.byLibrary[judgement.entry.library.rawValue, default: 0] += 1
    if StateFacts(judgement.entry).areNobodys(core.tokens) { summary.unmatched? += 1 }
    return core
  }

  /// Takes what became of some states, and keeps them in a spool.
  mutating func take(
    _ judged: StateBatch.Judged,
    _ spool: StateSpool
  ) throws(FileFailure) {
    rules.take(judged.rules)
    for (library, count) in judged.libraries {
      summary.byLibrary[library.rawValue, default: 0] += count
    }
    for state in judged.states {
      let account = state.account.map { accounts.take($0) }
      places.note(state.core)
      if state.isNobodys { summary.unmatched? += 1 }
      try spool.append(StateRecord.head(account: account), state.record)
    }
  }

  mutating func take(_ failure: ScanFailure) {
    isAnythingSeen = true
    isAnythingRead = true
    coverage.take(failure)
    let error = AuditError(failure)
    errors.append(error)
    if let finding = Evaluation.judge(failure, shown: error) { loose.append(finding) }
  }

  mutating func take(_ note: CoverageNote) {
    // A folder is no file.
    guard note.status != .listed else { return coverage.take(note) }
    isAnythingSeen = true
    if case .leftOut(let isFolder) = note.status {
      summary.leftOut?.count(isFolder: isFolder)
    } else {
      isAnythingRead = true
    }
    if case .skipped = note.status { skipped += 1 }
    coverage.take(note)
    if let finding = Evaluation.judge(note) { loose.append(finding) }
    if let seal = note.seal { errors.append(AuditError(note, seal: seal)) }
  }

  /// Adds up over all inputs.
  mutating func take(_ progress: ScanProgress) -> AuditProgress {
    summary.files = before.files + progress.files
    summary.bytes = before.bytes + progress.bytes
    return AuditProgress(files: summary.files, bytes: summary.bytes, states: summary.states)
  }

  /// The end of an audit whose states were written away.
  mutating func finish(
    _ spool: StateSpool,
    _ common: CommonParts
  ) throws(FileFailure) -> AuditContents {
    places.endNoting()
    let parts = common.masked(by: places.mask)
    try spool.forEach { (bytes) throws(FileFailure) in
      places.count(StateRecord(reading: bytes, parts).core)
    }
    let isAnyLate = places.hasShared || accounts.hasSeveral
    try spool.forEach { (bytes) throws(FileFailure) in
      let record = StateRecord(reading: bytes, parts)
      if isAnyLate { count(.late(places, accounts, record.core)) }
      guard let facts = record.facts.part(in: parts.facts, parts.mask) else { return }
      rollout.take(record.core.tokens, facts, places)
    }
    return AuditContents(ending(), spool, parts, places, accounts, jobs: options.limits.jobs)
  }

  /// The end of an audit whose states are in memory.
  mutating func finish(
    _ judgements: [(judgement: Judgement, core: StateCore)],
    _ kept: [LegacyAuthState]
  ) -> AuditResult {
    places.endNoting()
    for (_, core) in judgements { places.count(core) }
    var entries: [StateEntry] = []
    var all: [AuditFinding] = []
    var states: [AuditedState] = []
    for (position, (judgement, core)) in judgements.enumerated() {
      let findings = judgement.findings.joined(by: places, accounts, core)
      var entry = judgement.entry
      entry.findings = findings.rules
      entries.append(entry)
      count(findings)
      all += findings
      if kept.indices.contains(position) {
        states.append(AuditedState(entry: entry, findings: findings, state: kept[position]))
      }
    }
    let ending = ending()
    let report = AuditReport(
      version: ending.version,
      startedAt: ending.startedAt,
      states: entries,
      findings: all + ending.loose,
      coverage: ending.coverage,
      errors: ending.errors,
      summary: ending.summary,
      unmet: ending.unmet
    )
    return AuditResult(report: report, states: states)
  }

  private mutating func count(_ findings: [AuditFinding]) {
    for finding in findings { rules.take(finding) }
  }

  private mutating func ending() -> AuditEnding {
    count(loose)
    summary.bySeverity = rules.bySeverity
    let demands = coverage.ending(
      expected: options.expectedApps,
      required: options.requiredPlaces
    )
    summary.credentials = places.credentials
    summary.refreshTokens = places.refreshTokens
    summary.duration = options.clock.uptime() - start
    return AuditEnding(
      version: options.version,
      startedAt: startedAt,
      loose: loose,
      coverage: demands.entries,
      errors: errors,
      rollout: rollout.rollout,
      summary: summary,
      rules: rules.sorted,
      unmet: nothingRead + demands.unmet
    )
  }

  /// "No state" must not come from a pattern that lets nothing through.
  private var nothingRead: [String] {
    guard !isAnythingRead, let leftOut = summary.leftOut, !leftOut.isEmpty else { return [] }
    return [
      "nothing was looked at: \(leftOut.flags) left out \(leftOut.words); "
        + "patterns count from below the path that was named"
    ]
  }
}

private struct ScanTotal {
  var files = 0
  var bytes = 0
}

extension LegacyScanner.Input {
  /// What it is called.
  fileprivate var name: Path {
    switch given {
    case .path(let path), .document(let path): path
    }
  }

  /// Nil for a document in memory.
  fileprivate var path: Path? {
    switch self {
    case .path(let text): Path(text)
    case .bytesOfPath(let bytes): Path(bytes: bytes)
    case .document: nil
    }
  }
}
