/// What a sign-out achieved beyond the local removal, which happens whatever else does.
public struct LogoutOutcome: Sendable, Equatable {
  /// The provider ended its own session and sent the browser back in time.
  public let sessionEnded: Bool
  /// What became of the refresh token.
  public let revocation: TokenRevocation
  /// A browser was sent to the provider's end-session endpoint, whether or not it came back.
  public let reachedProvider: Bool
  /// A sentence for each step that did not succeed.
  public let remarks: [String]

  /// Whether the refresh token, and no newer one, is revoked as far as the provider says.
  public var tokenRevoked: Bool { revocation == .revoked }

  /// Describes an outcome.
  ///
  /// - Parameters:
  ///   - sessionEnded: The provider's session is over.
  ///   - revocation: What became of the refresh token.
  ///   - reachedProvider: A browser was sent to the provider; by default if its session is over.
  ///   - remarks: What did not succeed.
  public init(
    sessionEnded: Bool,
    revocation: TokenRevocation,
    reachedProvider: Bool? = nil,
    remarks: [String] = []
  ) {
    self.sessionEnded = sessionEnded
    self.revocation = revocation
    self.reachedProvider = reachedProvider ?? sessionEnded
    self.remarks = remarks
  }
}
