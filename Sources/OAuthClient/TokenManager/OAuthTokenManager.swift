internal import HTTP
internal import JOSE
public import Secrets

/// Talks to a provider's token and revocation endpoints for those who drive the flow and keep the tokens themselves, and
/// holds the keys that the tokens are bound to (DPoP, RFC 9449).
///
/// An app is better served by ``OAuthClient``, which does all of it: no `state`, no ID token and no session is looked at
/// here, and no token is kept. An OAuth error is a value (``TokenResponse``), everything else that goes wrong is thrown.
public actor OAuthTokenManager {
  /// What this manager was made with.
  public nonisolated let configuration: OAuthConfiguration
  let keys: TokenKeyStore
  let transport: OAuthTransport
  private let onEvent: @Sendable (OAuthEvent) -> Void
  private var metadata: ProviderMetadata?
  private var refreshing: [Fingerprint: Refresh] = [:]
  /// What the store did not take: written first next time, and good in this process all the same.
  private var unsaved: [TokenKeys.Binding] = []

  private struct Refresh {
    let parameters: [String: String]
    let task: Task<Result<TokenResponse, OAuthError>, Never>
  }

  /// Makes a manager; nothing is opened and nothing sent.
  ///
  /// - Parameters:
  ///   - configuration: The client and its provider; `dpop` says when tokens are bound.
  ///   - store: Where the keys lie, a store of their own: ``SealedSessionStore/tokenKeys(folder:issuer:clientID:key:)``.
  ///   - network: Certificates, proxy, and the like.
  ///   - onEvent: Hears warnings.
  public init(
    configuration: OAuthConfiguration,
    store: any OIDCSessionStore = InMemorySessionStore(),
    network: OAuthNetwork = OAuthNetwork(),
    onEvent: @escaping @Sendable (OAuthEvent) -> Void = { _ in }
  ) {
    self.init(
      configuration: configuration,
      store: store,
      transport: OAuthTransport(client: network.client()),
      onEvent: onEvent
    )
  }

  package init(
    configuration: OAuthConfiguration,
    store: any OIDCSessionStore,
    transport: OAuthTransport,
    onEvent: @escaping @Sendable (OAuthEvent) -> Void = { _ in }
  ) {
    self.configuration = configuration
    self.keys = TokenKeyStore(
      store,
      issuer: configuration.sessionIssuer,
      clientID: configuration.clientId
    )
    self.transport = transport
    self.onEvent = onEvent
  }
}

extension OAuthTokenManager {
  /// Exchanges a code for tokens, once.
  ///
  /// Where the configuration and the provider want bound tokens, a key pair is made, sealed into the store before the
  /// code is sent, and proven with it. A caller who is cancelled gets the tokens all the same: nobody else has them.
  ///
  /// - Parameters:
  ///   - code: From the redirect, whose `state` and `iss` you have checked.
  ///   - codeVerifier: Of the authorization request (RFC 7636).
  ///   - redirectUri: Of the authorization request; the configured one by default.
  ///   - parameters: Further parameters, none that the manager sets itself.
  /// - Returns: Tokens, or the provider's error.
  /// - Throws: `.recoverable` without an answer that says anything, or if the store cannot be used now; `.configuration`
  ///   for parameters and answers that cannot be used: tokens of a wrong type are revoked, since nobody gets them.
  public func fetchAccessToken(
    code: SecretBytes,
    codeVerifier: SecretBytes,
    redirectUri: String? = nil,
    parameters: [String: String] = [:]
  ) async throws(OAuthError) -> TokenResponse {
    let form = try TokenManagerRequest.exchanging(
      code: code,
      codeVerifier: codeVerifier,
      redirectURI: redirectUri ?? configuration.redirectUri,
      configuration: configuration,
      parameters: parameters
    )
    let provider = try await provider()
    try configuration.checkBinding(at: provider)
    let key = configuration.asksForBinding(at: provider) ? try DPoPKey.forTokens() : nil
    if let key { try await keep(TokenKeys.Binding(key: key)) }
    let work = Task { () async -> Result<TokenResponse, OAuthError> in
      await self.exchange(form, key, hiding: [code, codeVerifier], at: provider)
    }
    return try await work.value.get()
  }

