/// Why a revocation ended as it did: a stable word, and what the provider answered.
public struct RevocationReason: Hashable, Sendable {
  /// The reason, as a stable word.
  public enum Kind: String, Hashable, Sendable {
    /// The provider took the request.
    case taken
    /// The provider does not know the token, or no longer.
    case unknownToken = "unknown_token"
    /// The provider revokes no tokens of this kind.
    case tokenType = "token_type"
    /// The provider does not take this client without authentication, or does not know it.
    case clientRefused = "client_refused"
    /// The same client was refused a moment ago, so this token was not sent.
    case clientRefusedBefore = "client_refused_before"
    /// The provider is known to take no public clients, so nothing was sent.
    case profile
    /// The provider answered with another error.
    case providerError = "provider_error"
    /// The answer is not from a revocation endpoint.
    case notAnEndpoint = "not_an_endpoint"
    /// The endpoint redirects; tokens are never sent after a redirect.
    case redirect
    /// The provider names no endpoint.
    case noEndpoint = "no_endpoint"
    /// The provider failed, or is overloaded.
    case server
    /// The provider asked to wait for longer than this run may.
    case wait
    /// No answer came.
    case network
    /// The run was stopped.
    case cancelled
    /// Something here is set up wrongly, so nothing was sent.
    case configuration
    /// The token endpoint refused the token, and the controls show that this says something.
    case proven
    /// The token endpoint gave tokens for it.
    case redeemed
    /// The token endpoint's answers prove nothing.
    case cannotVerify = "cannot_verify"
    /// An earlier proof was interrupted; if it worked, its new tokens are lost.
    case interruptedProof = "interrupted_proof"
  }

  /// The word.
  public let kind: Kind
  /// The provider's status; nil if it gave none.
  public let status: Int?
  /// The provider's OAuth error code.
  public let error: String?
  /// Beyond the word, for a person; without secrets.
  public let detail: String?
  /// Whether a rerun with the same ledger leaves the token alone.
  let isFinal: Bool

  init(
    _ kind: Kind,
    status: Int? = nil,
    error: String? = nil,
    detail: String? = nil,
    isFinal: Bool = false
  ) {
    self.kind = kind
    self.status = status
    self.error = error
    self.detail = detail
    self.isFinal = isFinal
  }
}

extension RevocationReason: CustomStringConvertible {
  /// What happened and what to do, in one line.
  public var description: String {
    let text = detail.map { "\(sentence): \($0)" } ?? sentence
    let answer = [status.map { "\($0)" }, error].compactMap { $0 }.joined(separator: " ")
    return answer.isEmpty ? text : "\(text) (\(answer))"
  }

  private var sentence: String {
    switch kind {
    case .taken: "the provider took it, which is no proof yet"
    case .unknownToken: "the provider knows no such token (any more)"
    case .tokenType: "the provider does not revoke tokens of this kind"
    case .clientRefused:
      "the provider does not know this client, or wants it to authenticate: "
        + "make it public there, or revoke from your server"
    case .clientRefusedBefore: "not sent, since the provider refused this client just before"
    case .profile: "not sent, since this provider wants a secret here: revoke from your server"
    case .providerError: "the provider refused"
    case .notAnEndpoint: "the answer is not from a revocation endpoint"
    case .redirect: "the endpoint redirects, and a token is never sent after a redirect"
    case .noEndpoint:
      "the provider names no revocation endpoint: end the sessions in its console"
    case .server: "the provider failed: run again"
    case .wait: "the provider asks to wait: run again later"
    case .network: "no answer: run again"
    case .cancelled: "stopped: run again to go on"
    case .configuration: "not sent"
    case .proven: "the token endpoint refuses it for its own client"
    case .redeemed: "it still gave new tokens after the revocation: end the session at the provider"
    case .cannotVerify: "accepted, but not proven"
    case .interruptedProof:
      "accepted, but not proven: an earlier proof was cut off, and if the token worked then, "
        + "nobody holds what it gave; end the session at the provider to be sure"
    }
  }
}
