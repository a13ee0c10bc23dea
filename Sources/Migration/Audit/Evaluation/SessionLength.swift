import LegacyState

/// AM210: whether users stay signed in.
enum SessionLength: StateRule {
  static func judge(_ judged: JudgedState) -> [AuditFinding] {
    guard judged.isSignedIn else { return [] }
    if judged.state.refreshToken == nil {
      return [judged.finding("AM210", "the session had no refresh token")]
    }
    let scopes = judged.state.scopes
    guard scopes.contains("openid"), !scopes.contains("offline_access") else { return [] }
    return [
      judged.finding("AM210", "offline_access is not among the scopes, though a refresh token came")
    ]
  }
}
