/// What a sign-out achieved beyond the local removal, which happens whatever else does.
public struct LogoutOutcome: Sendable, Equatable {
  /// The provider ended its own session and sent the browser back in time.
  public let sessionEnded: Bool
  /// The provider accepted the revocation of the refresh token (RFC 7009); not proof of its death.
  public let tokenRevoked: Bool
  /// A sentence for each step that did not succeed.
  public let remarks: [String]

  /// Describes an outcome.
  ///
  /// - Parameters:
  ///   - sessionEnded: The provider's session is over.
  ///   - tokenRevoked: The revocation was accepted.
  ///   - remarks: What did not succeed.
  public init(sessionEnded: Bool, tokenRevoked: Bool, remarks: [String] = []) {
    self.sessionEnded = sessionEnded
    self.tokenRevoked = tokenRevoked
    self.remarks = remarks
  }
}
