internal import Crypto
internal import HTTP
internal import JOSE
internal import Secrets

extension OAuthClient {
  /// How long a sign-in that was interrupted may be taken up again, in seconds.
  static let flowLifetimeSeconds: Double = 600

  /// Signs the user in through the system browser.
  ///
  /// `state`, `nonce` and verifier are sealed into the store before the browser opens. A sign-in that a killed process
  /// left behind is taken up again if it is younger than ten minutes: the browser page that is still open finishes it.
  ///
  /// - Parameter timeout: How long to wait for the user.
  /// - Throws: `.recoverable` when the user cancelled or did not come back, or the provider failed; `.configuration`
  ///   when the provider or the registration does not fit. An earlier session is untouched then.
  /// - Important: Over a session that is still good, call ``logout(endSession:timeout:)`` first. Its refresh token is
  ///   revoked once the new session is stored, and several providers end the new one along with it.
  /// - SeeAlso: OIDC Core 3.1, RFC 8252, RFC 7636, RFC 9126, RFC 9207.
  public func login(timeout: Duration = .seconds(300)) async throws(OAuthError) {
    try await signIn(timeout: timeout, demand: nil)
  }

  /// Signs in, or once more as it is asked for.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait for the user.
  ///   - demand: What the sign-in must come to, over the session that is there.
  /// - Throws: As ``login(timeout:)``.
  func signIn(timeout: Duration, demand: StepUpDemand?) async throws(OAuthError) {
    guard !isSigningIn else {
      throw .recoverable(RecoverableFailure(.busy, "a sign-in is already under way"))
    }
    isSigningIn = true
    let before = broadcast.current == .authorizing ? .unauthenticated : broadcast.current
    broadcast.set(.authorizing)
    defer { isSigningIn = false }
    do throws(OAuthError) {
      try await visit(timeout: timeout, demand: demand)
      forgetStepUp()
      broadcast.set(.authenticated)
    } catch {
      await forgetFlow()
      await keepWaits()
      let isGone = record.tokens == nil && [.authenticated, .stepUpRequired].contains(before)
      // Another process may have signed in meanwhile, with the very redirect that was waited for.
      let hasCome = record.tokens != nil && before == .unauthenticated
      broadcast.set(isGone ? .unauthenticated : hasCome ? restingState : before)
      throw error
    }
  }

  private func visit(timeout: Duration, demand: StepUpDemand?) async throws(OAuthError) {
    let provider = try await provider()
    try Self.check(provider)
    try configuration.checkBinding(at: provider)
    await nameLostSignIn()
    await endInterrupted(at: provider)
    let receiver = try await receiver(for: demand)
    do throws(OAuthError) {
      let isBound = configuration.asksForBinding(at: provider)
      var flow = try pendingFlow(port: receiver.port, demand: demand, isBound: isBound)
      try await keep(flow)
      if shouldPush(at: provider), flow.pushed == nil {
        flow = flow.pushed(as: try await push(flow, to: provider))
        try await keep(flow)
      }
      let arrival = try await redirect(of: flow, at: provider, receiver, timeout: timeout)
      onEvent(.redirectReceived)
      guard !Task.isCancelled else { throw .recoverable(.cancelled) }
      guard try await finish(arrival, flow: flow, provider: provider) else {
        throw .recoverable(
          RecoverableFailure(
            .refusedResponse,
            "the redirect was used before, by another window or process: what came of it there is kept, and the code was not sent twice"
          )
        )
      }
      await receiver.finish(.success("You are signed in."))
    } catch {
      await receiver.finish(.failure(Page.reason(error)))
      throw error
    }
  }

  /// How a process that died while its code was exchanged left a grant behind.
  static let lostSignIn =
    "a sign-in was cut off after its code was sent, and whatever came for it is lost"

  /// How an answer that never came may have left a grant behind.
  static let lostBefore =
    "the answer that may have replaced the refresh token of the session before was lost"

  /// Tells, once, of a sign-in whose process died while its code was exchanged.
  package func nameLostSignIn() async {
    guard record.codeSentAt != nil else { return }
    do throws(OAuthError) {
      // Another process may be about to have its answer: it holds the lock until then.
      try await update { record in
        guard record.codeSentAt != nil else { return }
        leaveBehind(Self.lostSignIn)
        record.codeSentAt = nil
      }
    } catch {
      onEvent(.saveFailed(error.description))
    }
  }

