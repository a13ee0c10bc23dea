public import Secrets

/// A token that will be sent to its provider for revocation.
public struct RevocationTarget: Sendable {
  /// The token.
  public let token: SecretBytes
  /// Its SHA-256, by which everything else knows it.
  public let fingerprint: Fingerprint
  /// The issuer that the user named and the state confirms.
  public let issuer: String
  /// The client that the token belongs to.
  public let clientID: String
  /// The token endpoint that its state names, which is where the issuer's metadata points as well.
  public let storedTokenEndpoint: String?
  /// The states that hold it.
  public let states: [String]
  /// Whether it is not the live one of any state.
  public let isHistorical: Bool
  /// When it was obtained or, failing that, a later time of the same state; seconds since 1970.
  public let time: Double?
  /// The provider's session, where the token names one.
  public let sessionID: String?

  /// Describes a token to revoke.
  ///
  /// - Parameters:
  ///   - token: The token.
  ///   - issuer: The issuer that the user named.
  ///   - clientID: The client that the token belongs to.
  ///   - storedTokenEndpoint: The token endpoint that its state names.
  ///   - states: The states that hold it.
  ///   - isHistorical: Whether it is not the live one of any state.
  ///   - time: For "newest first".
  ///   - sessionID: The provider's session.
  public init(
    token: SecretBytes,
    issuer: String,
    clientID: String,
    storedTokenEndpoint: String? = nil,
    states: [String] = [],
    isHistorical: Bool = false,
    time: Double? = nil,
    sessionID: String? = nil
  ) {
    self.token = token
    self.fingerprint = token.fingerprint
    self.issuer = issuer
    self.clientID = clientID
    self.storedTokenEndpoint = storedTokenEndpoint
    self.states = states
    self.isHistorical = isHistorical
    self.time = time
    self.sessionID = sessionID
  }
}
