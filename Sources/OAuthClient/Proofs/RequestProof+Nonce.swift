package import HTTP

extension RequestProof {
  /// Whether the server did nothing but ask for a proof with its nonce, and gave one.
  ///
  /// The authorization server says so with 400 or 401 and an error in the body, a resource with 401 and a challenge; a
  /// server that asks without giving one that can be used gets no second request.
  ///
  /// - Parameter response: The answer.
  /// - Returns: Whether the same request may be sent once more, with the nonce and a new `jti`.
  /// - SeeAlso: RFC 9449 sections 8 and 9.
  package func wantsNonce(_ response: Response) -> Bool {
    guard response.proofNonce != nil else { return false }
    switch audience {
    case .authorizationServer:
      return [400, 401].contains(response.status)
        && AnswerBody(response).error == Self.nonceError
    case .resource: return Self.challenge(in: response) == Self.nonceError
    }
  }

  /// What a resource has against the proof and not against the token, so that another token would fare no better.
  ///
  /// - Parameters:
  ///   - response: After the repetition for a nonce.
  ///   - purpose: What the request was for, in words for a person.
  /// - Returns: Nil if it has nothing against it.
  /// - SeeAlso: RFC 9449 section 7.1.
  func refusal(in response: Response, _ purpose: String) -> OAuthError? {
    guard audience == .resource, let error = Self.challenge(in: response),
      [Self.nonceError, "invalid_dpop_proof"].contains(error)
    else { return nil }
    return ProviderFailure(error: error).meaning(during: purpose)
  }

  private static let nonceError = "use_dpop_nonce"

  /// The error of a challenge of the scheme DPoP.
  private static func challenge(in response: Response) -> String? {
    guard response.status == 401 else { return nil }
    return AuthenticationChallenge.all(in: response.headers.all("www-authenticate"))
      .first { $0.scheme == "dpop" && $0["error"] != nil }?["error"]
  }
}
