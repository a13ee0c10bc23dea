import LegacyState

/// AM305: further parameters of the token request.
enum TokenRequestParameters: StateRule {
  static func judge(_ judged: JudgedState) -> [AuditFinding] {
    let names = judged.state.tokenRequestParameterNames.filter { $0 != "resource" }
    guard !names.isEmpty else { return [] }
    let some = names.prefix(4).map { judged.shown($0, limit: 40) }.joined(separator: ", ")
    let more = names.count > 4 ? " and \(names.count - 4) more" : ""
    return [judged.finding("AM305", "the token request had the parameters \(some)\(more)")]
  }
}
