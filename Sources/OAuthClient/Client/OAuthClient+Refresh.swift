internal import HTTP
internal import JOSE
internal import Secrets

extension OAuthClient {
  /// How long a refresh whose answer was lost may be repeated without a word, in seconds.
  static let graceSeconds: Double = 60

  /// An access token that is good now; refreshed if it is over, which all callers at the same time share.
  ///
  /// - Returns: The token, to be presented and forgotten.
  /// - Throws: `.reauthenticate` when nobody is signed in or the grant is over, `.recoverable` when the provider or
  ///   the store cannot be used just now.
  public func accessToken() async throws(OAuthError) -> AccessToken {
    AccessToken(try await usableTokens())
  }

  /// The tokens, with an access token that is good now.
  func usableTokens() async throws(OAuthError) -> SessionTokens {
    try await proveRestored()
    let tokens: SessionTokens
    if let stored = record.tokens, isFresh(stored) {
      tokens = stored
    } else {
      tokens = try await refreshed(isForced: false)
    }
    try checkBound(tokens)
    return tokens
  }

  /// Renews the tokens now; callers at the same time share one request.
  ///
  /// A cancelled caller stops waiting, while the refresh goes on and is saved; ``settle()`` waits for it. What could not
  /// be saved in the end is told as an event, and stands in ``unsaved``.
  ///
  /// An answer that is lost or cannot be read leaves it open whether the token was replaced. It is sent once more by
  /// the next call, and then only with `sendingAgain`: the answer is new tokens, or `invalid_grant`, which a provider
  /// that detects reuse gives along with the end of the grant (RFC 9700 section 4.14).
  ///
  /// - Parameter sendingAgain: Whether the user asks for another use of a token of which two answers were lost.
  /// - Throws: As ``accessToken()``.
  public func refresh(sendingAgain: Bool = false) async throws(OAuthError) {
    try await proveRestored()
    _ = try await refreshed(isForced: true, sendingAgain: sendingAgain)
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
    let now = transport.clock.now()
    // A token that ends while the request is on its way is over.
    return end - now > 10 && !tokens.isFromTheFuture(at: now)
  }

  /// Other tokens than those that a resource has refused: renewed now, unless somebody else has done so meanwhile.
  ///
  /// - Parameter refused: The access token that was presented.
  /// - Returns: One that was not.
  /// - Throws: `.reauthenticate` if there is no refresh token; as ``accessToken()``.
  func tokens(insteadOf refused: Fingerprint) async throws(OAuthError) -> SessionTokens {
    if let tokens = record.tokens, tokens.accessToken.fingerprint != refused, isFresh(tokens) {
      try checkBound(tokens)
      return tokens
    }
    guard record.tokens?.refreshToken != nil || record.tokens == nil else {
      throw .reauthenticate(
        ReauthenticationReason(
          .accessTokenRejected,
          "the access token was refused (401), and the provider gave no refresh token: sign in again"
        )
      )
    }
    return try await refreshed(isForced: true, insteadOf: refused)
  }

  func refreshed(
    isForced: Bool,
    sendingAgain: Bool = false,
    insteadOf refused: Fingerprint? = nil
  ) async throws(OAuthError) -> SessionTokens {
    let task: Task<Result<SessionTokens, OAuthError>, Never>
    if let refreshing {
      task = refreshing
    } else {
      let made = Task {
        await self.performRefresh(
          isForced: isForced,
          sendingAgain: sendingAgain,
          insteadOf: refused
        )
      }
      refreshing = made
      task = made
    }
    return try await SharedWait.value(of: task).get()
  }

  /// The refresh itself, under the lock that other processes respect too.
  private func performRefresh(
    isForced: Bool,
    sendingAgain: Bool,
    insteadOf refused: Fingerprint?
  ) async -> Result<SessionTokens, OAuthError> {
    let known = record.tokens?.refreshToken?.fingerprint
    do throws(OAuthError) {
      let lock = try await lock()
      defer { lock.release() }
      defer { refreshing = nil }
      try await reload()
      if let tokens = record.tokens {
        // Not every provider replaces the refresh token.
        let changed =
          refused.map { tokens.accessToken.fingerprint != $0 }
          ?? (tokens.refreshToken?.fingerprint != known)
        // Another process was faster.
        if isFresh(tokens), !isForced || changed {
          broadcast.set(restingState)
          return .success(tokens)
        }
      }
      defer { isTokenOnItsWay = false }
      let tokens: SessionTokens
      do throws(OAuthError) {
        tokens = try await renew(sendingAgain: sendingAgain)
        await saveWaits()
        await saveAgain()
      } catch {
        await saveWaits()
        await saveAgain()
        throw error
      }
      broadcast.set(restingState)
      return .success(tokens)
    } catch {
      refreshing = nil
      broadcast.set(restingState)
      return .failure(Task.isCancelled ? .recoverable(.cancelled) : error)
    }
  }

