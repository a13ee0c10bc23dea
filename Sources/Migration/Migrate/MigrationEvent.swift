/// What happens during a migration, for whoever shows it.
package enum MigrationEvent: Sendable {
  /// The provider was checked.
  case checked(PreflightReport)
  /// A step of the revocation.
  case revocation(RevocationEvent)
  /// The tokens are dealt with.
  case revoked(RevocationReport)
  /// The browser is about to open.
  case signingIn
  /// The sign-in is over; without a refresh token there was none to prove.
  case signedIn(MigrationResult.Login, isRefreshProven: Bool)
  /// A state was dealt with.
  case deleted(DeletionResult)
  /// Everything was looked at again: planned states that are still there, kept on purpose, and such as no plan knows.
  case verified(remaining: Int, kept: Int, appeared: Int)
}
