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

  init(role: LegacyToken.Role, isOlder: Bool, key: TokenKey?, length: Int, kind: LegacyToken.Kind) {
    self.role = role
    self.isOlder = isOlder
    self.key = key
    self.length = length
    self.kind = kind
    hasEnded = false
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

  func write(to record: inout RecordWriter) {
    record.put(Self.roles.firstIndex(of: role) ?? 0)
    record.put(isOlder)
    record.put(length)
    record.put(kind == .jwt)
    record.put(hasEnded)
    record.put(key != nil)
    guard let key else { return }
    record.put(key.first)
    record.put(key.second)
  }

  init(_ record: inout RecordReader) {
    let number = record.int()
    role = Self.roles.indices.contains(number) ? Self.roles[number] : .refresh
    isOlder = record.bool()
    length = record.int()
    kind = record.bool() ? .jwt : .opaque
    hasEnded = record.bool()
    key = record.bool() ? TokenKey(first: record.word(), second: record.word()) : nil
  }

  private static let roles: [LegacyToken.Role] = [
    .refresh, .access, .id, .clientSecret, .registrationAccess, .authorizationCode, .codeVerifier,
  ]
}

extension [TokenRow] {
  /// Those of a state that count as credentials: every refresh token, or else the weightiest token.
  var credentials: [TokenRow] {
    let refresh = filter { $0.role == .refresh }
    return refresh.isEmpty ? Array(prefix(1)) : refresh
  }
}

extension TokenEntries {
  /// The weightiest first; without the verifier, which is no credential.
  var rows: [TokenRow] {
    let live = [access, registrationAccess, clientSecret, id, authorizationCode]
    return [refresh].compactMap { $0.map { TokenRow($0) } }
      + historicalRefresh.map { TokenRow($0, isOlder: true) }
      + live.compactMap { $0.map { TokenRow($0) } }
  }
}
