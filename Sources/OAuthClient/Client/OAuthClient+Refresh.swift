internal import HTTP
internal import JOSE
internal import Secrets

extension OAuthClient {
  /// How long a refresh that a crash interrupted may be repeated without a word, in seconds.
  static let graceSeconds: Double = 60

  /// An access token that is good now; refreshed if it is over, which all callers at the same time share.
  ///
  /// - Returns: The token, to be presented and forgotten.
  /// - Throws: `.reauthenticate` when nobody is signed in or the grant is over, `.recoverable` when the provider or
  ///   the store cannot be used just now.
  public func accessToken() async throws(OAuthError) -> AccessToken {
    if let tokens = record.tokens, isFresh(tokens) { return AccessToken(tokens) }
    return AccessToken(try await refreshed(isForced: false))
  }

  /// Renews the tokens now; callers at the same time share one request.
  ///
  /// A cancelled caller stops waiting, while the refresh goes on and is saved; ``settle()`` waits for it. What could not
  /// be saved in the end is told as an event, and stands in ``unsaved``.
  ///
  /// - Throws: As ``accessToken()``.
  public func refresh() async throws(OAuthError) {
    _ = try await refreshed(isForced: true)
  }

  /// Lets a refresh that is under way come to its end, before the process does.
  ///
  /// If its token has not been sent yet, it is given up, and its callers get `.recoverable(.cancelled)`. From then on it
  /// is finished and saved: an answer that nobody keeps would cost the session.
  public func settle() async {
    guard let refreshing else { return }
    if !isTokenOnItsWay { refreshing.cancel() }
    _ = await refreshing.value
  }

  private func isFresh(_ tokens: SessionTokens) -> Bool {
    guard let end = tokens.accessTokenExpiresAt else { return true }
    // A token that ends while the request is on its way is over.
    return end - transport.clock.now() > 10
  }

  private func refreshed(isForced: Bool) async throws(OAuthError) -> SessionTokens {
    let task: Task<Result<SessionTokens, OAuthError>, Never>
    if let refreshing {
      task = refreshing
    } else {
      let made = Task { await self.performRefresh(isForced: isForced) }
      refreshing = made
      task = made
    }
    return try await SharedWait.value(of: task).get()
  }

  /// The refresh itself, under the lock that other processes respect too.
  private func performRefresh(isForced: Bool) async -> Result<SessionTokens, OAuthError> {
    let known = record.tokens?.refreshToken?.fingerprint
    do throws(OAuthError) {
      let lock = try await lock()
      defer { lock.release() }
      defer { refreshing = nil }
      try await reload()
      transport.resume(record.waits)
      if let tokens = record.tokens {
        let changed = tokens.refreshToken?.fingerprint != known
        // Another process was faster.
        if isFresh(tokens), !isForced || changed {
          broadcast.set(record.state)
          return .success(tokens)
        }
      }
      defer { isTokenOnItsWay = false }
      let tokens: SessionTokens
      do throws(OAuthError) {
        tokens = try await renew()
        await keepWaits()
        await saveAgain()
      } catch {
        await keepWaits()
        await saveAgain()
        throw error
      }
      broadcast.set(.authenticated)
      return .success(tokens)
    } catch {
      refreshing = nil
      broadcast.set(record.state)
      return .failure(Task.isCancelled ? .recoverable(.cancelled) : error)
    }
  }

  /// What the provider asked for counts for the next process, too.
  private func keepWaits() async {
    guard record.tokens != nil, record.waits != transport.waits else { return }
    record.waits = transport.waits
    await saveOrKeep()
  }

  private func renew() async throws(OAuthError) -> SessionTokens {
    guard let tokens = record.tokens else {
      throw .reauthenticate(
        ReauthenticationReason(.noSession, "nobody is signed in: sign in first")
      )
    }
    guard let refreshToken = tokens.refreshToken else {
      throw .reauthenticate(
        ReauthenticationReason(
          .noRefreshToken,
          "the access token is over and the provider gave no refresh token: sign in again"
        )
      )
    }
    let fingerprint = refreshToken.fingerprint
    guard record.rejectedRefreshToken != fingerprint else {
      throw .reauthenticate(record.endReason)
    }
    broadcast.set(.refreshing)
    let provider = try await provider()
    guard !Task.isCancelled else { throw .recoverable(.cancelled) }
    isTokenOnItsWay = true
    try await announce(fingerprint)
    let response = try await sendRefresh(refreshToken, to: provider)
    switch TokenAnswer(response) {
    case .tokens(let answer):
      return try await take(
        answer,
        after: tokens,
        serverDate: response.date,
        at: provider
      )
    case .failure(let failure) where failure.error == "invalid_grant":
      await end(with: fingerprint, .grantRejected)
      throw .reauthenticate(record.endReason)
    case .failure(let failure):
      await landed()
      if let wait = transport.waitError(for: response, origin: provider.tokenEndpoint.origin) {
        throw wait
      }
      throw failure.meaning(during: "refresh")
    case .unintelligible(let reason):
      await landed()
      if let wait = transport.waitError(for: response, origin: provider.tokenEndpoint.origin) {
        throw wait
      }
      throw .recoverable(
        RecoverableFailure(
          .server,
          "the token endpoint did not answer as RFC 6749 asks (\(reason)): the session is kept, try again later"
        )
      )
    }
  }

