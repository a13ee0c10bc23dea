/// How often a rule was found with a severity.
package struct RuleCount: Sendable, Hashable {
  /// `AM101`.
  package let rule: String
  /// How much it matters there.
  package let severity: Severity
  /// How many findings there are.
  package fileprivate(set) var count: Int
}

/// Counts findings by rule and severity.
///
/// There are few of them, so that to look through all is faster than a digest of the rule.
struct RuleCounts: Sendable {
  private var counts: [RuleCount] = []

  init(_ findings: [AuditFinding] = []) {
    for finding in findings { take(finding) }
  }

  mutating func take(_ finding: AuditFinding) { add(1, finding.rule, finding.severity) }

  mutating func take(_ others: RuleCounts) {
    for other in others.counts { add(other.count, other.rule, other.severity) }
  }

  private mutating func add(_ count: Int, _ rule: String, _ severity: Severity) {
    if let known = counts.firstIndex(where: { $0.rule == rule && $0.severity == severity }) {
      counts[known].count += count
    } else {
      counts.append(RuleCount(rule: rule, severity: severity, count: count))
    }
  }

  /// How many findings there are of each severity.
  var bySeverity: [Severity: Int] {
    counts.reduce(into: [:]) { $0[$1.severity, default: 0] += $1.count }
  }

  /// The worst first, then by id.
  var sorted: [RuleCount] {
    counts.sorted { ($1.severity, $0.rule) < ($0.severity, $1.rule) }
  }
}
