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
    do throws(OAuthError) { client = try await self.client() } catch { throw .client(error) }
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
    let detail: JSONNode = isOlder ? .object([(Self.hadSession, .bool(true))]) : [:]
    if entry?.status != .started { try write(.login, sessionSubject, .started, detail: detail) }
    // A killed run may have got tokens that nobody holds.
    await client.nameLostSignIn()
    var named = 0
    try await nameLeftBehind(client, &named, detail, &result)
    if !isRestored { try await login(with: client, &named, detail, &result) }
    var isProven = false
    var hasSignedIn = !isRestored
    do throws(OAuthError) {
      isProven = try await proveRefresh(of: client, isOlder: isOlder && !hasSignedIn)
    } catch {
      try await nameLeftBehind(client, &named, detail, &result)
      // The refresh of a killed run may have reached the provider, which ends the grant when the token comes again.
      guard isRestored, case .reauthenticate = error else {
        throw stop(error, client, isNew: hasSignedIn || !isOlder, &result)
      }
      try await login(with: client, &named, detail, &result)
      hasSignedIn = true
      do throws(OAuthError) {
        isProven = try await proveRefresh(of: client)
      } catch {
        throw stop(error, client, isNew: true, &result)
      }
    }
    guard isProven || !wantsRefresh else { throw .notRefreshable }
    try write(.login, sessionSubject, .done, outcome: "signed_in")
    let login: MigrationResult.Login = isOlder && !hasSignedIn ? .kept : .signedIn
    result.login = login
    onEvent(.signedIn(login, isRefreshProven: isProven))
  }

  /// Whether an earlier run has signed in to a session that is there still, although its order is to revoke first.
  var mayReopenSignIn: Bool {
    get throws(MigrationResult.Stop) {
      guard plan.options.order == .revokeFirst, plan.options.login != .skip else { return false }
      let entry = try status(.login, sessionSubject)
      return entry?.status == .done && entry?.outcome != Self.proven
    }
  }

  /// Before tokens are revoked beside such a session: it is to be proven once more after that, in whichever run, as some
  /// providers end it along with them.
  func reopenSignIn() throws(MigrationResult.Stop) {
    try write(.login, sessionSubject, .started, detail: .object([(Self.hadSession, .bool(true))]))
  }

  /// Before a token is revoked: a sign-in that cannot begin would leave everybody signed out.
  func rehearseSignIn() async throws(MigrationResult.Stop) {
    guard plan.options.login != .skip, plan.options.order == .revokeFirst,
      try status(.login, sessionSubject)?.status != .done
    else { return }
    do throws(OAuthError) {
      try await client().rehearseLogin()
    } catch {
      throw .client(error)
    }
  }

  /// Why a proof failed, and what became of the session that this plan signed in to.
  private func stop(
    _ error: OAuthError,
    _ client: OAuthClient,
    isNew: Bool,
    _ result: inout MigrationResult
  ) -> MigrationResult.Stop {
    if Task.isCancelled { return .interrupted }
    guard isNew else { return .client(error) }
    let isKept = client.sessionState == .authenticated
    if isKept { result.login = .unproven }
    return .unproven(error, isKept: isKept)
  }

  /// Writes down what the client told of grants that nobody holds.
  ///
  /// - Parameters:
  ///   - client: Who told.
  ///   - named: How much of it was written down before.
  ///   - detail: What is to be known of the sign-in that goes on.
  ///   - result: Where it is told.
  /// - Throws: If the ledger cannot remember it.
  private func nameLeftBehind(
    _ client: OAuthClient,
    _ named: inout Int,
    _ detail: JSONNode,
    _ result: inout MigrationResult
  ) async throws(MigrationResult.Stop) {
    let news = await client.leftBehind.dropFirst(named)
    guard !news.isEmpty else { return }
    named += news.count
    result.leftBehind += news
    var members: [(String, JSONNode)] = [("left_behind", .array(news.map { .string($0) }))]
    if let mark = detail[Self.hadSession] { members.append((Self.hadSession, mark)) }
    try write(.login, sessionSubject, .inDoubt, outcome: Self.leftBehind, detail: .object(members))
    try write(.login, sessionSubject, .started, detail: detail)
  }

  /// Whether the new client asks to stay signed in.
  private var wantsRefresh: Bool { configuration.scopes.contains("offline_access") }

  /// The outcome of a sign-in or refresh that left a grant behind which nobody holds.
  package static let leftBehind = "left_behind"
  /// Marks a sign-in for which a session was there that this plan did not make.
  private static let hadSession = "had_session"
  /// Marks a session that was forgotten although its token was not revoked.
  private static let liveToken = "token_lives"
  /// The outcome of a sign-in that was ended again.
  private static let proven = "proven"

  private func login(
    with client: OAuthClient,
    _ named: inout Int,
    _ detail: JSONNode,
    _ result: inout MigrationResult
  ) async throws(MigrationResult.Stop) {
    onEvent(.signingIn)
    let failure: OAuthError?
    do throws(OAuthError) {
      try await client.login(timeout: timeout)
      failure = nil
    } catch {
      failure = error
    }
    try await nameLeftBehind(client, &named, detail, &result)
    if let failure { throw Task.isCancelled ? .signInGivenUp : .client(failure) }
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
  ///
  /// Where an answer was lost before, nobody knows whether the revocation ended the session or the token was replaced in
  /// that answer: somebody signs in once more, and that session is as new as a proof can be.
  func proveSession(_ result: inout MigrationResult) async throws(MigrationResult.Stop) {
    guard plan.options.login != .skip else { return }
    // A plan that was verified had proven it; who signed out since then is not asked to sign in again.
    if try isPlannedDone { return }
    let client: OAuthClient
    do throws(OAuthError) { client = try await self.client() } catch { throw .client(error) }
    do throws(OAuthError) {
      if await client.summary?.hasRefreshToken == false {
        try await client.proveAccess()
      } else {
        try await refresh(client)
      }
    } catch {
      if case .reauthenticate = error, await client.isEndedByLostAnswer {
        var named = 0
        try write(.login, sessionSubject, .started)
        try await nameLeftBehind(client, &named, [:], &result)
        guard !Task.isCancelled else { throw .interrupted }
        return try await signIn(&result)
      }
      result.leftBehind += await client.leftBehind
      guard !Task.isCancelled else { throw .interrupted }
      switch error {
      case .reauthenticate(let reason):
        let isKnown = [.grantRejected, .accessTokenRejected].contains(reason.code)
        if isKnown { result.login = .ended }
        throw .notOutlived(error, isKnown: isKnown)
      case .configuration(let problem) where problem.code == .unsupported:
        throw .notOutlived(error, isKnown: false)
      default: throw .client(error)
      }
    }
  }

  /// For `--login prove`, before anything is done: a session that the plan did not make is not its to end.
  func refuseToEndOthers() async throws(MigrationResult.Stop) {
    guard plan.options.login == .prove, try status(.login, sessionSubject) == nil else { return }
    let state: SessionState
    do throws(OAuthError) {
      state = try await client().sessionState
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
    // Nothing is begun any more after a signal, and what is begun goes on to its end.
    guard !Task.isCancelled else { throw .interrupted }
    let outcome: LogoutOutcome
    let hadToken: Bool
    do throws(OAuthError) {
      let client = try await self.client()
      hadToken = await client.summary?.hasRefreshToken == true
      outcome = try await client.logout(endSession: false)
    } catch {
      throw .client(error)
    }
    let isOver = outcome.tokenRevoked || !hadToken
    let detail: JSONNode = isOver ? [:] : .object([(Self.liveToken, .bool(true))])
    try write(.login, sessionSubject, .done, outcome: Self.proven, detail: detail)
    guard isOver else {
      // A token of this very run lives on: nothing that goes by the ledger may call that complete.
      try write(
        .verify,
        planSubject,
        .refused,
        outcome: "incomplete",
        detail: .object([
          (Self.liveToken, .bool(true)),
          (Self.plannedDone, .bool(try isPlannedDone || result.isPlanDone)),
        ])
      )
      throw .tokenLives(outcome.remarks)
    }
    result.login = .proven
    onEvent(.signedIn(.proven, isRefreshProven: true))
  }
}