  /// Refreshes, once; the same refresh by several callers at a time is one request.
  ///
  /// - Parameters:
  ///   - refreshToken: The one that was given last; its key is found by its fingerprint.
  ///   - parameters: Further parameters, such as `scope`; none that the manager sets itself.
  /// - Returns: Tokens, or the provider's error: `invalid_grant` says that the grant is over.
  /// - Throws: As ``fetchAccessToken(code:codeVerifier:redirectUri:parameters:)``; nothing is sent if the store cannot be
  ///   read, since nobody knows then whether the token is bound.
  public func refreshAccessToken(
    _ refreshToken: SecretBytes,
    parameters: [String: String] = [:]
  ) async throws(OAuthError) -> TokenResponse {
    let form = try TokenManagerRequest.refreshing(
      refreshToken,
      configuration: configuration,
      parameters: parameters
    )
    let fingerprint = refreshToken.fingerprint
    if let running = refreshing[fingerprint] {
      guard running.parameters == parameters else {
        throw .recoverable(
          RecoverableFailure(
            .busy,
            "the same refresh token is on its way already with other parameters: wait for that, and use what it brings"
          )
        )
      }
      return try await running.task.value.get()
    }
    let task = Task { () async -> Result<TokenResponse, OAuthError> in
      let result = await self.renew(form, refreshToken)
      self.refreshing[fingerprint] = nil
      return result
    }
    refreshing[fingerprint] = Refresh(parameters: parameters, task: task)
    return try await task.value.get()
  }

  /// The proof maker for the key that an access token is bound to.
  ///
  /// - Parameter accessToken: The one that was given last.
  /// - Returns: Nil if there is no key for that token: it is unknown here, of another type, superseded by a refresh,
  ///   revoked, or no access token at all. It cannot be presented with a proof then; sign in again.
  /// - Throws: `.recoverable` if the store could not be read, so that nobody knows: try again once it is unlocked.
  ///   `.configuration` for a store that cannot be used at all.
  public func dpop(forAccessToken accessToken: SecretBytes) async throws(OAuthError) -> DPoP? {
    let fingerprint = accessToken.fingerprint
    return try await binding(ofAccessToken: fingerprint)
      .map { DPoP($0.key, clock: transport.clock) }
  }
}

extension OAuthTokenManager {
  func provider() async throws(OAuthError) -> ProviderMetadata {
    if let metadata { return metadata }
    let read = try await ProviderDiscovery(transport: transport).metadata(for: configuration)
    for warning in read.warnings { onEvent(.warning(warning)) }
    metadata = read
    return read
  }

  /// Writes a binding, after those that the store did not take before.
  func keep(_ binding: TokenKeys.Binding) async throws(OAuthError) {
    let waiting = unsaved
    try await keys.update { keys in
      for earlier in waiting { keys.keep(earlier) }
      keys.keep(binding)
    }
    unsaved.removeAll { earlier in
      waiting.contains { $0.key.thumbprint == earlier.key.thumbprint }
    }
  }

  /// As ``keep(_:)``, where a failure must not hide the tokens that have come.
  private func keepOrReport(_ binding: TokenKeys.Binding) async {
    do throws(OAuthError) {
      try await keep(binding)
    } catch {
      unsaved.removeAll { $0.key.thumbprint == binding.key.thumbprint }
      unsaved.append(binding)
      onEvent(
        .saveFailed(
          "the key of the new tokens could not be stored (\(error.description)): it is kept in memory and stored first next time, and after a restart the tokens are of no use"
        )
      )
    }
  }

  /// Forgets a key, in memory too.
  func forget(_ thumbprint: String) async throws(OAuthError) {
    unsaved.removeAll { $0.key.thumbprint == thumbprint }
    try await keys.update { $0.remove(thumbprint) }
  }

  func binding(ofRefreshToken token: Fingerprint) async throws(OAuthError) -> TokenKeys.Binding? {
    if let waiting = unsaved.last(where: { $0.refreshToken == token }) { return waiting }
    let stored = try await keys.read().binding(ofRefreshToken: token)
    return stored.flatMap { isSuperseded($0) ? nil : $0 }
  }

  func binding(ofAccessToken token: Fingerprint) async throws(OAuthError) -> TokenKeys.Binding? {
    if let waiting = unsaved.last(where: { $0.accessToken == token }) { return waiting }
    let stored = try await keys.read().binding(ofAccessToken: token)
    return stored.flatMap { isSuperseded($0) ? nil : $0 }
  }

