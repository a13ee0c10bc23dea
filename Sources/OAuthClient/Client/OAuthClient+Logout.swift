internal import Crypto
internal import HTTP
internal import JOSE
internal import Providers
internal import Secrets

extension OAuthClient {
  /// Signs out: revokes the refresh token, or the access token where there is no other, ends the provider's session in
  /// the browser, forgets everything here.
  ///
  /// The local removal happens whatever the provider does; calling it again changes nothing. Once begun, it goes on to
  /// the removal even if its task is cancelled: a token that is forgotten unrevoked could be ended by nobody.
  ///
  /// - Parameters:
  ///   - endSession: Whether the browser is sent to the provider's end-session endpoint.
  ///   - timeout: How long to wait for the browser to come back.
  /// - Returns: What was achieved beyond the local removal.
  /// - Throws: `.recoverable` only when the local session could not be removed.
  /// - SeeAlso: RFC 7009, OIDC RP-Initiated Logout.
  public func logout(
    endSession: Bool = true,
    timeout: Duration = .seconds(60)
  ) async throws(OAuthError) -> LogoutOutcome {
    broadcast.set(.loggingOut)
    var remarks: [String] = []
    let ended: SessionTokens?
    let revocation: TokenRevocation
    let work = Task { () async -> Result<LocalEnd, OAuthError> in
      do throws(OAuthError) {
        return .success(try await self.endLocally())
      } catch {
        return .failure(error)
      }
    }
    do throws(OAuthError) {
      let end = try await work.value.get()
      (ended, revocation) = (end.tokens, end.revocation)
      remarks += end.remarks
    } catch {
      broadcast.set(restingState)
      throw error
    }
    forgetStepUp()
    broadcast.set(.unauthenticated)
    guard endSession, let ended, let provider = metadata, provider.endSessionEndpoint != nil else {
      return LogoutOutcome(sessionEnded: false, revocation: revocation, remarks: remarks)
    }
    var visit = Visit.none
    do throws(OAuthError) {
      visit = try await self.endSession(ended, at: provider, timeout: timeout)
      switch visit {
      case .returned: break
      case .departed: remarks.append(Self.remark(onReturnTo: configuration.postLogoutRedirectUri))
      case .none:
        remarks.append("nobody opened the address in time: the provider's own session goes on")
      }
    } catch {
      remarks.append(error.description)
    }
    return LogoutOutcome(
      sessionEnded: visit == .returned,
      revocation: revocation,
      reachedProvider: visit != .none,
      remarks: remarks
    )
  }

  /// How far the browser went.
  private enum Visit {
    /// Nobody opened the address.
    case none
    /// To the provider, and not back.
    case departed
    /// And back, as the provider sends it when its session is over.
    case returned
  }

  /// Revokes and forgets, before the browser: whoever is killed while it is open stays signed out.
  ///
  /// - Returns: What was forgotten, for the provider's session, and what became of the refresh token.
  private func endLocally() async throws(OAuthError) -> LocalEnd {
    var remarks: [String] = []
    let lock = try await lock()
    defer { lock.release() }
    try await reload()
    let tokens = record.tokens
    var revocation = TokenRevocation.nothingToRevoke
    if let tokens {
      if tokens.refreshToken != nil { revocation = .notRevoked }
      do throws(OAuthError) {
        revocation = await revoke(tokens, at: try await provider(), remarks: &remarks)
      } catch {
        remarks.append(error.description)
      }
    }
    if !record.superseded.isEmpty { await endSuperseded(at: try? provider()) }
    if record.codeSentAt != nil { leaveBehind(Self.lostSignIn) }
    record = SessionRecord(issuer: record.issuer, clientID: record.clientID)
    do throws(StoreFailure) { try await store.clear() } catch { throw error.asOAuthError }
    saveFailure = nil
    stored = StoredSession(record)
    if !transport.waits.isEmpty {
      record.waits = transport.waits
      await saveOrReport()
    }
    return LocalEnd(tokens: tokens, revocation: revocation, remarks: remarks)
  }

  /// The end of a session on this side.
  private struct LocalEnd: Sendable {
    let tokens: SessionTokens?
    let revocation: TokenRevocation
    let remarks: [String]
  }

  /// Revokes what a session has: the refresh token, or else the access token as far as the provider does that.
  private func revoke(
    _ tokens: SessionTokens,
    at provider: ProviderMetadata,
    remarks: inout [String]
  ) async -> TokenRevocation {
    guard let token = tokens.refreshToken else {
      guard provider.revocationEndpoint != nil else { return .nothingToRevoke }
      let before = remarks.count
      if await revoke(tokens.accessToken, as: .access, at: provider, remarks: &remarks) {
        return .accessTokenRevoked
      }
      return remarks.count > before ? .accessTokenNotRevoked : .nothingToRevoke
    }
    guard await revoke(token, at: provider, remarks: &remarks) else { return .notRevoked }
    guard record.mayHaveNewerToken else { return .revoked }
    remarks.append(
      "the refresh token is revoked, but an answer that may have replaced it was lost before: nobody can tell whether a newer one lives on at the provider"
    )
    return .unknown
  }

