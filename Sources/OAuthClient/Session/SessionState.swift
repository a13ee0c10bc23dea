/// Where a session stands.
public enum SessionState: String, Sendable, CaseIterable {
  /// Nobody is signed in.
  case unauthenticated
  /// A sign-in was begun and its redirect is awaited, perhaps since before a restart.
  case authorizing
  /// Signed in.
  case authenticated
  /// Signed in, and a refresh is under way.
  case refreshing
  /// A resource asked for more than the present sign-in.
  case stepUpRequired
  /// The session is over; only a new sign-in helps.
  case reauthenticationRequired
  /// Sign-out is under way.
  case loggingOut
}
