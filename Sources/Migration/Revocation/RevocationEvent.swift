/// What happens while tokens are revoked, for progress.
package enum RevocationEvent: Sendable {
  /// So many tokens will be looked at.
  case began(total: Int)
  /// One more is decided.
  case decided(RevocationResult, done: Int, total: Int)
  /// The provider asked to wait; nothing is sent until then (seconds since 1970).
  case waiting(origin: String, until: Double)
  /// The revocations are through; so many will be proven.
  case proving(total: Int)
  /// One is proven, or is known not to be.
  case proven(RevocationResult, done: Int, total: Int)
}
