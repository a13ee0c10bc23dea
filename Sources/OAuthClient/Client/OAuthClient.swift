internal import HTTP
internal import JOSE
internal import Secrets

/// Signs a user in at one provider and keeps the session: public client, authorization code, system browser.
///
/// ```swift
/// let client = try await OAuthClient.create(configuration: configuration, store: store, userAgent: browser)
/// try await client.login()
/// let token = try await client.accessToken()
/// ```
///
/// There is nothing to store, nothing to validate and no check to switch off: PKCE, `state`, `nonce`, the code exchange
/// and ID-token validation happen inside, the refresh token never leaves.
public actor OAuthClient {
  /// What this client was made with.
  public nonisolated let configuration: OAuthConfiguration
  nonisolated let broadcast: SessionStateBroadcast
  let store: any OIDCSessionStore
  let userAgent: any OAuthUserAgent
  let transport: OAuthTransport
  let discovery: ProviderDiscovery
  let onEvent: @Sendable (OAuthEvent) -> Void

  var record: SessionRecord
  /// Why the store did not take the record as it is: it is saved first, next time.
  var saveFailure: StoreFailure?
  /// What the store is known to hold.
  var stored: StoredSession
  /// What was told of grants that the provider may hold and nobody can end from here.
  package private(set) var leftBehind: [String] = []
  var metadata: ProviderMetadata?
  /// Metadata that were read and compared elsewhere, to be taken instead of reading them.
  var pinned: ProviderMetadata?
  var keySource: KeySource?
  var refreshing: Task<Result<SessionTokens, OAuthError>, Never>?
  /// Whether a refresh token is being spent: from here on until the answer is saved nothing may stop it.
  var isTokenOnItsWay = false
  var isSigningIn = false
  /// Flows whose redirect was used here, by their `state`.
  var spentFlows: Set<Fingerprint> = []
  /// While the browser is open.
  var awaited: AwaitedRedirect?
  /// Whether a resource asked for more than this sign-in, and nothing was done about it yet.
  private(set) var isStepUpAwaited = false

  /// Whether a restored session waits for its proof (``RestoreValidation/online``).
  private(set) var isRestoreUnproven = false

  /// Restores what the store holds; makes no request unless `validateOnRestore` asks for it.
  ///
  /// A stored session that cannot be opened any more (wrong key, broken seal, truncated) is set aside and told as an
  /// event; a store that is locked changes nothing and is thrown.
  ///
  /// - Parameters:
  ///   - configuration: The client and its provider.
  ///   - store: Where the session lies.
  ///   - userAgent: Opens the browser.
  ///   - network: Certificates, proxy, and the like.
  ///   - validateOnRestore: Whether a stored session is proven at the provider again before it counts.
  ///   - onEvent: Hears warnings and progress.
  /// - Returns: The client, in the state that was stored.
  /// - Throws: `.configuration` for a store that is unsafe or newer, `.recoverable` for one that cannot be read now.
  public static func create(
    configuration: OAuthConfiguration,
    store: any OIDCSessionStore = InMemorySessionStore(),
    userAgent: any OAuthUserAgent = SystemBrowser(),
    network: OAuthNetwork = OAuthNetwork(),
    validateOnRestore: RestoreValidation = .stored,
    onEvent: @escaping @Sendable (OAuthEvent) -> Void = { _ in }
  ) async throws(OAuthError) -> OAuthClient {
    try await create(
      configuration: configuration,
      store: store,
      userAgent: userAgent,
      transport: OAuthTransport(client: network.client()),
      validateOnRestore: validateOnRestore,
      onEvent: onEvent
    )
  }

  package static func create(
    configuration: OAuthConfiguration,
    store: any OIDCSessionStore,
    userAgent: any OAuthUserAgent,
    transport: OAuthTransport,
    validateOnRestore: RestoreValidation = .stored,
    onEvent: @escaping @Sendable (OAuthEvent) -> Void = { _ in }
  ) async throws(OAuthError) -> OAuthClient {
    for warning in configuration.warnings { onEvent(.warning(warning)) }
    for remark in await store.remarks() { onEvent(.warning(remark)) }
    let record = try await restore(configuration: configuration, store: store, onEvent: onEvent)
    // What another process was asked to wait holds for this one.
    transport.resume(record.waits)
    transport.nonces.resume(record.proofNonce)
    let client = OAuthClient(
      configuration: configuration,
      store: store,
      userAgent: userAgent,
      transport: transport,
      onEvent: onEvent,
      record: record,
      isUnproven: validateOnRestore == .online && record.state == .authenticated
    )
    do throws(OAuthError) {
      try await client.proveRestored()
    } catch {
      onEvent(.warning("the stored session could not be validated: \(error)"))
    }
    return client
  }

  private init(
    configuration: OAuthConfiguration,
    store: any OIDCSessionStore,
    userAgent: any OAuthUserAgent,
    transport: OAuthTransport,
    onEvent: @escaping @Sendable (OAuthEvent) -> Void,
    record: SessionRecord,
    isUnproven: Bool
  ) {
    self.configuration = configuration
    self.store = store
    self.userAgent = userAgent
    self.transport = transport
    self.discovery = ProviderDiscovery(transport: transport)
    self.onEvent = onEvent
    self.record = record
    self.stored = StoredSession(record)
    self.isRestoreUnproven = isUnproven
    self.broadcast = SessionStateBroadcast(isUnproven ? .unauthenticated : record.state)
  }

  /// The state at this moment.
  public nonisolated var sessionState: SessionState { broadcast.current }

  /// The state at hand first, then each change once and in order.
  ///
  /// - Returns: A stream of its own for every caller.
  public nonisolated func sessionStates() -> AsyncStream<SessionState> { broadcast.stream() }

  /// What the session is like, without any of its secrets; nil when nobody is signed in.
  public var summary: SessionSummary? {
    guard !isRestoreUnproven else { return nil }
    return record.tokens.map { SessionSummary($0, now: transport.clock.now()) }
  }

  /// Why the session is over, while its state is ``SessionState/reauthenticationRequired``; else nil.
  public var endReason: ReauthenticationReason? {
    record.state == .reauthenticationRequired ? record.endReason : nil
  }

  /// Whether the session may be over for a lost answer alone: its token was sent again, or may not be, since nobody
  /// knows whether it was replaced.
  package var isEndedByLostAnswer: Bool {
    record.state == .reauthenticationRequired
      && (record.rejection == .refreshInterrupted || record.mayHaveNewerToken)
  }

  /// What the store has not taken yet; nil while it holds the session as it is.
  public var unsaved: UnsavedSession? {
    saveFailure.map { failure in
      let now = StoredSession(record)
      return UnsavedSession(
        reason: failure.description,
        isLostAtExit: now.refreshToken != nil && now.refreshToken != stored.refreshToken,
        isRefreshed: now.refreshedAt != stored.refreshedAt
      )
    }
  }

  /// What the state is while nothing is under way.
  var restingState: SessionState {
    if isRestoreUnproven, record.state == .authenticated { return .unauthenticated }
    return isStepUpAwaited && record.state == .authenticated ? .stepUpRequired : record.state
  }

  /// The stored session is proven, or no longer what is held.
  func acceptRestored() {
    guard isRestoreUnproven else { return }
    isRestoreUnproven = false
    if broadcast.current == .unauthenticated { broadcast.set(restingState) }
  }

  /// A resource asked for more than a sign-in.
  ///
  /// - Parameter signedInAt: Which one; another may have come in its place since.
  func awaitStepUp(beyond signedInAt: Double?) {
    guard record.tokens?.signedInAt == signedInAt else { return }
    isStepUpAwaited = true
    if broadcast.current == .authenticated { broadcast.set(restingState) }
  }

  /// Another sign-in took the place of the one that was not enough, or nobody wants it any more.
  func forgetStepUp() { isStepUpAwaited = false }

  /// Tells of a grant that the provider may hold and nobody can end from here.
  ///
  /// - Parameter reason: How that came about.
  func leaveBehind(_ reason: String) {
    let text =
      "\(reason): a grant that nobody holds may live on at the provider; it cannot be revoked from here, but in the provider's console or at your account page there"
    leftBehind.append(text)
    onEvent(.leftBehind(text))
  }
}

