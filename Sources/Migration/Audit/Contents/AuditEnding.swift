/// All of a report but the states and what is wrong with them.
struct AuditEnding {
  let version: String
  let startedAt: Int64
  let loose: [AuditFinding]
  let coverage: [CoverageEntry]
  let errors: [AuditError]
  let rollout: Rollout
  let summary: AuditSummary
  let rules: [RuleCount]
  let unmet: [String]
}
