public import LegacyState
import Locks
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
    var judgements: [(judgement: Judgement, core: StateCore)] = []
    var kept: [LegacyAuthState] = []
    var auditor = Auditor(options, inputs: inputs.count)
    var place: JudgedPlace?
    scan(inputs, &auditor, progress) { (state, auditor) throws(Never) in
      let judgement = auditor.judge(state, after: &place)
      judgements.append((judgement, auditor.take(judgement)))
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
    let common = CommonParts()
    var auditor = Auditor(options, inputs: inputs.count)
    // States are judged while the next are looked for, and kept in their order.
    let work = OrderedWork<StateBatch, StateBatch.Judged>(jobs: options.limits.jobs) {
      [judge = auditor.judge] batch in batch.judged(by: judge, common)
    }
    defer { work.stop() }
    var batch = StateBatch()
    try scan(inputs, &auditor, progress) { (state, auditor) throws(FileFailure) in
      batch.append(state)
      guard batch.isFull else { return }
      if work.isFull, let judged = work.take() { try auditor.take(judged, spool) }
      work.put(batch)
      batch = StateBatch()
    }
    if !batch.isEmpty { work.put(batch) }
    while let judged = work.take() { try auditor.take(judged, spool) }
    return try auditor.finish(spool, common)
  }

  private func scan<E: Error>(
    _ inputs: [LegacyScanner.Input],
    _ auditor: inout Auditor,
    _ progress: (AuditProgress) -> Void,
    _ take: (LegacyAuthState, inout Auditor) throws(E) -> Void
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
          if auditor.isNew(state) { try take(state, &auditor) }
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
