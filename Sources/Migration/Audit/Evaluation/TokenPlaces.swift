import LegacyState
import Secrets

/// AM109: counts in how many states each token lies, over the whole run.
struct TokenPlaces {
  private var places: [TokenKey: Int] = [:]
  private var principals: Set<TokenKey> = []
  private var refresh: Set<TokenKey> = []
  /// Credentials without a digest can't be told apart, so each counts.
  private var unnamed = 0
  private var unnamedRefresh = 0

  /// Different credentials.
  var credentials: Int { principals.count + unnamed }
  /// Different refresh tokens.
  var refreshTokens: Int { refresh.count + unnamedRefresh }

  mutating func take(_ entry: StateEntry) {
    let tokens = entry.tokens
    for token in Set(tokens.comparable.compactMap { $0.fingerprint.map(TokenKey.init) }) {
      places[token, default: 0] += 1
    }
    for token in [tokens.refresh].compactMap({ $0 }) + tokens.historicalRefresh {
      if let fingerprint = token.fingerprint {
        refresh.insert(TokenKey(fingerprint))
        principals.insert(TokenKey(fingerprint))
      } else {
        unnamedRefresh += 1
        unnamed += 1
      }
    }
    guard tokens.refresh == nil, tokens.historicalRefresh.isEmpty, let first = tokens.principal
    else { return }
    if let fingerprint = first.fingerprint {
      principals.insert(TokenKey(fingerprint))
    } else {
      unnamed += 1
    }
  }

  /// The finding for a state whose weightiest shared token lies elsewhere as well.
  func finding(for entry: StateEntry) -> AuditFinding? {
    for token in entry.tokens.comparable {
      guard let fingerprint = token.fingerprint, let count = places[TokenKey(fingerprint)],
        count > 1
      else { continue }
      return AuditFinding(
        "AM109",
        state: entry.id,
        "the \(token.role.words) \(fingerprint.short) lies in \(count) places"
      )
    }
    return nil
  }
}

/// Enough of a digest to tell tokens apart, in as few bytes as millions of them need.
struct TokenKey: Hashable {
  private let first: UInt64
  private let second: UInt64

  init(_ fingerprint: Fingerprint) {
    first = Self.word(fingerprint.bytes[..<8])
    second = Self.word(fingerprint.bytes[8..<16])
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
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
