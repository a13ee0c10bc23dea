import JOSE
public import LegacyState
public import Secrets

/// The tokens of one state, by digest and length.
public struct TokenEntries: Sendable, Hashable {
  /// The live refresh token.
  public let refresh: TokenEntry?
  /// The access token.
  public let access: TokenEntry?
  /// The ID token.
  public let id: TokenEntry?
  /// The secret of the client.
  public let clientSecret: TokenEntry?
  /// The token that manages the client's registration.
  public let registrationAccess: TokenEntry?
  /// The authorization code, exchanged or not.
  public let authorizationCode: TokenEntry?
  /// The PKCE verifier.
  public let codeVerifier: TokenEntry?
  /// Refresh tokens that were replaced, or sent earlier.
  public let historicalRefresh: [TokenEntry]

  init(_ state: LegacyAuthState, _ idToken: UnverifiedJWT?, now: Int64) {
    let entry: (LegacyToken) -> TokenEntry = { TokenEntry($0, now: now) }
    refresh = state.refreshToken.map(entry)
    access = state.accessToken.map(entry)
    id = state.idToken.map { token in
      let expiry = idToken?.expiry.map { Int64($0.seconds * 1000) }
      return TokenEntry(
        token,
        now: now,
        idToken?.algorithm,
        expiry ?? token.expiresAtMilliseconds
      )
    }
    clientSecret = state.clientSecret.map(entry)
    registrationAccess = state.registrationAccessToken.map(entry)
    authorizationCode = state.authorizationCode.map(entry)
    codeVerifier = state.codeVerifier.map(entry)
    historicalRefresh = state.historicalRefreshTokens.map(entry)
  }
}

/// One token, without itself.
public struct TokenEntry: Sendable, Hashable {
  /// What it was used for.
  public let role: LegacyToken.Role
  /// The digest of its UTF-8 bytes; nil where that would give too much away.
  public let fingerprint: Fingerprint?
  /// How many bytes it has.
  public let length: Int
  /// What it looks like.
  public let kind: LegacyToken.Kind
  /// `alg` of an ID token.
  public let algorithm: String?
  /// When it expires, in milliseconds since 1970.
  public let expiresAtMilliseconds: Int64?
  /// Whether that was over when the audit started; nil if nobody knows.
  public let isExpired: Bool?
  /// Whether it, or the state, says that it had ended when the audit started; a provider may have ended others too.
  let hasEnded: Bool

  init(
    _ token: LegacyToken,
    now: Int64,
    _ algorithm: String? = nil,
    _ expiry: Int64? = nil
  ) {
    role = token.role
    fingerprint = token.fingerprint
    length = token.secret.count
    kind = token.kind
    self.algorithm = algorithm
    let expiry = expiry ?? token.expiresAtMilliseconds
    expiresAtMilliseconds = expiry
    isExpired = expiry.map { $0 <= now }
    hasEnded = isExpired == true || token.ownExpiry.map { $0 <= now } == true
  }
}

extension LegacyToken {
  /// When a token that is sent to a server says of itself that it ends, in milliseconds since 1970; zero stands for
  /// never.
  fileprivate var ownExpiry: Int64? {
    guard role == .refresh || role == .access, kind == .jwt,
      let expiry = hints?.expiresAtMilliseconds, expiry > 0
    else { return nil }
    return expiry
  }
}
