/// How often a rule was found with a severity.
package struct RuleCount: Sendable, Hashable {
  /// `AM101`.
  package let rule: String
  /// How much it matters there.
  package let severity: Severity
  /// How many findings there are.
  package let count: Int
}

/// Counts findings by rule and severity.
struct RuleCounts {
  private struct Key: Hashable {
    let rule: String
    let severity: Severity
  }

  private var counts: [Key: Int] = [:]

  init(_ findings: [AuditFinding] = []) {
    for finding in findings { take(finding) }
  }

  mutating func take(_ finding: AuditFinding) {
    counts[Key(rule: finding.rule, severity: finding.severity), default: 0] += 1
  }

  mutating func take(_ others: RuleCounts) {
    counts.merge(others.counts) { $0 + $1 }
  }

  /// How many findings there are of each severity.
  var bySeverity: [Severity: Int] {
    counts.reduce(into: [:]) { $0[$1.key.severity, default: 0] += $1.value }
  }

  /// The worst first, then by id.
  var sorted: [RuleCount] {
    counts.map { RuleCount(rule: $0.key.rule, severity: $0.key.severity, count: $0.value) }
      .sorted { ($1.severity, $0.rule) < ($0.severity, $1.rule) }
  }
}
