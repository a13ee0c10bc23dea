import JSON
import LegacyState

/// What an update of the app brings: how many sign-ins at which issuer and client, and what is still alive there.
package struct Rollout: Sendable, Hashable {
  /// One issuer and client.
  package struct Row: Sendable, Hashable {
    /// By the state, or else the map, or else the ID token; nil if none tells.
    package let issuer: String?
    /// By the state, or else the map.
    package let clientID: String?
    /// How many have to sign in anew, at most: different refresh tokens, or access tokens where there is none.
    package fileprivate(set) var signIns = 0
    /// Different refresh tokens that nothing says have ended.
    package fileprivate(set) var liveRefreshTokens = 0
    /// Different access tokens that nothing says have ended.
    package fileprivate(set) var liveAccessTokens = 0
    /// Whether it is known whose its states are.
    fileprivate(set) var isPlannable = false
  }

  /// The most sign-ins first, those that nothing can be sent to last.
  package let rows: [Row]
  /// Sign-ins at further issuers and clients, of which there are too many to be listed.
  package let furtherSignIns: Int

  /// All sign-ins to come.
  package var signIns: Int { rows.reduce(furtherSignIns) { $0 + $1.signIns } }

  var json: JSONNode {
    let clients = rows.map { row in
      JSONNode.object([
        ("issuer", .optional(row.issuer)), ("client_id", .optional(row.clientID)),
        ("sign_ins", .count(row.signIns)),
        ("live_refresh_tokens", .count(row.liveRefreshTokens)),
        ("live_access_tokens", .count(row.liveAccessTokens)),
      ])
    }
    return .object([
      ("clients", .array(clients)), ("further_sign_ins", .count(furtherSignIns)),
    ])
  }
}

/// Counts for ``Rollout``, a state at a time, once it is known which tokens lie in several places.
struct RolloutTally {
  /// No table that a person plans by has more.
  private static let mostRows = 10_000

  private struct Key: Hashable {
    let issuer: String?
    let client: String?
  }

  private struct Counted: Hashable {
    let row: Key
    let token: TokenKey
  }

  private var rows: [Key: Rollout.Row] = [:]
  /// Those that lie in one place only need not be remembered.
  private var counted: Set<Counted> = []
  private var further = 0

  mutating func take(_ tokens: [TokenRow], _ facts: StateFacts, _ places: TokenPlaces) {
    let refresh = tokens.first { $0.role == .refresh && !$0.isOlder }
    let access = tokens.first { $0.role == .access }
    guard let signIn = refresh ?? access else { return }
    let key = Key(issuer: facts.anyIssuer, client: facts.anyClientID)
    guard rows[key] != nil || rows.count < Self.mostRows else {
      if isNew(signIn, key, places) { further += 1 }
      return
    }
    for token in [refresh, access].compactMap(\.self) where isNew(token, key, places) {
      var counts = rows[key] ?? Rollout.Row(issuer: key.issuer, clientID: key.client)
      counts.isPlannable = counts.isPlannable || facts.isSomebodys
      if token == signIn { counts.signIns += 1 }
      if !token.hasEnded, token.role == .refresh { counts.liveRefreshTokens += 1 }
      if !token.hasEnded, token.role == .access { counts.liveAccessTokens += 1 }
      rows[key] = counts
    }
  }

  private mutating func isNew(_ token: TokenRow, _ row: Key, _ places: TokenPlaces) -> Bool {
    guard let key = token.key, places.isShared(key) else { return true }
    return counted.insert(Counted(row: row, token: key)).inserted
  }

  var rollout: Rollout {
    let sorted = rows.values.sorted { left, right in
      // What nothing can be sent to is no beginning.
      if (left.issuer == nil) != (right.issuer == nil) { return right.issuer == nil }
      if left.signIns != right.signIns { return left.signIns > right.signIns }
      return (left.issuer ?? "", left.clientID ?? "") < (right.issuer ?? "", right.clientID ?? "")
    }
    return Rollout(rows: sorted, furtherSignIns: further)
  }
}
