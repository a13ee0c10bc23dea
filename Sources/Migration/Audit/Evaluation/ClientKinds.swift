import LegacyState

/// AM301, AM302, AM303: clients that the new library is not made for.
enum ClientKinds: StateRule {
  static func judge(_ judged: JudgedState) -> [AuditFinding] {
    let state = judged.state
    var findings: [AuditFinding] = []
    if state.clientSecret != nil {
      findings.append(judged.finding("AM301", "the client is confidential: it was given a secret"))
    }
    if let method = state.tokenEndpointAuthMethod, !plain.contains(method) {
      findings.append(
        judged.finding("AM302", "the client authenticates with \(judged.shown(method, limit: 60))")
      )
    }
    if state.isRegistered || state.registrationAccessToken != nil {
      findings.append(judged.finding("AM303", "the app registered its client by itself"))
    }
    return findings
  }

  /// No authentication, and a plain secret, which AM301 is about.
  private static let plain = ["none", "client_secret_basic", "client_secret_post"]
}
