/// Everything that an audit found, without a secret in it.
public struct AuditReport: Sendable {
  /// The version of the tool.
  public let version: String
  /// When it started, in seconds since 1970; what "expired" was judged by.
  public let startedAt: Int64
  /// Each state once, in the order of the files and of the places in them.
  public let states: [StateEntry]
  /// In the order of the states, then what is about none of them.
  public let findings: [AuditFinding]
  /// What was looked at in each app.
  public let coverage: [CoverageEntry]
  /// What could not be read.
  public let errors: [AuditError]
  /// The figures.
  public let summary: AuditSummary
  /// The demands that are not met, in words.
  public let unmet: [String]

  /// Whether everything could be read and every demand is met.
  public var isComplete: Bool { errors.isEmpty && unmet.isEmpty }

  /// Whether there is a finding of this weight or more.
  ///
  /// - Parameter threshold: The least severity that counts.
  /// - Returns: Whether the audit is to fail for it.
  public func reaches(_ threshold: Severity) -> Bool {
    findings.contains { $0.severity >= threshold }
  }
}
