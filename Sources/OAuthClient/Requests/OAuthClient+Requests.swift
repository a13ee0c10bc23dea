internal import HTTP
internal import Secrets

extension OAuthClient {
  /// Sends a request of the app's with the access token.
  ///
  /// - Parameters:
  ///   - request: To one of the protected origins.
  ///   - forceRefresh: Whether the token is renewed before; nothing is renewed or repeated after it then.
  /// - Returns: What was answered.
  /// - Throws: As ``AuthenticatedSession/data(for:forceRefresh:)``.
  func call(
    _ request: ResourceRequest,
    forceRefresh: Bool
  ) async throws(OAuthError) -> Response {
    let checked = try ResourceRequestRules.checked(request, origins: configuration.tokenOrigins)
    return try await call(checked, forceRefresh: forceRefresh)
  }

  /// Sends a request whose address may see the access token.
  ///
  /// - Parameters:
  ///   - request: Without credentials.
  ///   - forceRefresh: As above.
  ///   - purpose: What it is for, in an error.
  /// - Returns: What was answered.
  /// - Throws: As above.
  func call(
    _ request: Request,
    forceRefresh: Bool = false,
    purpose: String = "the request"
  ) async throws(OAuthError) -> Response {
    if forceRefresh { try await refresh() }
    let token = RequestAuthorization(try await usableTokens())
    let signedInAt = record.tokens?.signedInAt
    let first = try await present(token, with: request, purpose)
    guard try isRefused(first, signedInAt), !forceRefresh else { return first }
    let other = RequestAuthorization(try await tokens(insteadOf: token.fingerprint))
    let second = try await present(other, with: request, purpose)
    // Refused again it is the caller's to look at: nothing more would help.
    _ = try isRefused(second, signedInAt)
    return second
  }

  /// Whether a resource wants another token.
  ///
  /// - Parameters:
  ///   - response: What it answered.
  ///   - signedInAt: When the sign-in was whose token it has seen.
  /// - Returns: True for a 401.
  /// - Throws: `.stepUp` if it wants another sign-in.
  private func isRefused(
    _ response: Response,
    _ signedInAt: Double?
  ) throws(OAuthError) -> Bool {
    switch ResourceVerdict(response) {
    case .answered: return false
    case .tokenRefused: return true
    case .stepUp(let challenge):
      awaitStepUp(beyond: signedInAt)
      throw .stepUp(challenge)
    }
  }

  /// Sends a request once, but for what repeats itself: a GET that fails for a while, and any that was refused for want
  /// of a nonce in its proof.
  private func present(
    _ token: RequestAuthorization,
    with request: Request,
    _ purpose: String
  ) async throws(OAuthError) -> Response {
    let origin = request.url.origin
    let response: Response
    do throws(SendFailure) {
      response = try await transport.attemptTwice(
        token.applied(to: request),
        policy: request.method == "GET" ? .calling : .never,
        purpose: purpose,
        proof: token.proof
      )
    } catch {
      guard error.isTooLarge else { throw error.error }
      throw .recoverable(
        RecoverableFailure(
          .tooLarge,
          "\(origin) answered more than the request's limits take, which was not read: raise limits.bodyBytes (or headerBytes) if that is meant to be"
        )
      )
    }
    // Another token would fare no better.
    if let refusal = token.proof?.refusal(in: response, purpose) { throw refusal }
    guard transport.isHeld(origin), let wait = transport.waitError(for: response, origin: origin)
    else { return response }
    // Nothing goes there till then, and that holds for the next process too.
    await keepWaits()
    throw wait
  }
}
