/// What a migration does, one step after the other.
public enum LedgerStep: String, Hashable, Sendable, CaseIterable {
  /// The registration at the provider was checked.
  case preflight
  /// A token was sent to the provider's revocation endpoint.
  case revoke
  /// It was found out whether a revoked token still works.
  case verifyRevocation = "verify_revocation"
  /// Somebody signed in with the new client.
  case login
  /// A state was taken out of its file.
  case delete
  /// The whole was looked at again.
  case verify
}

/// How far a step has come with its subject.
public enum LedgerStatus: String, Hashable, Sendable, CaseIterable {
  /// It will be done.
  case pending
  /// It is being done: written before the act, so that a killed run is noticed.
  case started
  /// It is done.
  case done
  /// It was not done, for a reason that stands in the row.
  case refused
  /// Nobody knows whether it was done.
  case inDoubt = "in_doubt"
}
