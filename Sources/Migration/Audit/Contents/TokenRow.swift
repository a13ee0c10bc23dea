import LegacyState

/// One token of a ``StateRow``.
struct TokenRow: Sendable, Hashable {
  /// What it was used for.
  let role: LegacyToken.Role
  /// Whether it is a refresh token that was replaced, or sent earlier.
  let isOlder: Bool
  /// What tells it apart; nil where a digest would give too much away.
  let key: TokenKey?
  /// How many bytes it has.
  let length: Int
  /// What it looks like.
  let kind: LegacyToken.Kind
  /// Whether it, or the state, says that it has ended.
  let hasEnded: Bool

  init(
    role: LegacyToken.Role,
    isOlder: Bool,
    key: TokenKey?,
    length: Int,
    kind: LegacyToken.Kind,
    hasEnded: Bool = false
  ) {
    self.role = role
    self.isOlder = isOlder
    self.key = key
    self.length = length
    self.kind = kind
    self.hasEnded = hasEnded
  }

  init(_ entry: TokenEntry, isOlder: Bool = false) {
    role = entry.role
    self.isOlder = isOlder
    key = entry.fingerprint.map(TokenKey.init)
    length = entry.length
    kind = entry.kind
    hasEnded = entry.hasEnded
  }

  /// `a41f09c2d7e1`, or its length if it has no digest.
  var name: String { key?.short ?? "of \(length) bytes" }

  /// Whether two states that have it share a credential; a code is used once and tells nothing.
  var isComparable: Bool { key != nil && role != .authorizationCode }

  /// Whether it is the same token, older here or not.
  func isSame(as other: TokenRow) -> Bool {
    (role, key, length, kind) == (other.role, other.key, other.length, other.kind)
  }
}

extension [TokenRow] {
  /// Those of a state that count as credentials: every refresh token, or else the weightiest token.
  var credentials: [TokenRow] {
    let refresh = filter { $0.role == .refresh }
    return refresh.isEmpty ? Array(prefix(1)) : refresh
  }
}
