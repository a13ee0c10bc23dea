package import HTTP

/// What an answer of a revocation endpoint says; pure.
///
/// For a request that carried `client_id` and no other authentication.
///
/// - SeeAlso: RFC 7009 section 2.2, RFC 6749 section 5.2.
package struct RevocationVerdict: Sendable, Equatable {
  package enum Kind: Sendable {
    /// The provider took the request.
    case taken
    /// The provider does not know the token, or no longer: it is over already.
    case unknownToken
    /// The provider does not know this kind of token, or did not understand the hint.
    case tokenType
    /// The provider does not take this client without authentication, or does not know it.
    case clientRefused
    /// The provider failed, or is overloaded: worth another attempt.
    case failing
    /// The answer is not from a revocation endpoint.
    case notAnEndpoint
    /// The endpoint redirects; a token is never sent after a redirect.
    case redirect
    /// The provider answered with another error.
    case refused
  }

  package let kind: Kind
  package let status: Int
  /// The provider's OAuth error code.
  package let error: String?

  /// Reads an answer, whatever its status.
  package init(_ response: Response) {
    let body = AnswerBody(response)
    status = response.status
    error = body.error
    kind = Self.kind(response.status, body)
  }

  private static func kind(_ status: Int, _ body: AnswerBody) -> Kind {
    switch (status, body.error) {
    // Google says 400, Keycloak says 200.
    case (200, "invalid_token"), (400, "invalid_token"): .unknownToken
    case (200, "unsupported_token_type"), (400, "unsupported_token_type"): .tokenType
    // RFC 6749 section 5.2 lets invalid_client come with 400 or 401.
    case (_, "invalid_client") where status < 500: .clientRefused
    case (429, _), (408, _), (425, _), (500..., _): .failing
    // By their meaning worth another attempt, with whatever status (RFC 6749 section 4.1.2.1).
    case (_, "temporarily_unavailable"), (_, "server_error"): .failing
    // A portal, a firewall or a home page; the real endpoint may answer another time.
    case (_, _) where body.isPage: .notAnEndpoint
    case (200, nil), (204, _): .taken
    case (300..<400, _): .redirect
    case (401, nil): .clientRefused
    case (200, _), (400..<500, _): .refused
    default: .notAnEndpoint
    }
  }
}

extension RevocationVerdict: CustomStringConvertible {
  /// What was answered, for a person; without anything of the body but a code.
  package var description: String {
    let answer = ["\(status)", error].compactMap { $0 }.joined(separator: " ")
    return switch kind {
    case .taken: "the provider took the revocation (\(answer))"
    case .unknownToken: "the provider knows no such token any more (\(answer))"
    case .tokenType: "the provider does not revoke refresh tokens (\(answer))"
    case .clientRefused: "the provider refused this client at the revocation (\(answer))"
    case .notAnEndpoint:
      "the answer to the revocation is not from a revocation endpoint (\(answer))"
    case .redirect: "the revocation was answered with a redirect, which is not followed (\(answer))"
    case .failing, .refused: "the provider answered the revocation with \(answer)"
    }
  }
}
