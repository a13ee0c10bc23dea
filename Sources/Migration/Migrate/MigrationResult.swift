package import OAuthClient

/// What a migration came to, step by step.
package struct MigrationResult: Sendable {
  /// How the sign-in ended.
  package enum Login: String, Sendable {
    /// Somebody signed in now.
    case signedIn = "signed_in"
    /// Somebody was signed in before; that session was refreshed as proof.
    case kept = "kept_session"
    /// Signed in, and the refresh that was to prove the session failed; the session is kept.
    case unproven = "signed_in_unproven"
    /// Signed in, but the session did not outlive the revocation of the old tokens.
    case ended
    /// An earlier run of this plan had done it.
    case alreadySignedIn = "already_signed_in"
    /// Signed in, proven, and signed out again.
    case proven
    /// The plan has none.
    case skipped
  }

  /// Why it did not come to its end.
  package enum Stop: Error, Sendable {
    /// A check of the provider failed.
    case preflight
    /// The plan does not fit what is there now.
    case stale(String)
    /// The provider is not the one that the plan was made for.
    case otherProvider(String)
    /// The provider asks to wait, or gave no clear answer.
    case revocation(RevocationStop)
    /// The provider, the sign-in or the store.
    case client(OAuthError)
    /// The sign-in worked, and the refresh that was to prove its session failed; whether the session is kept.
    case unproven(OAuthError, isKept: Bool)
    /// The session did not outlive the revocation of the old tokens, or nobody can tell: why, and which of the two.
    case notOutlived(OAuthError, isKnown: Bool)
    /// The new session works and has no refresh token, although offline_access was asked for.
    case notRefreshable
    /// The session that was only to prove the sign-in is forgotten here, and its token was not revoked: why.
    case tokenLives([String])
    /// Nothing is done that the ledger cannot remember.
    case ledger(LedgerFailure)
    /// A signal, while nobody was waited for.
    case interrupted
    /// A signal, while a person was to sign in: they have changed their mind.
    case signInGivenUp
  }

  package var preflight: PreflightReport?
  package var revocation: RevocationReport?
  package var login: Login?
  /// What may live on at the provider with nobody to hold it, since a run was cut off or an answer lost.
  package var leftBehind: [String] = []
  package var deletions: [DeletionResult] = []
  /// Planned states that a last audit still found, by id.
  package var remaining: [String] = []
  /// States that a last audit found and the plan does not know: they came while it was carried out, or changed.
  package var appeared: [PlannedState] = []
  /// How many of those lie in files that are named like a token, so that nothing names them.
  package var appearedUnnamed = 0
  package var isVerified = false
  /// Files that the last look could not read, so that nobody knows what is in them: path and reason.
  package var unread: [AuditError] = []
  package var stop: Stop?

  /// Whether somebody stopped the run in the middle of their own sign-in.
  package var isSignInGivenUp: Bool {
    guard case .signInGivenUp? = stop else { return false }
    return true
  }

  /// Of a migration that has not begun.
  package init() {}

  /// How many states a last audit found that the plan does not know.
  package var countOfAppeared: Int { appeared.count + appearedUnnamed }

  /// Whether every step of the plan is done and proven as far as it asks for.
  package var isComplete: Bool { isPlanDone && countOfAppeared == 0 && unread.isEmpty }

  /// Whether nothing of the plan is left to do, whatever else the last look came upon.
  var isPlanDone: Bool {
    stop == nil && isVerified && remaining.isEmpty
      && deletions.allSatisfy(\.outcome.isComplete)
      && (revocation.map { $0.ending == .done } ?? true)
  }
}
