import LegacyState

/// AM203, AM306: what the request asked for.
enum ResponseTypes: StateRule {
  static func judge(_ judged: JudgedState) -> [AuditFinding] {
    guard let type = judged.state.responseType, type != "code" else { return [] }
    let parts = words(type)
    guard parts != ["code"] else { return [] }
    let flow = parts.contains("code") ? "hybrid" : "implicit"
    return [
      judged.finding(
        "AM203",
        "the request asked for response_type \"\(judged.shown(type, limit: 60))\""
      ),
      judged.finding("AM306", "the app used the \(flow) flow; only a new sign-in leads over"),
    ]
  }

  static func asksForCode(_ state: LegacyAuthState) -> Bool {
    guard let type = state.responseType, type != "code" else { return true }
    return words(type).contains("code")
  }

  private static func words(_ type: String) -> Set<Substring> { Set(type.split(separator: " ")) }
}
