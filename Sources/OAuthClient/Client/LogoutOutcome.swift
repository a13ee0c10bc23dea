/// What a sign-out achieved beyond the local removal, which happens whatever else does.
public struct LogoutOutcome: Sendable, Equatable {
  /// The provider ended its own session and sent the browser back in time.
  public let sessionEnded: Bool
  /// The provider accepted the revocation of the refresh token (RFC 7009) or knew it no longer; no proof of its death.
  public let tokenRevoked: Bool
  /// A browser was sent to the provider's end-session endpoint, whether or not it came back.
  public let reachedProvider: Bool
  /// A sentence for each step that did not succeed.
  public let remarks: [String]

  /// Describes an outcome.
  ///
  /// - Parameters:
  ///   - sessionEnded: The provider's session is over.
  ///   - tokenRevoked: The revocation was accepted.
  ///   - reachedProvider: A browser was sent to the provider; by default if its session is over.
  ///   - remarks: What did not succeed.
  public init(
    sessionEnded: Bool,
    tokenRevoked: Bool,
    reachedProvider: Bool? = nil,
    remarks: [String] = []
  ) {
    self.sessionEnded = sessionEnded
    self.tokenRevoked = tokenRevoked
    self.reachedProvider = reachedProvider ?? sessionEnded
    self.remarks = remarks
  }
}