  private static func remark(onReturnTo uri: String?) -> String {
    uri == nil
      ? "without post_logout_redirect_uri nobody can tell whether the provider ended its own session"
      : "the browser did not come back from the provider's sign-out: is post_logout_redirect_uri registered there?"
  }

  /// How long a token that nobody will hold may keep the session's lock, in seconds.
  private static let disposalSeconds: Double = 10

  /// Revokes a refresh token that nobody will hold, once and briefly; says so where it lives on.
  ///
  /// - Returns: Whether it is over.
  @discardableResult
  func dispose(of token: SecretBytes?, at provider: ProviderMetadata) async -> Bool {
    guard let token else { return true }
    var remarks: [String] = []
    guard await !revoke(token, at: provider, isBrief: true, remarks: &remarks) else { return true }
    let why = remarks.first.map { ": \($0)" } ?? ""
    onEvent(.warning("tokens that nobody holds may live on at the provider\(why)"))
    return false
  }

  /// What kind of token is to be ended, as the provider is told.
  enum RevokedToken: String {
    case refresh = "refresh_token"
    case access = "access_token"

    /// As people call it.
    var words: String { self == .refresh ? "refresh token" : "access token" }
  }

  /// Asks the provider to end a token; one that is over already counts as ended.
  ///
  /// An access token does not end where only refresh tokens are revoked (RFC 7009 section 2), which is worth no remark.
  @discardableResult
  func revoke(
    _ token: SecretBytes,
    as kind: RevokedToken = .refresh,
    at provider: ProviderMetadata,
    isBrief: Bool = false,
    remarks: inout [String]
  ) async -> Bool {
    guard let endpoint = provider.revocationEndpoint else {
      remarks.append("the provider names no revocation_endpoint: the \(kind.words) lives on there")
      return false
    }
    var hint: String? = kind.rawValue
    while true {
      let verdict: RevocationVerdict
      do throws(OAuthError) {
        verdict = RevocationVerdict(
          try await transport.send(
            .post(
              endpoint,
              form: RevocationRequest.form(
                token: token,
                hint: hint,
                clientID: configuration.clientId
              ),
              limits: isBrief ? Limits(totalSeconds: Self.disposalSeconds) : Limits(),
              isRepeatable: true
            ),
            policy: isBrief ? .never : .reading,
            purpose: "revoking the \(kind.words)"
          )
        )
      } catch {
        remarks.append(error.description)
        return false
      }
      switch verdict.kind {
      case .taken, .unknownToken: return true
      case .tokenType where hint != nil: hint = nil
      case .tokenType where kind == .access: return false
      default:
        remarks.append(verdict.description)
        return false
      }
    }
  }

  private func endSession(
    _ tokens: SessionTokens,
    at provider: ProviderMetadata,
    timeout: Duration
  ) async throws(OAuthError) -> Visit {
    guard let endpoint = provider.endSessionEndpoint else { return .none }
    let returns = configuration.postLogoutRedirect
    var path: String?
    var port: UInt16 = 0
    var isIPv6 = false
    let dialect = ProviderProfiles.profile(of: provider).logout
    if case .loopback(let v6, let fixed, let callback)? = returns?.kind {
      // Cognito gives no state back, and without it nobody can tell who calls.
      path = dialect == .cognito ? nil : callback
      port = fixed ?? 0
      isIPv6 = v6
    }
    let receiver = try await RedirectReceiver(isIPv6: isIPv6, port: port, callbackPath: path)
    let state = Base64URL.encode(Random.secret(32))
    let request = EndSessionRequest(
      clientID: configuration.clientId,
      idTokenHint: tokens.idToken,
      postLogoutRedirectURI: returns?.bound(to: receiver.port),
      state: state
    )
    receiver.prepare(
      request.departure(to: endpoint, dialect),
      refusingOthers: userAgent.showsAddressToOthers
    ) { parameters in
      let states = parameters.filter { $0.name == "state" }
      guard states.count == 1, states[0].value.equals(state) else {
        return .stray("no state of ours")
      }
      return .code(state)
    }
    // Without a way back there is nothing to wait for but the start page being fetched.
    let returnsToApp = userAgent.bringsRedirectBack && dialect != .cognito
    if let returns, path == nil, returnsToApp {
      awaited = AwaitedRedirect(receiver: receiver, address: returns.bound(to: receiver.port))
    }
    let comesBack = path != nil || awaited != nil
    defer { awaited = nil }
    do throws(OAuthError) {
      try await openBrowser(at: receiver, returningTo: request.postLogoutRedirectURI)
    } catch {
      receiver.close()
      throw error
    }
    if comesBack { onEvent(.browserOpened) }
    let clock = transport.clock
    let alarm = Task {
      try await clock.sleep(timeout)
      receiver.close()
    }
    defer { alarm.cancel() }
    var arrival = await receiver.arrival()
    var visit = Visit.none
    if case .departed? = arrival {
      visit = .departed
      if comesBack { arrival = await receiver.arrival() }
    }
    guard case .answer(.code)? = arrival else {
      // Not before the page that is under way, be it the one that leads to the provider, has arrived.
      await receiver.finish(.failure("The sign-out was ended."))
      return visit
    }
    await receiver.finish(.success("You are signed out."))
    return .returned
  }
}