  /// Revokes the token of a session that was given up here and never refused there.
  ///
  /// Before the browser opens, since some providers end with it the user's whole session at this client.
  private func endInterrupted(at provider: ProviderMetadata) async {
    guard record.rejection == .refreshInterrupted, let token = record.tokens?.refreshToken,
      record.rejectedRefreshToken == token.fingerprint,
      await dispose(of: token, at: provider)
    else { return }
    leaveBehind(Self.lostBefore)
    do throws(OAuthError) {
      try await update { record in
        guard record.tokens?.refreshToken?.fingerprint == token.fingerprint else { return }
        record.tokens = nil
      }
    } catch {
      onEvent(.saveFailed(error.description))
    }
  }

  private static func check(_ provider: ProviderMetadata) throws(OAuthError) {
    if let methods = provider.codeChallengeMethods, !methods.contains("S256") {
      throw .configuration(
        ConfigurationProblem(
          .unsupported,
          "the provider does not offer PKCE with S256 (code_challenge_methods_supported): enable it there, plain is not used"
        )
      )
    }
  }

  /// Opens the port that the redirect comes back to, or any port for the start page alone.
  private func receiver(for demand: StepUpDemand?) async throws(OAuthError) -> RedirectReceiver {
    guard case .loopback(let isIPv6, let port, let path) = configuration.redirect.kind else {
      return try await RedirectReceiver(isIPv6: false, port: 0, callbackPath: nil)
    }
    let kept = resumableFlow(for: demand).flatMap { HTTPURL($0.redirectURI)?.port }.flatMap(
      UInt16.init(exactly:)
    )
    if port == nil, let kept,
      let same = try? await RedirectReceiver(isIPv6: isIPv6, port: kept, callbackPath: path)
    {
      return same
    }
    return try await RedirectReceiver(isIPv6: isIPv6, port: port ?? 0, callbackPath: path)
  }

  /// Finds out whether a sign-in could begin: whether the store takes a record, and the redirect has its port.
  ///
  /// For whoever does something before it that cannot be undone.
  ///
  /// - Throws: What ``login(timeout:)`` would throw.
  package func rehearseLogin() async throws(OAuthError) {
    // A session that waits for its key would not come back over what is written now.
    if (try? await store.awaitsKey()) != true { try await update { _ in } }
    // Any free port will do where none is fixed, and a page that is still open may come to that of a killed process.
    guard case .loopback(let isIPv6, let port?, _) = configuration.redirect.kind else { return }
    try await RedirectReceiver(isIPv6: isIPv6, port: port, callbackPath: nil).close()
  }

  /// What a killed process left behind, if it asked for the same.
  private func resumableFlow(for demand: StepUpDemand?) -> AuthorizationFlow? {
    guard let flow = record.flow, flow.demand == demand else { return nil }
    let age = transport.clock.now() - flow.startedAt
    return (0..<Self.flowLifetimeSeconds).contains(age) ? flow : nil
  }

  private func pendingFlow(
    port: UInt16,
    demand: StepUpDemand?,
    isBound: Bool
  ) throws(OAuthError) -> AuthorizationFlow {
    let redirectURI = configuration.redirect.bound(to: port)
    let now = transport.clock.now()
    // A pushed request may be spent or over; only the whole of it can be taken up again.
    if let flow = resumableFlow(for: demand), flow.redirectURI == redirectURI, flow.pushed == nil,
      (flow.proofKey != nil) == isBound
    {
      return flow
    }
    return AuthorizationFlow(
      redirectURI: redirectURI,
      startedAt: now,
      demand: demand,
      proofKey: isBound ? try .forTokens() : nil
    )
  }

  private func keep(_ flow: AuthorizationFlow) async throws(OAuthError) {
    try await update { $0.flow = flow }
  }

  func forgetFlow() async {
    guard record.flow != nil else { return }
    do throws(OAuthError) {
      try await update { $0.flow = nil }
    } catch {
      onEvent(.saveFailed(error.description))
    }
  }

  /// Opens the start page; an opener that fails afterwards is told only while nobody has come by another way.
  func openBrowser(
    at receiver: RedirectReceiver,
    returningTo redirect: String?
  ) async throws(OAuthError) {
    let tell = onEvent
    try await userAgent.open(receiver.startAddress, returningTo: redirect) {
      [weak receiver] reason in
      guard let receiver, receiver.isStartAwaited else { return }
      tell(.openerFailed(reason, address: receiver.startAddress))
    }
  }

