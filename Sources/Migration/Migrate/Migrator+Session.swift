internal import JSON
internal import OAuthClient

extension Migrator {
  private var sessionSubject: LedgerSubject {
    .session(issuer: configuration.sessionIssuer, clientID: configuration.clientId)
  }

  /// Signs the operator in and proves that the new session can be refreshed.
  ///
  /// A session that a killed run of this plan had stored counts as signed in; only what it had not come to is done.
  func signIn(_ result: inout MigrationResult) async throws(MigrationResult.Stop) {
    guard plan.options.login != .skip else {
      result.login = .skipped
      return
    }
    let client: OAuthClient
    do throws(OAuthError) { client = try await makeClient() } catch { throw .client(error) }
    let entry = try status(.login, sessionSubject)
    if entry?.status == .done {
      let login = entry?.outcome == Self.proven ? .proven : MigrationResult.Login.alreadySignedIn
      result.login = login
      onEvent(.signedIn(.alreadySignedIn, isRefreshProven: true))
      return
    }
    let isThere = client.sessionState == .authenticated
    let isOlder = entry.map { $0.detail[Self.hadSession] == true } ?? isThere
    // A session that cannot be refreshed proves nothing, unless this plan made it so: whoever signs in anew proves it.
    let canRefresh = await client.summary?.hasRefreshToken == true
    let isRestored = isThere && (canRefresh || !isOlder && !wantsRefresh)
    if entry?.status != .started {
      let detail: JSONNode = isOlder ? .object([(Self.hadSession, .bool(true))]) : [:]
      try write(.login, sessionSubject, .started, detail: detail)
    }
    var isProven = false
    var hasSignedIn = !isRestored
    do throws(OAuthError) {
      if !isRestored { try await login(with: client) }
      do throws(OAuthError) {
        isProven = try await proveRefresh(of: client, isOlder: isOlder)
      } catch {
        // The refresh of a killed run may have reached the provider, which ends the grant when the token comes again.
        guard isRestored, case .reauthenticate = error else { throw error }
        try await login(with: client)
        hasSignedIn = true
        isProven = try await proveRefresh(of: client)
      }
    } catch {
      throw Task.isCancelled ? .interrupted : .client(error)
    }
    guard isProven || !wantsRefresh else { throw .notRefreshable }
    try write(.login, sessionSubject, .done, outcome: "signed_in")
    let login: MigrationResult.Login = isOlder && !hasSignedIn ? .kept : .signedIn
    result.login = login
    onEvent(.signedIn(login, isRefreshProven: isProven))
  }

  /// Whether the new client asks to stay signed in.
  private var wantsRefresh: Bool { configuration.scopes.contains("offline_access") }

  /// Marks a sign-in for which a session was there that this plan did not make.
  private static let hadSession = "had_session"
  /// Marks a session that was forgotten although its token was not revoked.
  private static let liveToken = "token_lives"
  /// The outcome of a sign-in that was ended again.
  private static let proven = "proven"

  private func login(with client: OAuthClient) async throws(OAuthError) {
    onEvent(.signingIn)
    try await client.login(timeout: timeout)
  }

  /// Once: a killed run may have done it and not written it down.
  ///
  /// What an older session did long ago proves nothing.
  private func proveRefresh(
    of client: OAuthClient,
    isOlder: Bool = false
  ) async throws(OAuthError) -> Bool {
    guard let summary = await client.summary, summary.hasRefreshToken else { return false }
    if isOlder || summary.refreshedAt == nil { try await refresh(client) }
    return true
  }

  /// A session that ends with this process proves nothing, and nothing may be deleted for its sake.
  private func refresh(_ client: OAuthClient) async throws(OAuthError) {
    do throws(OAuthError) {
      try await client.refresh()
    } catch {
      // A run that was stopped ends when the answer that is on its way is saved.
      await client.settle()
      throw error
    }
    guard let unsaved = await client.unsaved else { return }
    throw .recoverable(RecoverableFailure(.store, unsaved.description))
  }

  /// After revoking: some providers end the whole grant or session, the new one too.
  func proveSession(_ result: inout MigrationResult) async throws(MigrationResult.Stop) {
    guard plan.options.login != .skip else { return }
    // A plan that was verified had proven it; who signed out since then is not asked to sign in again.
    if try status(.verify, planSubject)?.status == .done { return }
    do throws(OAuthError) {
      let client = try await makeClient()
      try await refresh(client)
    } catch {
      throw Task.isCancelled ? .interrupted : .client(error)
    }
  }

  /// For `--login prove`, before anything is done: a session that the plan did not make is not its to end.
  func refuseToEndOthers() async throws(MigrationResult.Stop) {
    guard plan.options.login == .prove, try status(.login, sessionSubject) == nil else { return }
    let state: SessionState
    do throws(OAuthError) {
      state = try await makeClient().sessionState
    } catch {
      throw .client(error)
    }
    guard state == .authenticated else { return }
    throw .client(
      .configuration(
        ConfigurationProblem(
          .store,
          "you are signed in already, and --login prove would end that session: "
            + "sign out first, name another --store, or plan with --login keep; nothing was changed"
        )
      )
    )
  }

  /// For `--login prove`: the session was only to show that it can be had.
  func signOut(_ result: inout MigrationResult) async throws(MigrationResult.Stop) {
    // An earlier run of this plan ended its session; who signed in since then stays.
    guard result.login != .proven else {
      guard try status(.login, sessionSubject)?.detail[Self.liveToken] != true else {
        throw .tokenLives([])
      }
      return
    }
    let outcome: LogoutOutcome
    let hadToken: Bool
    do throws(OAuthError) {
      let client = try await makeClient()
      hadToken = await client.summary?.hasRefreshToken == true
      outcome = try await client.logout(endSession: false)
    } catch {
      throw .client(error)
    }
    let isOver = outcome.tokenRevoked || !hadToken
    let detail: JSONNode = isOver ? [:] : .object([(Self.liveToken, .bool(true))])
    try write(.login, sessionSubject, .done, outcome: Self.proven, detail: detail)
    guard isOver else { throw .tokenLives(outcome.remarks) }
    result.login = .proven
    onEvent(.signedIn(.proven, isRefreshProven: true))
  }
}
