public import LegacyState
package import POSIX

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
    var judgements: [Judgement] = []
    var kept: [LegacyAuthState] = []
    var auditor = Auditor(options, inputs: inputs.count)
    scan(inputs, &auditor, progress) { (judgement, state) throws(Never) in
      judgements.append(judgement)
      if options.keepsTokens { kept.append(state) }
    }
    return auditor.finish(judgements, kept)
  }

  /// Looks at everything that is in the inputs, however much, and keeps no more of it than the end needs.
  ///
  /// - Parameters:
  ///   - inputs: Files, folders, or documents in memory.
  ///   - progress: Called after each file, over all inputs.
  /// - Returns: What all formats are written from. No token is kept, whatever ``AuditOptions/keepsTokens`` says.
  /// - Throws: If the states found so far fill neither memory nor a temporary file.
  package func contents(
    _ inputs: [LegacyScanner.Input],
    progress: (AuditProgress) -> Void = { _ in }
  ) throws(FileFailure) -> AuditContents {
    let spool = StateSpool(bytesInMemory: options.bytesInMemory)
    var auditor = Auditor(options, inputs: inputs.count)
    try scan(inputs, &auditor, progress) { (judgement, _) throws(FileFailure) in
      try spool.append(StateRecord.bytes(judgement.entry, judgement.row, judgement.findings))
    }
    return try auditor.finish(spool)
  }

  private func scan<E: Error>(
    _ inputs: [LegacyScanner.Input],
    _ auditor: inout Auditor,
    _ progress: (AuditProgress) -> Void,
    _ take: (Judgement, LegacyAuthState) throws(E) -> Void
  ) throws(E) {
    var scanner = LegacyScanner(limits: options.limits)
    scanner.password = options.password
    scanner.filter = options.filter
    scanner.includesTwins = options.includesTwins
    scanner.names = InputNames(inputs.map(\.given))
    for input in inputs {
      auditor.begin(input)
      try scanner.scan([input]) { (event) throws(E) in
        switch event {
        case .state(let state):
          if let judgement = auditor.take(state) { try take(judgement, state) }
        case .failure(let failure): auditor.take(failure)
        case .coverage(let note): auditor.take(note)
        case .progress(let done): progress(auditor.take(done))
        }
      }
      auditor.end(input)
    }
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