  /// What the provider asked for counts for the next process, too.
  private func saveWaits() async {
    guard record.tokens != nil, record.waits != transport.waits else { return }
    record.waits = transport.waits
    await saveOrKeep()
  }

  private func renew(sendingAgain: Bool) async throws(OAuthError) -> SessionTokens {
    guard let tokens = record.tokens else {
      throw .reauthenticate(
        ReauthenticationReason(.noSession, "nobody is signed in: sign in first")
      )
    }
    try checkBound(tokens)
    guard let refreshToken = tokens.refreshToken else {
      throw .reauthenticate(
        ReauthenticationReason(
          .noRefreshToken,
          "the access token is over, or nobody can tell whether it is, and the provider gave no refresh token: sign in again"
        )
      )
    }
    let fingerprint = refreshToken.fingerprint
    let isAsked = sendingAgain && record.rejection == .refreshInterrupted
    guard record.rejectedRefreshToken != fingerprint || isAsked else {
      throw .reauthenticate(record.endReason)
    }
    broadcast.set(.refreshing)
    let provider = try await provider()
    guard !Task.isCancelled else { throw .recoverable(.cancelled) }
    isTokenOnItsWay = true
    var earlier = try await announce(fingerprint, isAsked: sendingAgain)
    let key = tokens.proofKey
    var response = try await sendRefresh(refreshToken, key, to: provider, after: earlier)
    if response.status == 500, earlier == nil, let first = await announceRepetition(fingerprint) {
      earlier = first
      response = try await sendRefresh(refreshToken, key, to: provider, after: first)
    }
    let answer = TokenAnswer(response)
    if let newToken = answer.newRefreshToken(in: response, for: refreshToken) {
      // The rotated token is the session's, whatever else is wrong.
      record.tokens?.refreshToken = newToken
      forgetInterruption()
      await saveOrKeep()
      throw Self.lost(
        answer.fault(response.status),
        "the session is kept, with the new refresh token: try again later"
      )
    }
    switch answer {
    case .tokens(let tokenSet):
      return try await take(
        tokenSet,
        after: tokens,
        serverDate: response.date,
        at: provider
      )
    case .failure(let failure) where failure.error == "invalid_grant":
      if earlier != nil {
        leaveBehind("the answer that may have replaced the refused refresh token was lost")
      }
      await end(with: fingerprint, .grantRejected)
      throw .reauthenticate(record.endReason)
    case .failure(let failure) where !answer.leavesOpen(response.status):
      await landed(earlier)
      if let wait = transport.waitError(for: response, origin: provider.tokenEndpoint.origin) {
        throw wait
      }
      throw failure.meaning(during: "refresh")
    case .failure, .unusable, .unintelligible:
      let reason = answer.fault(response.status)
      // A refusal in no words of OAuth: some providers answer a spent token so. It was the one repetition, too.
      let isRefusedRepetition = earlier != nil && [400, 401].contains(response.status)
      guard !answer.leavesOpen(response.status), !isRefusedRepetition else {
        throw Self.lost(reason, Self.advice(isLast: earlier != nil))
      }
      await landed(earlier)
      if let wait = transport.waitError(for: response, origin: provider.tokenEndpoint.origin) {
        throw wait
      }
      throw Self.lost(reason, "the session is kept, try again later")
    }
  }

  private static func lost(_ reason: String, _ advice: String) -> OAuthError {
    .recoverable(
      RecoverableFailure(
        .server,
        "the token endpoint did not answer as RFC 6749 asks (\(reason)): \(advice)"
      )
    )
  }

  /// What to do about an answer that leaves it open whether the refresh token was replaced.
  private static func advice(isLast: Bool) -> String {
    isLast
      ? "the session is kept; two answers in a row are lost now, and its refresh token is not sent again by itself: the next refresh says what can be done"
      : "the session is kept; the provider may have replaced its refresh token all the same, which is sent once more and no third time: try again within a minute"
  }

  /// The session is over: its refresh token is not presented again.
  ///
  /// That an answer was lost before stays known: whoever signs out is not told that all is revoked.
  func end(with token: Fingerprint?, _ reason: SessionRecord.Rejection) async {
    record.rejectedRefreshToken = token
    record.rejection = reason
    if record.inFlight?.isRetry != true { record.inFlight = nil }
    await saveOrKeep()
  }

  /// An answer came that can be read: what was lost before does not matter any more.
  private func forgetInterruption() {
    record.inFlight = nil
    record.rejectedRefreshToken = nil
    record.rejection = .grantRejected
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
    forgetInterruption()
    do throws(OAuthError) {
      try OAuthConfiguration.checkType(of: answer, renewing: old.proofKey)
    } catch {
      await saveOrKeep()
      throw error
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