  /// Whether the store is known not to have the last of a key.
  private func isSuperseded(_ stored: TokenKeys.Binding) -> Bool {
    unsaved.contains { $0.key.thumbprint == stored.key.thumbprint }
  }

  private func exchange(
    _ form: FormBody,
    _ key: DPoPKey?,
    hiding sent: [SecretBytes],
    at provider: ProviderMetadata
  ) async -> Result<TokenResponse, OAuthError> {
    do throws(OAuthError) {
      let answer = try await send(form, key, policy: .never, "exchanging the code", sent, provider)
      guard case .tokens(let tokens) = answer else {
        if let key { try? await forget(key.thumbprint) }
        return .success(answer.response)
      }
      let bound: DPoPKey?
      do throws(OAuthError) {
        bound = try configuration.binding(of: tokens, provenBy: key)
      } catch {
        await discard(tokens, at: provider)
        throw error
      }
      if let bound {
        await keepOrReport(
          TokenKeys.Binding(
            key: bound,
            accessToken: tokens.accessToken.fingerprint,
            refreshToken: tokens.refreshToken?.fingerprint
          )
        )
      } else if let key {
        try? await forget(key.thumbprint)
        onEvent(.warning(OAuthConfiguration.gaveBearer))
      }
      return .success(.successful(SuccessfulTokenResponse(tokens, isBound: bound != nil)))
    } catch {
      if let key { try? await forget(key.thumbprint) }
      return .failure(error)
    }
  }

  private func renew(
    _ form: FormBody,
    _ refreshToken: SecretBytes
  ) async -> Result<TokenResponse, OAuthError> {
    do throws(OAuthError) {
      let provider = try await provider()
      var binding = try await binding(ofRefreshToken: refreshToken.fingerprint)
      let answer = try await send(
        form,
        binding?.key,
        policy: .refreshing,
        "refreshing the tokens",
        [refreshToken],
        provider
      )
      guard case .tokens(let tokens) = answer else { return .success(answer.response) }
      do throws(OAuthError) {
        try OAuthConfiguration.checkType(of: tokens, renewing: binding?.key)
      } catch {
        await discard(tokens, at: provider)
        throw error
      }
      if binding != nil {
        binding?.accessToken = tokens.accessToken.fingerprint
        if let new = tokens.refreshToken { binding?.refreshToken = new.fingerprint }
      }
      if let binding { await keepOrReport(binding) }
      return .success(.successful(SuccessfulTokenResponse(tokens, isBound: binding != nil)))
    } catch {
      return .failure(error)
    }
  }

  /// What an answer that says something comes to.
  private enum Answer {
    case tokens(TokenSet)
    case error(ErrorTokenResponse)

    var response: TokenResponse {
      switch self {
      case .tokens(let tokens): .successful(SuccessfulTokenResponse(tokens, isBound: false))
      case .error(let error): .error(error)
      }
    }
  }

  private func send(
    _ form: FormBody,
    _ key: DPoPKey?,
    policy: RetryPolicy,
    _ purpose: String,
    _ sent: [SecretBytes],
    _ provider: ProviderMetadata
  ) async throws(OAuthError) -> Answer {
    let proof = key.map { RequestProof($0) }
    let response = try await transport.send(
      .post(provider.tokenEndpoint, form: form),
      policy: policy,
      purpose: purpose,
      proof: proof
    )
    if let wait = transport.waitError(for: response, origin: provider.tokenEndpoint.origin) {
      throw wait
    }
    let answer = TokenAnswer(response)
    switch answer {
    case .tokens(let tokens): return .tokens(tokens)
    case .failure(let failure):
      // The machinery of proofs is the manager's own.
      if proof != nil, failure.error == "use_dpop_nonce" { throw failure.meaning(during: purpose) }
      return .error(ErrorTokenResponse(failure, in: response, hiding: sent))
    case .unusable, .unintelligible:
      throw .recoverable(
        RecoverableFailure(
          .server,
          "the token endpoint did not answer as RFC 6749 asks (\(answer.fault(response.status))) when \(purpose): whether it did anything nobody can tell, so repeat nothing without need"
        )
      )
    }
  }
}
