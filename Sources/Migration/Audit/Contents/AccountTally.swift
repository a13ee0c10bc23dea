import JOSE
import LegacyState
import POSIX
import Secrets

/// AM304: whether one app has several accounts at one issuer and client.
///
/// Each line of a JSON Lines file is a device of its own. The subject is personal data: only its digest is kept.
struct AccountTally {
  private struct Client: Hashable {
    let home: String
    let issuer: String
    let client: String
  }

  private var numbers: [Client: Int] = [:]
  private var subjects: [Set<TokenKey>] = []

  /// Counts the account, and gives a number for all that are at the same client; nil where that tells nothing.
  mutating func take(_ judged: JudgedState) -> Int? {
    let state = judged.state
    guard state.source.locator.line == nil, let subject = judged.idToken?.subject,
      let issuer = judged.issuerFromIDToken ?? state.issuer, let id = state.clientID
    else { return nil }
    let home = state.app ?? state.source.file.parent.text
    let client = Client(home: home, issuer: issuer, client: id)
    let digest = TokenKey(Fingerprint(of: Array("\(issuer)\u{0}\(subject)".utf8).span))
    let number = numbers[client] ?? subjects.count
    if number == subjects.count {
      numbers[client] = number
      subjects.append([])
    }
    subjects[number].insert(digest)
    return number
  }

  func finding(for state: StateCore) -> AuditFinding? {
    guard let number = state.account, subjects.indices.contains(number),
      subjects[number].count > 1
    else { return nil }
    return AuditFinding(
      "AM304",
      state: state.id,
      "one of \(subjects[number].count) accounts at the same issuer and client"
    )
  }
}
