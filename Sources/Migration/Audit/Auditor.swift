import LegacyState
import POSIX

/// Takes what a scan comes upon, one by one, and keeps of it only what the end of the report needs.
///
/// Who writes each state away as it comes needs no more memory than the counts here.
struct Auditor {
  private let options: AuditOptions
  private let startedAt: Int64
  private let start: Duration
  private var coverage: CoverageTally
  private var places = TokenPlaces()
  private var accounts = AccountTally()
  private var ids: Set<String> = []
  private var errors: [AuditError] = []
  private var loose: [AuditFinding] = []
  private var summary = AuditSummary()
  private var isAnythingSeen = false
  private var before = ScanTotal()

  init(_ options: AuditOptions) {
    self.options = options
    startedAt = options.clock.now()
    start = options.clock.uptime()
    coverage = CoverageTally()
  }

  mutating func begin(_ input: LegacyScanner.Input) {
    isAnythingSeen = false
    before = ScanTotal(files: summary.files, bytes: summary.bytes)
    coverage.begin(input.path)
  }

  /// A folder without a file is what a failed pull of an app's data leaves.
  mutating func end(_ input: LegacyScanner.Input) {
    guard !isAnythingSeen, let path = input.path else { return }
    errors.append(
      AuditError(
        path: ShownPath.text(path),
        inner: [],
        reason: "there is no file in it; if it is a copy of an app's data, the copying failed"
      )
    )
  }

  /// Judges a state; nil for one that was reported before, because a path was given twice.
  mutating func take(_ state: LegacyAuthState) -> AuditedState? {
    isAnythingSeen = true
    guard ids.insert(state.id).inserted else { return nil }
    let judged = JudgedState(state, nowMilliseconds: startedAt * 1000)
    let findings = Evaluation.judge(judged)
    let entry = StateEntry(judged, findings: findings.map(\.rule))
    places.take(entry)
    accounts.take(judged)
    summary.states += 1
    summary.byLibrary[entry.library.rawValue, default: 0] += 1
    return AuditedState(entry: entry, findings: findings, state: state)
  }

  mutating func take(_ failure: ScanFailure) {
    isAnythingSeen = true
    coverage.take(failure)
    let error = AuditError(failure)
    errors.append(error)
    if let finding = Evaluation.judge(failure, shown: error) { loose.append(finding) }
  }

  mutating func take(_ note: CoverageNote) {
    isAnythingSeen = true
    coverage.take(note)
    if let finding = Evaluation.judge(note) { loose.append(finding) }
  }

  /// Adds up over all inputs.
  mutating func take(_ progress: ScanProgress) -> AuditProgress {
    summary.files = before.files + progress.files
    summary.bytes = before.bytes + progress.bytes
    return AuditProgress(files: summary.files, bytes: summary.bytes, states: summary.states)
  }

  mutating func finish(
    _ entries: [StateEntry],
    _ own: [[AuditFinding]],
    _ kept: [LegacyAuthState]
  ) -> AuditResult {
    var entries = entries
    var all: [AuditFinding] = []
    var states: [AuditedState] = []
    for position in entries.indices {
      let more = [places.finding(for: entries[position]), accounts.finding(for: entries[position])]
      let findings = (own[position] + more.compactMap { $0 }).sorted { $0.rule < $1.rule }
      entries[position].findings = findings.map(\.rule).uniqued
      all += findings
      if kept.indices.contains(position) {
        states.append(
          AuditedState(entry: entries[position], findings: findings, state: kept[position])
        )
      }
    }
    all += loose
    let ending = coverage.ending(
      expected: options.expectedApps,
      required: options.requiredPlaces
    )
    var summary = summary
    summary.credentials = places.credentials
    summary.refreshTokens = places.refreshTokens
    for finding in all { summary.bySeverity[finding.severity, default: 0] += 1 }
    summary.duration = options.clock.uptime() - start
    let report = AuditReport(
      version: options.version,
      startedAt: startedAt,
      states: entries,
      findings: all,
      coverage: ending.entries,
      errors: errors,
      summary: summary,
      unmet: ending.unmet
    )
    return AuditResult(report: report, states: states)
  }
}

private struct ScanTotal {
  var files = 0
  var bytes = 0
}

extension LegacyScanner.Input {
  /// Nil for a document in memory.
  fileprivate var path: Path? {
    switch self {
    case .path(let text): Path(text)
    case .bytesOfPath(let bytes): Path(bytes: bytes)
    case .document: nil
    }
  }
}

extension [String] {
  /// Each once, in order.
  fileprivate var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
