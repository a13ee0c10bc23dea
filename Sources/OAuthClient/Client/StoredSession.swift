internal import Secrets

/// What tells the session in the store from the one in memory.
struct StoredSession: Equatable {
  /// Of the refresh token, if there is one.
  let refreshToken: Fingerprint?
  /// Seconds since 1970; nil before the first refresh.
  let refreshedAt: Double?

  /// Takes what a record holds.
  ///
  /// - Parameter record: As it was read or written.
  init(_ record: SessionRecord) {
    self.refreshToken = record.tokens?.refreshToken?.fingerprint
    self.refreshedAt = record.tokens?.refreshedAt
  }
}
