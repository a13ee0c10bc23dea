public import LegacyState

/// Finds old state and judges it; reads, and changes nothing.
///
/// ```swift
/// let audit = Audit(options: AuditOptions(version: "1.0"))
/// let result = audit.run([.path("data/com.example.app")])
/// print(result.report.summary.states)
/// ```
public struct Audit: Sendable {
  private let options: AuditOptions

  /// Sets up an audit.
  ///
  /// - Parameter options: What it is asked for.
  public init(options: AuditOptions) {
    self.options = options
  }

  /// Looks at everything that is in the inputs.
  ///
  /// The result depends on nothing but the inputs, the options and the time: twice the same is the same, byte for
  /// byte, but for the times.
  ///
  /// - Parameters:
  ///   - inputs: Files, folders, or documents in memory.
  ///   - progress: Called after each file, over all inputs.
  /// - Returns: The report, and the states themselves unless ``AuditOptions/keepsTokens`` says no.
  public func run(
    _ inputs: [LegacyScanner.Input],
    progress: (AuditProgress) -> Void = { _ in }
  ) -> AuditResult {
    var auditor = Auditor(options)
    var entries: [StateEntry] = []
    var findings: [[AuditFinding]] = []
    var kept: [LegacyAuthState] = []
    var scanner = LegacyScanner(limits: options.limits)
    scanner.password = options.password
    for input in inputs {
      auditor.begin(input)
      scanner.scan([input]) { (event) throws(Never) in
        switch event {
        case .state(let state):
          guard let audited = auditor.take(state) else { return }
          entries.append(audited.entry)
          findings.append(audited.findings)
          if options.keepsTokens { kept.append(state) }
        case .failure(let failure): auditor.take(failure)
        case .coverage(let note): auditor.take(note)
        case .progress(let done): progress(auditor.take(done))
        }
      }
      auditor.end(input)
    }
    return auditor.finish(entries, findings, kept)
  }
}

/// What an audit gives.
public struct AuditResult: Sendable {
  /// Everything that can be shown.
  public let report: AuditReport
  /// The same states with their tokens, in the report's order; empty if they were not to be kept.
  public let states: [AuditedState]
}

/// One state: what the report says of it, and itself.
public struct AuditedState: Sendable {
  /// What the report says of it.
  public let entry: StateEntry
  /// What is wrong with it.
  public let findings: [AuditFinding]
  /// The state with its tokens.
  public let state: LegacyAuthState
}
