import LegacyState

/// AM201, AM202: what binds the answer to the request.
enum ProofOfPossession: StateRule {
  static func judge(_ judged: JudgedState) -> [AuditFinding] {
    let state = judged.state
    var findings: [AuditFinding] = []
    // Without a code there is nothing for PKCE to protect.
    if ResponseTypes.asksForCode(state) {
      switch state.pkce {
      case .none:
        findings.append(judged.finding("AM201", "the authorization request had no code challenge"))
      case .plain:
        findings.append(
          judged.finding("AM201", "the code challenge was the verifier itself (plain)")
        )
      case .s256, .unknown: break
      }
    }
    if state.pkce != .unknown, !state.hasNonce, state.scopes.contains("openid") {
      findings.append(judged.finding("AM202", "the request asked for openid and had no nonce"))
    }
    return findings
  }
}
