/// A session of which its store does not hold the last, since it refused to take it.
public struct UnsavedSession: Sendable, Equatable, CustomStringConvertible {
  /// Why the store refused; without secrets.
  public let reason: String
  /// Whether the refresh token in the store is spent, so that the session is lost when the process ends.
  public let isLostAtExit: Bool

  /// Whether the session was refreshed; else it is only what the provider answered that was not saved, such as a
  /// request to wait.
  public let isRefreshed: Bool

  /// One sentence for a person.
  public var description: String {
    guard isRefreshed || isLostAtExit else {
      return
        "what the provider answered could not be saved (\(reason)): the stored session is as it was before, and the next run does not know of it"
    }
    let what = "the session was refreshed, but could not be saved (\(reason))"
    return isLostAtExit
      ? "\(what): the stored refresh token is spent, so the session is lost"
      : "\(what): the stored refresh token was not replaced, and counts on"
  }
}
