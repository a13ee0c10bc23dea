package import HTTP
package import JOSE
package import JSON
package import Secrets

/// What the store holds of one session: the only place where all its secrets are together.
///
/// Written as JSON inside the seal. Members that this version does not know are kept when it is written again, so that
/// a newer minor version finds them (`unknown`).
package struct SessionRecord: Sendable {
  /// The format that this version writes; a larger number is refused and left alone.
  package static let version: Int64 = 1
  /// How many flows are remembered after their code was sent: no more sign-ins than that are waited for at a time.
  static let spentFlowLimit = 8

  package let issuer: String
  package let clientID: String
  package var tokens: SessionTokens?
  package var flow: AuthorizationFlow?
  /// Refresh tokens of sessions in whose place this one has come, until they are revoked.
  package var superseded: [SecretBytes] = []
  /// When a code was sent whose answer is not known yet, in seconds since 1970.
  package var codeSentAt: Double?
  /// The last flows whose code was sent, by their `state`: it is never sent again.
  package var spentFlows: [Fingerprint] = []
  package var inFlight: InFlightRefresh?
  /// The SHA-256 of a refresh token that is never presented again.
  package var rejectedRefreshToken: Fingerprint?
  /// Why not.
  package var rejection = Rejection.grantRejected
  /// When which origin may be asked again.
  package var waits: [OriginWait] = []
  /// What the authorization server wants in the next proof.
  package var proofNonce: StoredNonce?
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
    /// Two answers in a row were lost, and a third use could be taken for theft: it is sent only if the user asks for
    /// it. The provider never refused it.
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
        "the answers of two refreshes in a row were lost, and a third use of the refresh token could be taken for theft, so it is not sent again unless you ask for it: sign in again, which revokes it first"
      )
    case .identityChanged:
      ReauthenticationReason(
        .identityChanged,
        "the refreshed ID token is about another user: the session is over, sign in again"
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
  /// What the tokens are bound to (RFC 9449); nil for Bearer tokens.
  package var proofKey: DPoPKey?
}

/// The nonce that a server gave last, so that the next process need not ask for it (RFC 9449 section 8.2).
package struct StoredNonce: Sendable, Equatable {
  package let origin: Origin
  package let nonce: DPoPNonce
}

extension SessionRecord {
  /// Whether an answer was lost that may have replaced the refresh token: nobody can tell what lives at the provider.
  var mayHaveNewerToken: Bool {
    guard let token = tokens?.refreshToken?.fingerprint else { return false }
    return inFlight?.token == token
  }
}

extension SessionTokens {
  /// Whether the clock was ahead when they came: their end was counted from a moment that is still to come, and nobody
  /// can tell when it is.
  ///
  /// Clocks are put right by seconds all the time.
  ///
  /// - Parameter now: In seconds since 1970.
  /// - Returns: Whether it was, by more than ten seconds.
  func isFromTheFuture(at now: Double) -> Bool { (refreshedAt ?? signedInAt) - now > 10 }
}

/// A refresh that was begun and not yet answered, as far as the store knows.
package struct InFlightRefresh: Sendable, Equatable {
  package let token: Fingerprint
  /// Seconds since 1970.
  package let startedAt: Double
  /// Whether this is already the one retry that a lost answer allows.
  package let isRetry: Bool
}
