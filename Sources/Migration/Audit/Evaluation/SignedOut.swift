import LegacyState

/// AM405: what the app takes for signed out.
enum SignedOut: StateRule {
  static func judge(_ judged: JudgedState) -> [AuditFinding] {
    let state = judged.state
    guard state.hasError else { return [] }
    let older = state.historicalRefreshTokens.first
    let kept = [
      state.refreshToken == nil
        ? (older == nil ? nil : "an older refresh token") : "a refresh token",
      state.accessToken == nil ? nil : "an access token",
      state.idToken == nil ? nil : "an ID token",
    ].compactMap { $0 }
    guard let first = kept.first else { return [] }
    return [
      judged.finding(
        "AM405",
        "an error is recorded, so the app is signed out; \(first) is still there"
      )
    ]
  }
}
