import Crypto
import JOSE
import Secrets

/// Everything that changes at a provider; tokens are known by their fingerprints only.
struct World {
  /// `http://127.0.0.1:PORT`, once it listens.
  var origin = ""
  var counts: [DemoEndpoint: Int] = [:]
  var log: [DemoLogEntry] = []
  var faults: [DemoFault] = []
  var grants: [DemoGrant] = []
  /// Which grant a refresh token, working or used, belongs to.
  var refreshTokens: [Fingerprint: Int] = [:]
  var accessTokens: [Fingerprint: AccessGrant] = [:]
  var codes: [Fingerprint: CodeGrant] = [:]
  /// Behind a sign-in form.
  var forms: [String: AuthorizationRequest] = [:]
  /// Behind a request_uri.
  var pushed: [String: AuthorizationRequest] = [:]
  /// By cookie.
  var browsers: [String: BrowserSession] = [:]
  /// Proofs that were seen, and the nonce that the next one needs.
  var proofs: Set<String> = []
  var proofNonce = World.handle()
  /// Clients that registered themselves, with the token that deletes each.
  var registrations: [String: Fingerprint] = [:]
  /// How many sessions were ended by sign-out.
  var endedSessions = 0
  /// Whether something that outlives a restart changed.
  var isDirty = false

  /// A name that nobody guesses.
  static func handle() -> String { Base64URL.encode(Random.bytes(16)) }

  /// A token with its marker.
  static func token(_ prefix: String, marker: String) -> SecretBytes {
    var text = Array("\(prefix)-\(marker)-\(Base64URL.encode(Random.bytes(24)))".utf8)
    return SecretBytes(wiping: &text)
  }

  /// Counts a request and takes the faults that meet it.
  mutating func arrive(_ endpoint: DemoEndpoint, grantType: String?) -> Effects {
    counts[endpoint, default: 0] += 1
    var met: [DemoFault] = []
    for index in faults.indices {
      let fault = faults[index]
      guard fault.endpoint == endpoint, fault.times != 0,
        fault.grantType == nil || fault.grantType == grantType
      else { continue }
      met.append(fault)
      faults[index].times = fault.times.map { $0 - 1 }
    }
    faults.removeAll { $0.times == 0 }
    return Effects(met)
  }

  mutating func begin(
    client: String,
    subject: String,
    scopes: [String],
    session: String,
    authenticatedAt: Int64,
    acr: String,
    nonce: String?,
    keyThumbprint: String?
  ) -> Int {
    isDirty = true
    let grant = DemoGrant(
      id: grants.count,
      client: client,
      subject: subject,
      scopes: scopes,
      session: session,
      authenticatedAt: authenticatedAt,
      acr: acr,
      nonce: nonce,
      keyThumbprint: keyThumbprint
    )
    grants.append(grant)
    return grant.id
  }

  mutating func end(grant: Int) {
    isDirty = true
    grants[grant].isLive = false
  }

  /// Makes `token` the one that works; the one before is used up.
  mutating func give(refreshToken token: Fingerprint, to grant: Int) {
    isDirty = true
    if let old = grants[grant].refreshToken { grants[grant].usedRefreshTokens.append(old) }
    grants[grant].refreshToken = token
    refreshTokens[token] = grant
  }

  mutating func give(accessToken token: Fingerprint, to grant: Int, until expiry: Int64) {
    isDirty = true
    accessTokens[token] = AccessGrant(grant: grant, expiresAt: expiry)
  }

  /// The grant of an access token that works at this moment.
  func grant(ofAccessToken token: Fingerprint, at now: Int64) -> DemoGrant? {
    guard let access = accessTokens[token], !access.isRevoked, access.expiresAt > now else {
      return nil
    }
    let grant = grants[access.grant]
    return grant.isLive ? grant : nil
  }

  /// The grant whose working refresh token this is.
  func grant(ofRefreshToken token: Fingerprint) -> DemoGrant? {
    guard let index = refreshTokens[token] else { return nil }
    let grant = grants[index]
    return grant.isLive && grant.refreshToken == token ? grant : nil
  }
}
