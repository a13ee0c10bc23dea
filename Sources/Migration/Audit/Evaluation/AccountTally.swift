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

  private var subjects: [Client: Set<TokenKey>] = [:]
  private var clients: [String: Client] = [:]

  mutating func take(_ judged: JudgedState) {
    let state = judged.state
    guard state.source.locator.line == nil, let subject = judged.idToken?.subject,
      let issuer = judged.issuerFromIDToken ?? state.issuer, let id = state.clientID
    else { return }
    let home = state.app ?? state.source.file.parent.text
    let client = Client(home: home, issuer: issuer, client: id)
    let digest = TokenKey(Fingerprint(of: Array("\(issuer)\u{0}\(subject)".utf8).span))
    subjects[client, default: []].insert(digest)
    clients[state.id] = client
  }

  func finding(for entry: StateEntry) -> AuditFinding? {
    guard let client = clients[entry.id], let count = subjects[client]?.count, count > 1 else {
      return nil
    }
    return AuditFinding(
      "AM304",
      state: entry.id,
      "one of \(count) accounts at the same issuer and client"
    )
  }
}
