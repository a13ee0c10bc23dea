import LegacyState

/// AM110: a state that was deleted, and whose bytes are still there.
enum Residue: StateRule {
  static func judge(_ judged: JudgedState) -> [AuditFinding] {
    guard judged.state.format == .carved, judged.holdsSecrets else { return [] }
    let severity: Severity? = judged.isUsable ? nil : .medium
    let words = "it belongs to nothing in the file any more, and its bytes can still be read there"
    return [judged.finding("AM110", severity, words)]
  }
}
