import JOSE
import LegacyState

/// AM402, AM403, AM404: states that contradict themselves.
enum Contradictions: StateRule {
  static func judge(_ judged: JudgedState) -> [AuditFinding] {
    malformed(judged) + [refreshTokens(judged), clients(judged)].compactMap { $0 }
  }

  private static func malformed(_ judged: JudgedState) -> [AuditFinding] {
    let state = judged.state
    var findings: [AuditFinding] = []
    if state.nestedCopies > 0 {
      findings.append(
        judged.finding(
          "AM402",
          "nested copies: a response holds \(Words.count(state.nestedCopies, "response")) in itself"
        )
      )
    }
    if state.disagreements.contains(.duplicateMember) {
      findings.append(
        judged.finding("AM402", "a member stands twice in one object; the last one was taken")
      )
    }
    let endpoints = [
      state.disagreements.contains(.authorizationEndpoint) ? "authorization" : nil,
      state.disagreements.contains(.tokenEndpoint) ? "token" : nil,
    ].compactMap { $0 }
    if !endpoints.isEmpty {
      let names = endpoints.joined(separator: " and ")
      findings.append(
        judged.finding("AM402", .low, "its requests name different \(names) endpoints")
      )
    }
    return findings
  }

  private static func refreshTokens(_ judged: JudgedState) -> AuditFinding? {
    guard judged.state.disagreements.contains(.refreshToken) else { return nil }
    let count = judged.state.historicalRefreshTokens.count
    return judged.finding("AM403", "\(count) refresh tokens, and nothing says which one is live")
  }

  private static func clients(_ judged: JudgedState) -> AuditFinding? {
    if judged.state.disagreements.contains(.clientID) {
      return judged.finding("AM404", "the requests in the state name different clients")
    }
    guard let client = judged.state.clientID, let token = judged.idToken else { return nil }
    if !token.audience.isEmpty, !token.audience.contains(client) {
      return judged.finding("AM404", "the ID token is not for the client that the requests name")
    }
    if let party = token.authorizedParty, party != client {
      return judged.finding("AM404", "the ID token was issued to another client (azp)")
    }
    return nil
  }
}
