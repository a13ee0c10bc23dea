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
  /// The SHA-256 of a refresh token that is never presented again.
  package var rejectedRefreshToken: Fingerprint?
  /// Why not.
  package var rejection = Rejection.grantRejected
  /// When which origin may be asked again.
  package var waits: [OriginWait] = []
  package var unknown: [JSONMember]

  package init(issuer: String, clientID: String) {
    self.issuer = issuer
    self.clientID = clientID
    self.unknown = []
  }
}

extension SessionRecord {
  /// Why a refresh token is not presented again.
  package enum Rejection: String, Sendable {
    /// The provider refused it; what is stored without a reason means this.
    case grantRejected = "grant_rejected"
    /// Two answers in a row were lost, and a third use could be taken for theft; the provider never refused it.
    case refreshInterrupted = "refresh_interrupted"
    /// It brought the tokens of another user.
    case identityChanged = "identity_changed"
  }

  /// The rejection, as the app is told.
  var endReason: ReauthenticationReason {
    switch rejection {
    case .grantRejected:
      ReauthenticationReason(
        .grantRejected,
        "the provider refused the refresh token (invalid_grant): sign in again"
      )
    case .refreshInterrupted:
      ReauthenticationReason(
        .refreshInterrupted,
        "two refreshes in a row were interrupted before their answer came, and the refresh token is not sent a third time, which could be taken for theft: sign in again, which revokes it first"
      )
    case .identityChanged:
      ReauthenticationReason(
        .identityChanged,
        "the refreshed ID token is about another user or from another issuer: the session is over, sign in again"
      )
    }
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
