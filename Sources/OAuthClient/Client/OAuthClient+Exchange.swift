internal import Crypto
internal import HTTP
internal import JOSE
internal import Secrets

extension OAuthClient {
  /// Exchanges the code, once, and keeps what comes back only after the ID token is proven.
  ///
  /// Nothing stands between the token answer and its saving that can be waited for: the keys are fetched before, and a
  /// caller who is cancelled from then on gets the session all the same. Else it would live on with nobody to hold it.
  ///
  /// - Returns: False if the redirect of this flow was used before, here or in another process: a provider ends what
  ///   came of a code that is sent twice (RFC 6749 section 4.1.2).
  /// - Throws: What the provider or the checks have against it.
  func finish(
    _ code: SecretBytes,
    flow: AuthorizationFlow,
    provider: ProviderMetadata
  ) async throws(OAuthError) -> Bool {
    _ = try await keys(of: provider).current()
    let work = Task { () async -> Result<Bool, OAuthError> in
      do throws(OAuthError) {
        return .success(try await self.spendOnce(code, flow: flow, provider: provider))
      } catch {
        return .failure(error)
      }
    }
    return try await work.value.get()
  }

  /// Uses a flow up, durably before its code is sent: whoever comes later, after a death of this process too, does not
  /// send it again.
  private func spendOnce(
    _ code: SecretBytes,
    flow: AuthorizationFlow,
    provider: ProviderMetadata
  ) async throws(OAuthError) -> Bool {
    let mark = flow.state.fingerprint
    // Not every store has a lock that keeps the callers of one process apart.
    guard spentFlows.insert(mark).inserted else { return false }
    var isWritten = false
    defer { if !isWritten { spentFlows.remove(mark) } }
    let lock = try await lock()
    defer { lock.release() }
    try await reload()
    guard !record.spentFlows.contains(mark) else { return false }
    try checkUser(of: flow)
    let before = record.spentFlows
    record.flow = nil
    record.spentFlows = (before + [mark]).suffix(SessionRecord.spentFlowLimit)
    record.codeSentAt = transport.clock.now()
    do throws(StoreFailure) {
      try await save()
    } catch {
      record.codeSentAt = nil
      record.spentFlows = before
      throw error.asOAuthError
    }
    isWritten = true
    try await spend(code, flow: flow, provider: provider)
    return true
  }

  private func spend(
    _ code: SecretBytes,
    flow: AuthorizationFlow,
    provider: ProviderMetadata
  ) async throws(OAuthError) {
    let (tokens, serverDate): (TokenSet, serverDate: Double?)
    do throws(OAuthError) {
      (tokens, serverDate) = try await exchange(code, flow: flow, provider: provider)
    } catch {
      record.codeSentAt = nil
      await saveOrReport()
      throw error
    }
    let proofKey: DPoPKey?
    let idToken: SecretBytes
    let claims: IDTokenClaims
    do throws(OAuthError) {
      proofKey = try configuration.binding(of: tokens, provenBy: flow.proofKey)
      (idToken, claims) = try await proven(tokens, flow: flow, serverDate, at: provider)
    } catch {
      await discard(tokens, at: provider)
      record.codeSentAt = nil
      await saveOrReport()
      throw error
    }
    let now = transport.clock.now()
    record.codeSentAt = nil
    let before = record
    record.tokens = SessionTokens(
      accessToken: tokens.accessToken,
      tokenType: tokens.tokenType,
      accessTokenExpiresAt: tokens.expiresInSeconds.map { now + $0 },
      refreshToken: tokens.refreshToken,
      idToken: idToken,
      scope: tokens.scope,
      nonce: flow.nonce,
      signedInAt: now,
      refreshedAt: nil,
      proofKey: proofKey
    )
    rememberNonce(at: provider)
    // Durable along with what takes its place: a process that dies before it is revoked leaves it to the next.
    let superseded = superseded(in: before)
    if let superseded { record.superseded.append(superseded) }
    record.inFlight = nil
    record.rejectedRefreshToken = nil
    record.rejection = .grantRejected
    record.waits = transport.waits
    do throws(StoreFailure) {
      try await save()
    } catch {
      await dispose(of: tokens.refreshToken, at: provider)
      // What is stored, of another sign-in too, is the session still.
      record = before
      throw error.asOAuthError
    }
    // Whatever was restored has another in its place.
    acceptRestored()
    if !record.superseded.isEmpty {
      await endSuperseded(at: provider)
      await saveOrReport()
    }
    if superseded != nil, before.mayHaveNewerToken { leaveBehind(Self.lostBefore) }
    if flow.proofKey != nil, proofKey == nil {
      onEvent(.warning(OAuthConfiguration.gaveBearer))
    }
    if tokens.refreshToken == nil, configuration.scopes.contains("offline_access") {
      onEvent(
        .warning(
          "offline_access was asked for, but no refresh token came: prompt=consent in extra_parameters may be needed (OIDC Core 11)"
        )
      )
    }
    onEvent(.signedIn(idTokenAlgorithm: claims.header.algorithm.rawValue))
  }

  /// A step-up is for the session of one user, who may have signed out meanwhile, in another process too.
  private func checkUser(of flow: AuthorizationFlow) throws(OAuthError) {
    guard let demand = flow.demand, claims?.subject != demand.subject else { return }
    throw .recoverable(
      RecoverableFailure(
        .refusedResponse,
        "the session that was to be stepped up is not there any more: sign in again"
      )
    )
  }