extension OAuthClient {
  private static func restore(
    configuration: OAuthConfiguration,
    store: any OIDCSessionStore,
    onEvent: @Sendable (OAuthEvent) -> Void
  ) async throws(OAuthError) -> SessionRecord {
    let fresh = SessionRecord(
      issuer: configuration.sessionIssuer,
      clientID: configuration.clientId
    )
    let stored: SecretBytes?
    do throws(StoreFailure) {
      stored = try await store.read()
    } catch {
      guard error.isUnreadableForGood else { throw error.asOAuthError }
      try await setAside(store, reason: error.code.rawValue)
      onEvent(.setAside(error.description))
      return fresh
    }
    guard let stored else { return fresh }
    do throws(SessionRecordFault) {
      return try SessionRecord(
        decoding: stored,
        issuer: configuration.sessionIssuer,
        clientID: configuration.clientId
      )
    } catch {
      switch error {
      case .newerVersion(let version):
        throw .configuration(
          ConfigurationProblem(
            .store,
            "the stored session has format \(version), this version knows up to \(SessionRecord.version): update this program; the session was left alone"
          )
        )
      case .otherClient:
        // Another issuer or client is no session of ours to keep (its own slot has another name).
        do throws(StoreFailure) { try await store.clear() } catch { throw error.asOAuthError }
      case .notJSON, .incomplete:
        try await setAside(store, reason: "invalid_record")
        onEvent(.setAside("the stored session is not a valid record"))
      }
      return fresh
    }
  }

  private static func setAside(
    _ store: any OIDCSessionStore,
    reason: String
  ) async throws(OAuthError) {
    do throws(StoreFailure) {
      try await store.setAside(reason: reason)
    } catch {
      throw error.asOAuthError
    }
  }
}

extension SessionRecord {
  /// What the record means when nothing is under way.
  var state: SessionState {
    if let tokens {
      guard let rejectedRefreshToken else { return .authenticated }
      return tokens.refreshToken?.fingerprint == rejectedRefreshToken
        ? .reauthenticationRequired : .authenticated
    }
    if flow != nil { return .authorizing }
    return rejectedRefreshToken == nil ? .unauthenticated : .reauthenticationRequired
  }
}
