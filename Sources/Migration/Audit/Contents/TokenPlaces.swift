import LegacyState
import Secrets

/// AM109: counts in how many states each token lies, over the whole run.
///
/// In two passes, so that what is kept grows with the tokens that lie in several places, and not with all: the first
/// finds those that may, the second counts them. ``note(_:)`` each state, then ``count(_:)`` each, then ask.
struct TokenPlaces {
  private struct Tally {
    var places = 0
    var isCredential = false
    var isRefresh = false
  }

  private var seen: SeenTokens
  /// What keeps all tokens out of names.
  private(set) var mask: NameMask
  /// Those that may lie in several places.
  private var tallies: [TokenKey: Tally] = [:]
  /// Different credentials: a token in three places is one, those without a digest can't be told apart.
  private(set) var credentials = 0
  /// Different refresh tokens.
  private(set) var refreshTokens = 0

  init(seen: SeenTokens = SeenTokens()) {
    self.seen = seen
    mask = NameMask(exactly: seen.exactly)
  }

  /// The first pass.
  mutating func note(_ state: StateCore) {
    mask.note(state)
    for key in Self.keys(of: state) where seen.insert(key) { tallies[key] = Tally() }
  }

  /// Ends the first pass.
  mutating func endNoting() { seen = SeenTokens() }

  /// The second pass.
  mutating func count(_ state: StateCore) {
    if !tallies.isEmpty {
      for key in Self.keys(of: state) { tallies[key]?.places += 1 }
    }
    for token in state.tokens.credentials { count(token, isRefresh: token.role == .refresh) }
  }

  /// Each token once, however often it stands in the state.
  private static func keys(of state: StateCore) -> [TokenKey] {
    let keys = state.tokens.filter(\.isComparable).compactMap(\.key)
    // Almost every state has three or so.
    guard keys.count <= 8 else { return Array(Set(keys)) }
    return keys.indices.filter { !keys[..<$0].contains(keys[$0]) }.map { keys[$0] }
  }

  private mutating func count(_ token: TokenRow, isRefresh: Bool) {
    var before = token.key.flatMap { tallies[$0] } ?? Tally()
    if !before.isCredential { credentials += 1 }
    if isRefresh, !before.isRefresh { refreshTokens += 1 }
    before.isCredential = true
    before.isRefresh = before.isRefresh || isRefresh
    if let key = token.key, tallies[key] != nil { tallies[key] = before }
  }

  /// Whether any token may lie in more than one state, so that there is anything to find.
  var hasShared: Bool { !tallies.isEmpty }

  /// Whether a token lies in more than one state.
  func isShared(_ key: TokenKey) -> Bool { (tallies[key]?.places ?? 1) > 1 }

  /// The finding for a state whose weightiest shared token lies elsewhere as well.
  func finding(for state: StateCore) -> AuditFinding? {
    guard hasShared else { return nil }
    for token in state.tokens where token.isComparable {
      guard let key = token.key, let count = tallies[key]?.places, count > 1 else { continue }
      return AuditFinding(
        "AM109",
        state: state.id,
        "the \(token.role.words) \(key.short) lies in \(count) places"
      )
    }
    return nil
  }
}

/// Enough of a digest to tell tokens apart, in as few bytes as millions of them need.
struct TokenKey: Hashable, Sendable {
  let first: UInt64
  let second: UInt64

  init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
  }

  init(_ fingerprint: Fingerprint) { self.init(digest: fingerprint.bytes[...]) }

  /// From 16 bytes of the digest, or more.
  init(digest: ArraySlice<UInt8>) {
    first = Self.word(digest, digest.startIndex)
    second = Self.word(digest, digest.startIndex + 8)
  }

  /// The first 12 hex digits.
  var short: String {
    let digits = String(first >> 16, radix: 16)
    return String(repeating: "0", count: 12 - digits.count) + digits
  }

  private static func word(_ bytes: ArraySlice<UInt8>, _ start: Int) -> UInt64 {
    var word: UInt64 = 0
    for at in start..<start + 8 { word = word << 8 | UInt64(bytes[at]) }
    return word
  }
}

extension LegacyToken.Role {
  /// `refresh token`.
  var words: String {
    switch self {
    case .refresh: "refresh token"
    case .access: "access token"
    case .id: "ID token"
    case .clientSecret: "client secret"
    case .registrationAccess: "registration access token"
    case .authorizationCode: "authorization code"
    case .codeVerifier: "code verifier"
    }
  }
}
