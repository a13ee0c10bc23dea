internal import HTTP
internal import JOSE
public import Secrets

extension OAuthTokenManager {
  /// Revokes a refresh token; then the key that it is bound to is deleted, and its access token's with it.
  ///
  /// - Parameter refreshToken: The one that was given last.
  /// - Throws: Why it lives on, perhaps, and its key with it: `.recoverable` if the provider could not be reached or
  ///   failed, `.configuration` if it refuses, or names no `revocation_endpoint`; `.recoverable` too if the key could not
  ///   be deleted.
  /// - SeeAlso: RFC 7009 section 2.1.
  public func revokeRefreshToken(_ refreshToken: SecretBytes) async throws(OAuthError) {
    try await revoke(refreshToken, hint: "refresh_token")
    guard let binding = try await binding(ofRefreshToken: refreshToken.fingerprint) else { return }
    try await forget(binding.key.thumbprint)
  }

  /// Revokes an access token; then no proof is made for it any more.
  ///
  /// The key stays as long as a refresh token is bound to it, and is deleted where there is none.
  ///
  /// - Parameter accessToken: The one that was given last.
  /// - Throws: As ``revokeRefreshToken(_:)``; `.configuration` if the provider revokes no access tokens.
  /// - SeeAlso: RFC 7009 section 2.1.
  public func revokeAccessToken(_ accessToken: SecretBytes) async throws(OAuthError) {
    try await revoke(accessToken, hint: "access_token")
    guard var binding = try await binding(ofAccessToken: accessToken.fingerprint) else { return }
    guard binding.refreshToken != nil else {
      try await forget(binding.key.thumbprint)
      return
    }
    binding.accessToken = nil
    try await keep(binding)
  }

  /// Revokes what nobody will hold, once and briefly.
  func discard(_ tokens: TokenSet, at provider: ProviderMetadata) async {
    guard let token = tokens.refreshToken, provider.revocationEndpoint != nil else { return }
    try? await revoke(token, hint: "refresh_token", isBrief: true)
  }

  private func revoke(
    _ token: SecretBytes,
    hint: String,
    isBrief: Bool = false
  ) async throws(OAuthError) {
    guard let endpoint = try await provider().revocationEndpoint else {
      throw .configuration(
        ConfigurationProblem(
          .unsupported,
          "the provider names no revocation_endpoint: the token lives on there"
        )
      )
    }
    var hint: String? = hint
    while true {
      let form = RevocationRequest.form(
        token: token,
        hint: hint,
        clientID: configuration.clientId
      )
      let response = try await transport.send(
        .post(
          endpoint,
          form: form,
          limits: isBrief ? Limits(totalSeconds: 10) : Limits(),
          isRepeatable: true
        ),
        policy: isBrief ? .never : .reading,
        purpose: "revoking a token"
      )
      let verdict = RevocationVerdict(response)
      switch verdict.kind {
      case .taken, .unknownToken: return
      case .tokenType where hint != nil: hint = nil
      case .failing, .notAnEndpoint:
        if let wait = transport.waitError(for: response, origin: endpoint.origin) { throw wait }
        throw .recoverable(
          RecoverableFailure(.server, "\(verdict.description): try again later")
        )
      case .tokenType, .clientRefused, .refused, .redirect:
        throw .configuration(
          ConfigurationProblem(
            .refused,
            "\(verdict.description): the token lives on there; the client must be public, and allowed to revoke"
          )
        )
      }
    }
  }
}
