package import HTTP
internal import OAuthClient

/// What an answer of a revocation endpoint means; pure.
///
/// - SeeAlso: RFC 7009 section 2.2, RFC 6749 section 5.2.
package enum RevocationAnswer: Sendable, Equatable {
  /// It is decided.
  case ended(RevocationOutcome, RevocationReason)
  /// The hint was what the provider did not understand: once more without it.
  case tryWithoutHint
  /// The provider may or may not have acted, or could not: worth another attempt.
  case doubt(RevocationReason)

  /// Reads an answer to a request that carried `client_id` and no other authentication.
  ///
  /// - Parameters:
  ///   - response: The answer, whatever its status.
  ///   - hinted: Whether the request carried `token_type_hint`.
  package init(_ response: Response, hinted: Bool) {
    let verdict = RevocationVerdict(response)
    func reason(_ kind: RevocationReason.Kind, isFinal: Bool = true) -> RevocationReason {
      RevocationReason(kind, status: verdict.status, error: verdict.error, isFinal: isFinal)
    }
    switch verdict.kind {
    case .taken: self = .ended(.accepted, reason(.taken))
    case .unknownToken: self = .ended(.alreadyInactive, reason(.unknownToken))
    case .tokenType: self = hinted ? .tryWithoutHint : .ended(.refused, reason(.tokenType))
    case .clientRefused:
      self = .ended(.needsConfidentialClient, reason(.clientRefused, isFinal: false))
    case .failing: self = .doubt(reason(.server))
    case .notAnEndpoint: self = .ended(.refused, reason(.notAnEndpoint, isFinal: false))
    case .redirect: self = .ended(.refused, reason(.redirect, isFinal: false))
    case .refused: self = .ended(.refused, reason(.providerError))
    }
  }
}