  private func redirect(
    of flow: AuthorizationFlow,
    at provider: ProviderMetadata,
    _ receiver: RedirectReceiver,
    timeout: Duration
  ) async throws(OAuthError) -> SecretBytes {
    let address = AuthorizationRequest.url(
      flow,
      configuration: configuration,
      endpoint: provider.authorizationEndpoint
    )
    receiver.prepare(
      .redirect(address),
      refusingOthers: userAgent.showsAddressToOthers
    ) { parameters in
      AuthorizationResponse(parameters: parameters).judged(
        by: flow,
        issuer: provider.issuer,
        issuerParameterAnnounced: provider.announcesIssuerParameter
      )
    }
    awaited = AwaitedRedirect(receiver: receiver, address: flow.redirectURI)
    defer { awaited = nil }
    try await openBrowser(at: receiver, returningTo: flow.redirectURI)
    onEvent(.browserOpened)
    let clock = transport.clock
    let alarm = Task {
      try await clock.sleep(timeout)
      receiver.close()
    }
    defer { alarm.cancel() }
    let arrival = await withTaskCancellationHandler {
      var arrival = await receiver.arrival()
      if case .departed? = arrival { arrival = await receiver.arrival() }
      return arrival
    } onCancel: {
      receiver.close()
    }
    switch arrival {
    case .answer(.code(let code)): return code
    case .answer(.failed(let error)): throw error
    case .answer(.stray), .departed, nil:
      guard !Task.isCancelled else { throw .recoverable(.cancelled) }
      throw .recoverable(
        RecoverableFailure(
          .timedOut,
          "the browser did not come back in time: was the sign-in finished, are client_id and redirect_uri registered at the provider?"
        )
      )
    case .dismissed: throw .recoverable(.cancelled)
    case .startedTwice:
      throw .recoverable(
        RecoverableFailure(
          .refusedResponse,
          "the start page was opened twice: someone else may have used it, so the sign-in was ended; start it again"
        )
      )
    }
  }
}

extension OAuthClient {
  private func shouldPush(at provider: ProviderMetadata) -> Bool {
    switch configuration.pushedAuthorization {
    case .require: true
    case .auto:
      provider.pushedAuthorizationRequestEndpoint != nil
        || provider.requiresPushedAuthorizationRequests
    case .off: provider.requiresPushedAuthorizationRequests
    }
  }

  /// Pushes the request (RFC 9126); there is no way back to a plain one from here.
  private func push(
    _ flow: AuthorizationFlow,
    to provider: ProviderMetadata
  ) async throws(OAuthError) -> PushedRequest {
    guard let endpoint = provider.pushedAuthorizationRequestEndpoint else {
      throw .configuration(
        ConfigurationProblem(
          .unsupported,
          "pushed authorization requests are required, but the provider names no pushed_authorization_request_endpoint"
        )
      )
    }
    let response = try await transport.send(
      .post(
        endpoint,
        form: AuthorizationRequest.form(flow, configuration: configuration),
        isRepeatable: true
      ),
      policy: .reading,
      purpose: "pushing the authorization request"
    )
    if let wait = transport.waitError(for: response, origin: endpoint.origin) { throw wait }
    switch PushAnswer(response) {
    case .failure(let failure):
      throw failure.meaning(during: "pushed authorization request", asking: flow.demand)
    case .unintelligible:
      throw .recoverable(
        RecoverableFailure(
          .server,
          "the pushed authorization request was not answered as RFC 9126 asks (\(response.status)): try again later"
        )
      )
    case .request(let requestURI, let seconds):
      return PushedRequest(requestURI: requestURI, endsAt: transport.clock.now() + seconds)
    }
  }
}

extension Page {
  /// The reason for the browser's page: the kind of failure, never a server's text.
  fileprivate static func reason(_ error: OAuthError) -> String {
    switch error {
    case .recoverable(let failure) where failure.code == .denied: "The sign-in was refused."
    case .recoverable(let failure) where failure.code == .timedOut: "It took too long."
    case .recoverable(let failure) where failure.code == .refusedResponse:
      "The answer of the provider was not acceptable, for your safety."
    case .recoverable: "The provider could not finish the sign-in."
    case .configuration: "The app and the provider do not fit together yet."
    case .stepUp: "The sign-in is not what was asked for."
    case .reauthenticate: "The provider wants another sign-in."
    }
  }
}