  /// Ends what nobody will hold: the refresh token, or the access token where there is no other.
  private func discard(_ tokens: TokenSet, at provider: ProviderMetadata) async {
    guard tokens.refreshToken == nil else {
      await dispose(of: tokens.refreshToken, at: provider)
      return
    }
    var remarks: [String] = []
    await revoke(tokens.accessToken, as: .access, at: provider, isBrief: true, remarks: &remarks)
  }

  /// The refresh token of a session in whose place another has come, unless the provider has refused it.
  ///
  /// It may be of a sign-in that another process finished while the browser was open here.
  private func superseded(in before: SessionRecord) -> SecretBytes? {
    guard let token = before.tokens?.refreshToken else { return nil }
    let isRefused =
      before.rejectedRefreshToken == token.fingerprint && before.rejection == .grantRejected
    return isRefused || record.tokens?.refreshToken?.equals(token) == true ? nil : token
  }

  /// Revokes what nobody holds since another session came in its place, or tells of it.
  ///
  /// Only when the new session is durable: a sign-in that fails leaves the earlier one as it was.
  ///
  /// - Parameter provider: Whose it is; nil if it cannot be asked.
  func endSuperseded(at provider: ProviderMetadata?) async {
    for token in record.superseded {
      var remarks: [String] = []
      if let provider, await revoke(token, at: provider, isBrief: true, remarks: &remarks) {
        continue
      }
      let why = remarks.first.map { " (\($0))" } ?? ""
      leaveBehind("a session that a sign-in took the place of could not be revoked\(why)")
    }
    record.superseded = []
  }

  private static let anotherUser = OAuthError.recoverable(
    RecoverableFailure(
      .refusedResponse,
      "another user signed in than the one of this session: the session is as it was; step up as the same user, or sign out first"
    )
  )

  /// The ID token of an answer to a code, which must be there and acceptable.
  private func proven(
    _ tokens: TokenSet,
    flow: AuthorizationFlow,
    _ serverDate: Double?,
    at provider: ProviderMetadata
  ) async throws(OAuthError) -> (SecretBytes, IDTokenClaims) {
    guard let idToken = tokens.idToken else {
      throw .configuration(
        ConfigurationProblem(
          .idToken,
          "the token answer has no id_token although openid was asked for: allow the openid scope for this client"
        )
      )
    }
    // Asked for when the request was made: what the user took since then is not counted.
    let elapsed = Int(max(0, transport.clock.now() - flow.startedAt).rounded(.up))
    do throws(IDTokenRefusal) {
      let claims = try await examined(
        idToken,
        expecting: IDTokenExpectations(
          issuer: provider.issuer,
          clientID: configuration.clientId,
          nonce: flow.nonce,
          accessToken: tokens.accessToken,
          maximumAge: flow.demand?.maxAgeSeconds.map { $0 + elapsed },
          acrValues: flow.demand?.acrValues ?? []
        ),
        serverDate: serverDate,
        provider: provider
      )
      guard flow.demand.map({ $0.subject.utf8.elementsEqual(claims.subject.utf8) }) ?? true else {
        throw .other(Self.anotherUser)
      }
      return (idToken, claims)
    } catch {
      throw error.meaning(asking: flow.demand)
    }
  }

  private func exchange(
    _ code: SecretBytes,
    flow: AuthorizationFlow,
    provider: ProviderMetadata
  ) async throws(OAuthError) -> (TokenSet, serverDate: Double?) {
    let response = try await sendCode(code, flow: flow, provider: provider)
    let answer = TokenAnswer(response)
    if case .tokens(let tokens) = answer { return (tokens, response.date) }
    // The code is spent, and nobody will hold what came for it.
    let refused = TokenAnswer.refreshTokens(in: response)
    for token in refused { await dispose(of: token, at: provider) }
    if refused.isEmpty, answer.leavesOpen(response.status) {
      leaveBehind("the answer to the code of a sign-in could not be read")
    }
    if let wait = transport.waitError(for: response, origin: provider.tokenEndpoint.origin) {
      throw wait
    }
    switch answer {
    case .tokens(let tokens): return (tokens, response.date)
    case .failure(let failure):
      if failure.error == "invalid_grant" {
        throw .recoverable(
          RecoverableFailure(
            .refusedResponse,
            "the provider refused the code (invalid_grant): it was used, too old, or meant for another redirect_uri; sign in again",
            providerError: failure.error
          )
        )
      }
      throw failure.meaning(during: "code exchange")
    case .unusable(let reason, _), .unintelligible(let reason):
      throw .recoverable(
        RecoverableFailure(
          .server,
          "the token endpoint did not answer as RFC 6749 asks (\(reason)): try again later"
        )
      )
    }
  }

  private func sendCode(
    _ code: SecretBytes,
    flow: AuthorizationFlow,
    provider: ProviderMetadata
  ) async throws(OAuthError) -> Response {
    do throws(SendFailure) {
      // Where a nonce is asked for the code was not used, and whoever dies in between has lost it anyway.
      return try await transport.attemptTwice(
        .post(
          provider.tokenEndpoint,
          form: TokenRequest.exchanging(code: code, flow: flow, configuration: configuration)
        ),
        policy: .never,
        purpose: "exchanging the code",
        proof: flow.proofKey.map { RequestProof($0) }
      )
    } catch {
      if error.mayHaveArrived { leaveBehind("the answer to the code of a sign-in was lost") }
      throw error.error
    }
  }
}
