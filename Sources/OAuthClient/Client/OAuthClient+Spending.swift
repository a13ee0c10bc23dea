internal import HTTP
internal import JOSE
internal import Secrets

/// How a refresh token is spent: written down before it is sent, and after a lost answer once more at the most.
extension OAuthClient {
  /// Writes down that the token is about to be spent; decides whether that may be done a second time.
  ///
  /// - Parameters:
  ///   - token: Which.
  ///   - isAsked: Whether the user asks for more than the one repetition.
  ///   - reason: Why the use before this one counts as lost; nil if nobody knows what was answered.
  /// - Returns: The use before this one, if its answer was lost.
  /// - Throws: `.reauthenticate` if it may not be, `.recoverable` if it could not be written down.
  func announce(
    _ token: Fingerprint,
    isAsked: Bool,
    reason: String? = nil
  ) async throws(OAuthError) -> InFlightRefresh? {
    let now = transport.clock.now()
    let before = record.inFlight
    let earlier = before.flatMap { $0.token == token ? $0 : nil }
    if let earlier {
      guard !earlier.isRetry || isAsked else {
        // Two answers are lost: a third use could be taken for theft.
        await end(with: token, .refreshInterrupted)
        throw .reauthenticate(record.endReason)
      }
      let age = Int(max(0, now - earlier.startedAt))
      let lost = reason ?? "the answer to a refresh \(age) s ago was lost"
      let what = "\(lost): it is sent once more"
      onEvent(
        .refreshRepeated(
          Double(age) < Self.graceSeconds
            ? what : "\(what), which the provider may take for reuse and end the session"
        )
      )
    }
    let failure = saveFailure
    record.inFlight = InFlightRefresh(token: token, startedAt: now, isRetry: earlier != nil)
    do throws(StoreFailure) {
      try await save()
      return earlier
    } catch {
      // Nothing is sent, so nothing is on its way.
      (record.inFlight, saveFailure) = (before, failure)
      throw error.asOAuthError
    }
  }

  /// Makes ready for the one repetition that a 500 is worth: what a server did before it failed nobody knows, so this
  /// is the second use, and written down as such before it is sent.
  ///
  /// - Parameter token: Which was answered with a 500.
  /// - Returns: The use that was answered so; nil if it is not to be repeated now.
  func announceRepetition(_ token: Fingerprint) async -> InFlightRefresh? {
    do {
      try await transport.clock.sleep(
        Self.failurePause + Self.failurePause * transport.clock.jitter()
      )
    } catch {
      return nil
    }
    do throws(OAuthError) {
      return try await announce(
        token,
        isAsked: false,
        reason: "the provider failed at a refresh (500), and may have replaced the token or not"
      )
    } catch {
      // Nothing more was sent, so the first answer stands.
      return nil
    }
  }

  /// How long a provider that failed is left alone, at the least.
  private static let failurePause = Duration.milliseconds(250)

  /// Sends the token, and once more where the provider refused the request for want of a nonce in its proof, before it
  /// looked at the token (RFC 9449 section 8): no second use, yet each of the two is on record before it is sent.
  ///
  /// - Parameters:
  ///   - refreshToken: What is spent.
  ///   - key: What it is bound to; nil for a session of Bearer tokens.
  ///   - provider: Whose it is.
  ///   - earlier: A use before this one whose answer was lost.
  /// - Returns: The answer that counts.
  /// - Throws: `.recoverable` if none came, or the second sending could not be written down.
  func sendRefresh(
    _ refreshToken: SecretBytes,
    _ key: DPoPKey?,
    to provider: ProviderMetadata,
    after earlier: InFlightRefresh?
  ) async throws(OAuthError) -> Response {
    let proof = key.map { RequestProof($0) }
    let response = try await sendRefreshOnce(refreshToken, proof, to: provider, after: earlier)
    guard let proof, proof.wantsNonce(response) else { return response }
    // A process that dies between the two finds what was true before this refresh.
    await landed(earlier)
    try await announceAgain(refreshToken.fingerprint, after: earlier)
    return try await sendRefreshOnce(refreshToken, proof, to: provider, after: earlier)
  }

  /// As ``announce(_:isAsked:reason:)`` for a use that was decided upon and did nothing.
  private func announceAgain(
    _ token: Fingerprint,
    after earlier: InFlightRefresh?
  ) async throws(OAuthError) {
    let failure = saveFailure
    record.inFlight = InFlightRefresh(
      token: token,
      startedAt: transport.clock.now(),
      isRetry: earlier != nil
    )
    do throws(StoreFailure) {
      try await save()
    } catch {
      (record.inFlight, saveFailure) = (earlier, failure)
      throw error.asOAuthError
    }
  }

  private func sendRefreshOnce(
    _ refreshToken: SecretBytes,
    _ proof: RequestProof?,
    to provider: ProviderMetadata,
    after earlier: InFlightRefresh?
  ) async throws(OAuthError) -> Response {
    defer { if proof != nil { rememberNonce(at: provider) } }
    do throws(SendFailure) {
      return try await transport.attempt(
        .post(
          provider.tokenEndpoint,
          form: TokenRequest.refreshing(refreshToken, configuration: configuration)
        ),
        policy: .refreshing,
        purpose: "refreshing the session",
        proof: proof
      )
    } catch {
      // A request that never left spends nothing; one that may have arrived stays on record as in flight.
      if !error.mayHaveArrived { await landed(earlier) }
      throw error.error
    }
  }

  /// This use did nothing; one before it whose answer was lost still may have.
  func landed(_ earlier: InFlightRefresh?) async {
    record.inFlight = earlier
    record.waits = transport.waits
    await saveOrKeep()
  }
}
