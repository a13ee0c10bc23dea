import JOSE
import LegacyState
import POSIX
import Secrets

/// AM304: whether one app has several accounts at one issuer and client.
///
/// Each line of a JSON Lines file is a device of its own. The subject is personal data: only its digest is kept.
struct AccountTally {
  fileprivate struct Client: Hashable {
    let home: String
    let issuer: String
    let client: String
  }

  private var numbers: [Client: Int] = [:]
  private var subjects: [Set<TokenKey>] = []

  /// Counts an account, and gives a number for all that are at the same client.
  mutating func take(_ account: StateAccount) -> Int {
    let number = numbers[account.client] ?? subjects.count
    if number == subjects.count {
      numbers[account.client] = number
      subjects.append([])
    }
    subjects[number].insert(account.subject)
    return number
  }

  /// Whether any client has several accounts, so that there is anything to find.
  var hasSeveral: Bool { subjects.contains { $0.count > 1 } }

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

/// Whose a state is.
struct StateAccount: Sendable {
  fileprivate let client: AccountTally.Client
  fileprivate let subject: TokenKey

  /// Nil where that tells nothing.
  init?(_ judged: JudgedState) {
    let state = judged.state
    guard state.source.locator.line == nil, let subject = judged.idToken?.subject,
      let issuer = judged.issuerFromIDToken ?? state.issuer, let id = state.clientID
    else { return nil }
    let home = state.app ?? state.source.file.parent.text
    client = AccountTally.Client(home: home, issuer: issuer, client: id)
    self.subject = TokenKey(Fingerprint(of: Array("\(issuer)\u{0}\(subject)".utf8).span))
  }
}
