import LegacyState
import Secrets

/// AM104, AM105: credentials of the app itself.
enum StoredClientCredentials: StateRule {
  static func judge(_ judged: JudgedState) -> [AuditFinding] {
    var findings: [AuditFinding] = []
    if let secret = judged.state.clientSecret {
      findings.append(
        judged.finding(
          "AM104",
          """
          a client secret of \(secret.secret.count) bytes at rest: the new client must be public and have none
          """
        )
      )
    }
    if let token = judged.state.registrationAccessToken {
      let digest = token.fingerprint?.short ?? "of \(token.secret.count) bytes"
      findings.append(
        judged.finding(
          "AM105",
          "a registration access token \(digest) at rest: it manages the client's registration"
        )
      )
    }
    return findings
  }
}
