internal import JSON
internal import LegacyState
package import OAuthClient
internal import POSIX
internal import Secrets

/// Carries out a plan: preflight, revoke, sign in, delete, verify; each step in the ledger before and after.
///
/// A run that was killed is taken up by the same call: what is done is not done again, what is in doubt is asked again,
/// and the last look is always taken anew.
package struct Migrator: Sendable {
  let plan: MigrationPlan
  let digest: String
  let ledger: Ledger
  let transport: OAuthTransport
  let configuration: OAuthConfiguration
  let subject: PreflightSubject
  let makeClient: @Sendable () async throws(OAuthError) -> OAuthClient
  let version: String
  let timeout: Duration
  let proxy: String?
  let onEvent: @Sendable (MigrationEvent) -> Void
  let pinned = PinnedProvider()

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - plan: The plan, read and checked.
  ///   - digest: The digest of its file, in hex.
  ///   - ledger: Remembers what is done.
  ///   - transport: Sends the requests.
  ///   - configuration: The client that the plan names.
  ///   - subject: What preflight checks.
  ///   - version: The version of this program.
  ///   - timeout: How long to wait for the user in the browser.
  ///   - proxy: As shown.
  ///   - makeClient: Opens the session, over the same transport.
  ///   - onEvent: Told what happens.
  package init(
    plan: MigrationPlan,
    digest: String,
    ledger: Ledger,
    transport: OAuthTransport,
    configuration: OAuthConfiguration,
    subject: PreflightSubject,
    version: String,
    timeout: Duration,
    proxy: String?,
    makeClient: @escaping @Sendable () async throws(OAuthError) -> OAuthClient,
    onEvent: @escaping @Sendable (MigrationEvent) -> Void = { _ in }
  ) {
    self.plan = plan
    self.digest = digest
    self.ledger = ledger
    self.transport = transport
    self.configuration = configuration
    self.subject = subject
    self.version = version
    self.timeout = timeout
    self.proxy = proxy
    self.makeClient = makeClient
    self.onEvent = onEvent
  }

  /// Carries it out, as far as it goes.
  ///
  /// - Returns: What came of each step, and why it stopped if it did.
  package func run() async -> MigrationResult {
    var result = MigrationResult()
    // What an earlier command was asked to wait holds for all requests of this one; where the store cannot be used, the
    // step that needs it says so.
    let keeper = try? await makeClient()
    do throws(MigrationResult.Stop) {
      try await carryOut(&result)
    } catch {
      result.stop = error
    }
    await keeper?.keepWaits()
    return result
  }

  private func carryOut(_ result: inout MigrationResult) async throws(MigrationResult.Stop) {
    try await check(&result)
    try await refuseToEndOthers()
    let provider = try await provider()
    try await rehearseSignIn()
    // What a killed deletion left beside its file holds states too: it is ended before anything is looked at.
    try remember { () throws(LedgerFailure) in try deleter().recover() }
    let comparison = try compare()
    if plan.options.order == .loginFirst { try await signIn(&result) }
    try await revoke(comparison, at: provider, &result)
    if plan.options.order == .revokeFirst { try await signIn(&result) }
    if plan.options.order == .loginFirst { try await proveSession(&result) }
    try delete(comparison, &result)
    try await verify(&result)
    // While revocations are in doubt the next run needs the session, to see whether it outlives them.
    let isInDoubt = result.revocation?.ending == .unavailable
    if plan.options.login == .prove, !isInDoubt { try await signOut(&result) }
  }
}

extension Migrator {
  /// The session's client, which asks no provider but the one that was compared.
  func client() async throws(OAuthError) -> OAuthClient {
    let client = try await makeClient()
    if let provider = pinned.provider { await client.pin(provider) }
    return client
  }

  var planSubject: LedgerSubject { .plan(digest) }

  /// Deletes below the plan's inputs; `names` tells which file names spell a token of the dump.
  func deleter(_ names: TokenNames = TokenNames([])) -> Deleter {
    Deleter(roots: plan.inputs, ledger: ledger, plan: digest, names: names)
  }

  /// Turns a failure of the ledger into the end of the run: nothing is done that it cannot remember.
  @discardableResult
  func remember<R>(
    _ body: () throws(LedgerFailure) -> R
  ) throws(MigrationResult.Stop) -> R {
    do throws(LedgerFailure) {
      return try body()
    } catch {
      throw .ledger(error)
    }
  }

  /// How far this very plan has come in a step.
  func status(
    _ step: LedgerStep,
    _ subject: LedgerSubject
  ) throws(MigrationResult.Stop) -> LedgerEntry? {
    let entry = try remember { () throws(LedgerFailure) in try ledger.latest(step, subject) }
    return entry?.plan == digest ? entry : nil
  }

  func write(
    _ step: LedgerStep,
    _ subject: LedgerSubject,
    _ status: LedgerStatus,
    outcome: String? = nil,
    detail: JSONNode = [:]
  ) throws(MigrationResult.Stop) {
    try remember { () throws(LedgerFailure) in
      try ledger.append(step, subject, status, outcome: outcome, detail: detail, plan: digest)
    }
  }

  /// The states as they stand now, or the first difference from the plan.
  func compare() throws(MigrationResult.Stop) -> PlanComparison {
    let result = audited()
    // A damaged file may be told twice; the first reason is the nearest.
    let unread = Dictionary(
      result.report.errors.map { ($0.path, $0.reason) },
      uniquingKeysWith: { first, _ in first }
    )
    let comparison = try remember { () throws(LedgerFailure) in
      try plan.differences(
        from: result.states.map(\.state),
        ledger,
        digest: digest,
        unread: unread
      )
    }
    if let difference = comparison.difference { throw .stale(difference) }
    var found = comparison
    found.names = TokenNames(result.states.flatMap { $0.state.tokens.map(\.secret) })
    return found
  }

  func audited() -> AuditResult {
    var options = AuditOptions(version: version)
    options.includesTwins = true
    return Audit(options: options)
      .run(plan.inputs.map { .bytesOfPath($0.bytes) })
      .withoutTokensInNames()
  }
}
