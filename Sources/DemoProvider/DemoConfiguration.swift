import Crypto
package import FoundationEssentials
package import JOSE

/// How a provider behaves when nothing goes wrong on purpose.
package struct DemoConfiguration: Sendable {
  /// What stands behind host and port in the issuer, such as `/realms/demo`, or `/` for a final slash.
  package var issuerPath: String
  /// The applications.
  package var clients: [DemoClient]
  /// The people.
  package var users: [DemoUser]
  /// How long an access token lives.
  package var accessTokenSeconds: Int
  /// Stands in every token: `rt-DEMO-…`, `at-DEMO-…`, `code-DEMO-…`.
  package var marker: String
  /// What ID tokens are signed with: RS256 or ES256.
  package var algorithm: JWSAlgorithm
  /// Whether a refresh gives a new refresh token, and using an old one again ends the grant.
  package var rotatesRefreshTokens: Bool
  /// Whether the revocation of a refresh token ends every grant of the same person, with whatever client.
  package var revocationEndsAllOfUser: Bool
  /// Whether a refresh token is given only where offline_access was asked for.
  package var requiresOfflineAccess: Bool
  /// Whether metadata names the endpoint of RFC 9126.
  package var offersPushedRequests: Bool
  /// Whether nothing but a pushed request is accepted.
  package var requiresPushedRequests: Bool
  /// Whether a public client may introspect its own tokens (RFC 7662).
  package var offersIntrospection: Bool
  /// Whether metadata names DPoP algorithms, and proofs are looked at (RFC 9449).
  package var offersDPoP: Bool
  /// Whether every proof needs a nonce of the server's.
  package var requiresDPoPNonce: Bool
  /// Whether the answers of the UserInfo endpoint are signed.
  package var signsUserInfo: Bool
  /// Whether every answer gives another nonce, after which the one before is stale.
  package var renewsDPoPNonce: Bool
  /// Whether the tokens of a sign-in with a proof are bound to its key; else they are Bearer tokens.
  package var bindsTokens: Bool
  /// The clock.
  package var now: @Sendable () -> Date

  /// A configuration for a demonstration.
  package init(
    issuerPath: String = "",
    clients: [DemoClient] = [.migratedApp, .legacyApp, .confidentialApp],
    users: [DemoUser] = [.demo, .other],
    accessTokenSeconds: Int = 300,
    marker: String = "DEMO",
    algorithm: JWSAlgorithm = .rs256,
    rotatesRefreshTokens: Bool = true,
    revocationEndsAllOfUser: Bool = false,
    requiresOfflineAccess: Bool = true,
    offersPushedRequests: Bool = false,
    requiresPushedRequests: Bool = false,
    offersIntrospection: Bool = false,
    offersDPoP: Bool = false,
    requiresDPoPNonce: Bool = false,
    signsUserInfo: Bool = false,
    renewsDPoPNonce: Bool = false,
    bindsTokens: Bool = true,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.issuerPath = issuerPath
    self.clients = clients
    self.users = users
    self.accessTokenSeconds = accessTokenSeconds
    self.marker = marker
    self.algorithm = algorithm
    self.rotatesRefreshTokens = rotatesRefreshTokens
    self.revocationEndsAllOfUser = revocationEndsAllOfUser
    self.requiresOfflineAccess = requiresOfflineAccess
    self.offersPushedRequests = offersPushedRequests || requiresPushedRequests
    self.requiresPushedRequests = requiresPushedRequests
    self.offersIntrospection = offersIntrospection
    self.signsUserInfo = signsUserInfo
    self.offersDPoP = offersDPoP || requiresDPoPNonce || renewsDPoPNonce
    self.requiresDPoPNonce = requiresDPoPNonce || renewsDPoPNonce
    self.renewsDPoPNonce = renewsDPoPNonce
    self.bindsTokens = bindsTokens
    self.now = now
  }

  /// Whether ID tokens are signed with ES256 instead of RS256.
  package var signsWithECDSA: Bool {
    get { algorithm == .es256 }
    set { algorithm = newValue ? .es256 : .rs256 }
  }

  func client(_ id: String) -> DemoClient? { clients.first { $0.id == id } }

  /// The issuer's path without a slash at its end.
  var base: String { issuerPath.hasSuffix("/") ? String(issuerPath.dropLast()) : issuerPath }
}
