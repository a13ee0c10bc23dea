internal import HTTP

extension OAuthClient {
  /// Proves, without a refresh, that the provider still takes the access token.
  ///
  /// - Throws: `.reauthenticate` if it does not, `.configuration` if it has no place to ask at.
  /// - SeeAlso: OIDC Core 5.3, RFC 6750 section 3.1.
  package func proveAccess() async throws(OAuthError) {
    let authorization = RequestAuthorization(try await usableTokens())
    let provider = try await provider()
    guard let endpoint = provider.userinfoEndpoint else {
      throw .configuration(
        ConfigurationProblem(
          .unsupported,
          "the provider gave no refresh token and names no userinfo_endpoint, so nobody can tell whether the session is alive"
        )
      )
    }
    let request = Request(
      url: endpoint,
      headers: [.init("Accept", "application/json, application/jwt")]
    )
    let response = try await transport.send(
      authorization.applied(to: request),
      policy: .reading,
      purpose: "asking for the user info",
      proof: authorization.proof
    )
    if let wait = transport.waitError(for: response, origin: endpoint.origin) { throw wait }
    if let refusal = authorization.proof?.refusal(in: response, "user info request") {
      throw refusal
    }
    switch response.status {
    case 200: return
    case 401:
      throw .reauthenticate(
        ReauthenticationReason(
          .accessTokenRejected,
          "the provider no longer takes the access token (401 from userinfo_endpoint): sign in again"
        )
      )
    default:
      throw .recoverable(
        RecoverableFailure(
          .server,
          "the userinfo_endpoint answered \(response.status): try again later"
        )
      )
    }
  }
}
