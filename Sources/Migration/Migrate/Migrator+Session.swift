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
      result.login = .alreadySignedIn
      onEvent(.signedIn(.alreadySignedIn, isRefreshProven: true))
      return
    }
    if entry?.status != .started { try write(.login, sessionSubject, .started) }
    var isProven = false
    do throws(OAuthError) {
      let isRestored = client.sessionState == .authenticated
      if !isRestored { try await login(with: client) }
      do throws(OAuthError) {
        isProven = try await proveRefresh(of: client)
      } catch {
        // The refresh of a killed run may have reached the provider, which ends the grant when the token comes again.
        guard isRestored, case .reauthenticate = error else { throw error }
        try await login(with: client)
        isProven = try await proveRefresh(of: client)
      }
    } catch {
      throw Task.isCancelled ? .interrupted : .client(error)
    }
    try write(.login, sessionSubject, .done, outcome: "signed_in")
    result.login = .signedIn
    onEvent(.signedIn(.signedIn, isRefreshProven: isProven))
  }

  private func login(with client: OAuthClient) async throws(OAuthError) {
    onEvent(.signingIn)
    try await client.login(timeout: timeout)
  }

  /// Once: a killed run may have done it and not written it down.
  private func proveRefresh(of client: OAuthClient) async throws(OAuthError) -> Bool {
    guard let summary = await client.summary, summary.hasRefreshToken else { return false }
    if summary.refreshedAt == nil { try await client.refresh() }
    return true
  }

  /// After revoking: some providers end the whole grant or session, the new one too.
  func proveSession(_ result: inout MigrationResult) async throws(MigrationResult.Stop) {
    guard plan.options.login != .skip else { return }
    do throws(OAuthError) {
      let client = try await makeClient()
      try await client.refresh()
    } catch {
      throw .client(error)
    }
  }

  /// For `--login prove`: the session was only to show that it can be had.
  func signOut(_ result: inout MigrationResult) async throws(MigrationResult.Stop) {
    do throws(OAuthError) {
      let client = try await makeClient()
      _ = try await client.logout(endSession: false)
    } catch {
      throw .client(error)
    }
    result.login = .proven
    onEvent(.signedIn(.proven, isRefreshProven: true))
  }
}
