/// When a sign-in asks for tokens that are bound to a key of its own (RFC 9449).
public enum DPoPUse: String, Sendable, CaseIterable {
  /// Where the provider's metadata announce ES256 proofs; a provider that answers with Bearer tokens all the same is
  /// told as an event, and that session goes on with them.
  ///
  /// Explicit endpoints announce nothing.
  case auto
  /// Always: a Bearer answer is refused, and a stored session without a key wants another sign-in.
  case require
  /// Never at a new sign-in; a session that is bound already stays so.
  case off
}
