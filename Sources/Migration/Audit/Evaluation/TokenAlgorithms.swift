import JOSE
import LegacyState

/// AM207: ID tokens that prove nothing.
enum TokenAlgorithms: StateRule {
  static func judge(_ judged: JudgedState) -> [AuditFinding] {
    guard let algorithm = judged.idToken?.algorithm else { return [] }
    if algorithm.lowercased() == "none" {
      return [judged.finding("AM207", "the ID token is not signed (alg none)")]
    }
    guard algorithm.uppercased().hasPrefix("HS") else { return [] }
    let name = shown(algorithm, limit: 20)
    return [judged.finding("AM207", "the ID token is signed with the client secret (alg \(name))")]
  }
}
