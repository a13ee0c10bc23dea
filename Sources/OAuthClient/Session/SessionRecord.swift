package import JSON
package import Secrets

/// What the store holds of one session: the only place where all its secrets are together.
///
/// Written as JSON inside the seal. Members that this version does not know are kept when it is written again, so that
/// a newer minor version finds them (`unknown`).
package struct SessionRecord: Sendable {
  /// The format that this version writes; a larger number is refused and left alone.
  package static let version: Int64 = 1

  package let issuer: String
  package let clientID: String
  package var tokens: SessionTokens?
  package var flow: AuthorizationFlow?
  package var inFlight: InFlightRefresh?
  /// The SHA-256 of a refresh token that the provider refused: never presented again.
  package var rejectedRefreshToken: Fingerprint?
  package var unknown: [JSONMember]

  package init(issuer: String, clientID: String) {
    self.issuer = issuer
    self.clientID = clientID
    self.unknown = []
  }
}

/// The tokens of a signed-in session.
package struct SessionTokens: Sendable {
  package var accessToken: SecretBytes
  package var tokenType: String
  /// Seconds since 1970; nil if the provider did not say.
  package var accessTokenExpiresAt: Double?
  package var refreshToken: SecretBytes?
  /// The ID token that was validated last; kept for `id_token_hint`.
  package var idToken: SecretBytes
  package var scope: String?
  /// The nonce of the sign-in, compared again when a refreshed ID token carries one (OIDC Core 12.2).
  package var nonce: SecretBytes
  /// Seconds since 1970.
  package var signedInAt: Double
  /// Seconds since 1970; nil before the first refresh.
  package var refreshedAt: Double?
}

/// A refresh that was begun and not yet answered, as far as the store knows.
package struct InFlightRefresh: Sendable, Equatable {
  package let token: Fingerprint
  /// Seconds since 1970.
  package let startedAt: Double
  /// Whether this is already the one retry that a crash allows.
  package let isRetry: Bool
}