  /// The session is over: its refresh token is never presented again.
  private func end(with token: Fingerprint?, _ reason: SessionRecord.Rejection) async {
    record.rejectedRefreshToken = token
    record.rejection = reason
    record.inFlight = nil
    await saveOrKeep()
  }

  /// An access token of an unknown type must not be used (RFC 6749 section 7.1).
  static let notBearer = OAuthError.configuration(
    ConfigurationProblem(
      .unsupported,
      "the provider answered with a token type other than Bearer, which cannot be used: let it give this client Bearer tokens"
    )
  )

  /// Writes down that the token is about to be spent; decides whether that may be said a second time.
  private func announce(_ token: Fingerprint) async throws(OAuthError) {
    let now = transport.clock.now()
    var isRetry = false
    if let earlier = record.inFlight, earlier.token == token {
      guard !earlier.isRetry else {
        // Twice interrupted: a third use could only be taken for theft.
        await end(with: token, .refreshInterrupted)
        throw .reauthenticate(record.endReason)
      }
      isRetry = true
      let age = Int(max(0, now - earlier.startedAt))
      onEvent(
        .refreshRepeated(
          Double(age) < Self.graceSeconds
            ? "a refresh was interrupted \(age) s ago: it is sent once more"
            : "a refresh was interrupted \(age) s ago: it is sent once more, which the provider may take for reuse and end the session"
        )
      )
    }
    let (before, failure) = (record.inFlight, saveFailure)
    record.inFlight = InFlightRefresh(token: token, startedAt: now, isRetry: isRetry)
    do throws(StoreFailure) {
      try await save()
    } catch {
      // Nothing is sent, so nothing is on its way.
      (record.inFlight, saveFailure) = (before, failure)
      throw error.asOAuthError
    }
  }

  private func sendRefresh(
    _ refreshToken: SecretBytes,
    to provider: ProviderMetadata
  ) async throws(OAuthError) -> Response {
    do throws(SendFailure) {
      return try await transport.attempt(
        .post(
          provider.tokenEndpoint,
          form: TokenRequest.refreshing(refreshToken, configuration: configuration)
        ),
        policy: .refreshing,
        purpose: "refreshing the session"
      )
    } catch {
      // A request that never left spends nothing; one that may have arrived stays on record as in flight.
      if !error.mayHaveArrived { await landed() }
      throw error.error
    }
  }

  private func landed() async {
    record.inFlight = nil
    record.waits = transport.waits
    await saveOrKeep()
  }

  private func take(
    _ answer: TokenSet,
    after old: SessionTokens,
    serverDate: Double?,
    at provider: ProviderMetadata
  ) async throws(OAuthError) -> SessionTokens {
    let now = transport.clock.now()
    // The rotated token is durable before anything else can fail, and nothing else of the answer is kept before it is
    // proven: what cannot be used or is refused leaves the session with that token and all it had before.
    var kept = old
    if let refresh = answer.refreshToken { kept.refreshToken = refresh }
    record.tokens = kept
    record.inFlight = nil
    guard answer.isBearer else {
      await saveOrKeep()
      throw Self.notBearer
    }
    var tokens = kept
    tokens.accessToken = answer.accessToken
    tokens.refreshedAt = now
    tokens.tokenType = answer.tokenType
    tokens.accessTokenExpiresAt = answer.expiresInSeconds.map { now + $0 }
    if let scope = answer.scope { tokens.scope = scope }
    if let idToken = answer.idToken {
      await saveOrKeep()
      do throws(OAuthError) {
        try await proveRefreshed(
          idToken,
          renewing: old,
          accessToken: answer.accessToken,
          serverDate: serverDate,
          at: provider
        )
      } catch {
        if case .reauthenticate = error {
          // First forgotten, durably: these are somebody else's.
          record.tokens = nil
          await end(with: kept.refreshToken?.fingerprint, .identityChanged)
          await dispose(of: kept.refreshToken, at: provider)
        }
        throw Self.keepingSession(error)
      }
      tokens.idToken = idToken
    }
    record.tokens = tokens
    await saveOrKeep()
    return tokens
  }
}

extension OAuthClient {
  /// A refused ID token of a refresh costs nobody the session: it is no reason to sign in again.
  private static func keepingSession(_ error: OAuthError) -> OAuthError {
    guard case .recoverable(let failure) = error, failure.code == .refusedResponse else {
      return error
    }
    return .recoverable(
      RecoverableFailure(
        .server,
        "\(failure.description): the session is kept as it was, and only the new refresh token of the answer with it"
      )
    )
  }
}

extension AccessToken {
  init(_ tokens: SessionTokens) {
    self.init(
      value: tokens.accessToken,
      tokenType: tokens.tokenType,
      expiresAt: tokens.accessTokenExpiresAt,
      scopes: tokens.scope.map { $0.split(separator: " ").map(String.init) }
    )
  }
}
