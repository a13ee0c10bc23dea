package import HTTP

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
    let body = AnswerBody(response)
    let status = response.status
    func reason(_ kind: RevocationReason.Kind, isFinal: Bool = true) -> RevocationReason {
      RevocationReason(kind, status: status, error: body.error, isFinal: isFinal)
    }
    switch (status, body.error) {
    // Google says 400, Keycloak says 200.
    case (200, "invalid_token"), (400, "invalid_token"):
      self = .ended(.alreadyInactive, reason(.unknownToken))
    case (200, "unsupported_token_type"), (400, "unsupported_token_type"):
      self = hinted ? .tryWithoutHint : .ended(.refused, reason(.tokenType))
    // RFC 6749 section 5.2 lets invalid_client come with 400 or 401.
    case (_, "invalid_client") where status < 500:
      self = .ended(.needsConfidentialClient, reason(.clientRefused, isFinal: false))
    case (429, _), (408, _), (425, _), (500..., _):
      self = .doubt(reason(.server))
    case (_, _) where body.isPage:
      // A portal, a firewall or a home page; the real endpoint may answer another time.
      self = .ended(.refused, reason(.notAnEndpoint, isFinal: false))
    case (200, nil), (204, _):
      self = .ended(.accepted, reason(.taken))
    case (300..<400, _):
      self = .ended(.refused, reason(.redirect, isFinal: false))
    case (401, nil):
      self = .ended(.needsConfidentialClient, reason(.clientRefused, isFinal: false))
    case (200, _), (400..<500, _):
      self = .ended(.refused, reason(.providerError))
    default:
      self = .ended(.refused, reason(.notAnEndpoint, isFinal: false))
    }
  }
}
