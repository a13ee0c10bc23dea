import LegacyState
import POSIX

/// How many sign-ins an update of the app brings at one issuer and client.
struct SignInGroup {
  let issuer: String?
  let client: String?
  let count: Int

  private struct Key: Hashable {
    let issuer: String?
    let client: String?
  }

  /// The most sign-ins first, those of no issuer last.
  static func all(of contents: AuditContents) throws(FileFailure) -> [SignInGroup] {
    var counts: [Key: Int] = [:]
    // Those that lie in one place only need not be remembered.
    var shared: [Key: Set<TokenKey>] = [:]
    try contents.forEachState { (record, _) in
      let row = record.row
      guard let token = row.tokens.first(where: { $0.isSignIn }) else { return }
      let key = Key(issuer: row.anyIssuer, client: row.clientID)
      let isNew =
        token.key.map { !contents.isShared($0) || shared[key, default: []].insert($0).inserted }
      if isNew ?? true { counts[key, default: 0] += 1 }
    }
    return counts.map { key, count in
      SignInGroup(
        issuer: key.issuer.map { shown($0) },
        client: key.client.map { shown($0, limit: 80) },
        count: count
      )
    }
    .sorted { left, right in
      // What nothing can be sent to is no beginning.
      if (left.issuer == nil) != (right.issuer == nil) { return right.issuer == nil }
      if left.count != right.count { return left.count > right.count }
      return (left.issuer ?? "", left.client ?? "") < (right.issuer ?? "", right.client ?? "")
    }
  }
}

extension TokenRow {
  /// Whether somebody is signed in as long as it lives.
  fileprivate var isSignIn: Bool { (role == .refresh && !isOlder) || role == .access }
}
