/// A session that has gone on beyond what its store holds, since the store refused to take it.
public struct UnsavedSession: Sendable, Equatable, CustomStringConvertible {
  /// Why the store refused; without secrets.
  public let reason: String
  /// Whether the refresh token in the store is spent, so that the session is lost when the process ends.
  public let isLostAtExit: Bool

  /// One sentence for a person.
  public var description: String {
    let what = "the session was refreshed, but could not be saved (\(reason))"
    return isLostAtExit
      ? "\(what): the stored refresh token is spent, so the session is lost"
      : "\(what): the stored refresh token was not replaced, and counts on"
  }
}
