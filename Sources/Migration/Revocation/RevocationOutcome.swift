/// How the revocation of one token ended; the raw values are stable.
public enum RevocationOutcome: String, Hashable, Sendable, CaseIterable {
  /// The provider took the request (200). No proof: it answers the same for a token it never saw (RFC 7009 2.2).
  case accepted
  /// The provider says that it knows no such token any more.
  case alreadyInactive = "already_inactive"
  /// Accepted, and the token endpoint then refused the token for its own client.
  case verified
  /// Accepted, and the token worked all the same.
  case alive
  /// The provider, or a rule of ours, refused it: the token is as it was.
  case refused
  /// The provider takes revocations only from clients that authenticate.
  case needsConfidentialClient = "needs_confidential_client"
  /// The provider names no revocation endpoint.
  case noEndpoint = "no_endpoint"
  /// Nobody knows whether the provider acted; it is asked again in the next run.
  case inDoubt = "in_doubt"

  /// Whether the token was tried and refused; all else is the provider's word.
  public var isProven: Bool { self == .verified }

  /// Whether the old state may go: the provider was told, and did not contradict.
  public var isRevoked: Bool {
    switch self {
    case .accepted, .alreadyInactive, .verified: true
    case .alive, .refused, .needsConfidentialClient, .noEndpoint, .inDoubt: false
    }
  }
}
