import HTTP
import JSON
import Migration
import OAuthClient
import POSIX
import Providers
import Secrets
import Terminal

/// A plan that may be applied now: read from a file and approved, or made and said yes to.
struct PlanApplication {
  let plan: MigrationPlan
  let digest: String
  let configuration: OAuthConfiguration
  let subject: PreflightSubject
  /// The command that makes the plan again.
  private let again: String
  /// What the commands of the session need to be told of the plan's client.
  private let session: [String]
  /// How well the paths could be looked at, where that was done here.
  private let audited: ExitCode
  /// Whether somebody could read it before, so that nobody was asked yet.
  private let isFromFile: Bool

  /// Reads a plan file; --expect and --yes are its approval.
  init(reading context: Context) throws(Stop) {
    var expected: Fingerprint?
    if let text = context.command.string(.expect) {
      guard let digest = Fingerprint(planDigest: text) else {
        throw Stop(
          .usage,
          "--expect wants all 64 hex digits of the plan's SHA-256",
          hints: ["appauth-migrate plan shows them; sha256sum plan.json, too"]
        )
      }
      expected = digest
    }
    let file: PlanFile
    do throws(PlanRefusal) {
      file = try PlanFile(reading: context.paths[0], expecting: expected)
    } catch {
      throw Stop(.usage, error.description)
    }
    plan = file.plan
    digest = file.digest.hex
    let given = try context.settings()
    again = plan.commandAgain(after: context.command, given)
    session = plan.clientFlags(beyond: context.command, given)
    audited = .done
    isFromFile = true
    try Self.refuseDecided(context.command, again: again)
    let settings = try given.planned(by: plan)
    configuration = try settings.configuration()
    subject = try PreflightSubject(settings)
    if plan.hasWork, plan.options.login != .skip {
      try configuration.requireReceivableRedirect()
    }
    context.printer.detail("plan sha256:\(digest)")
  }

  /// Makes a plan of paths, shows it and asks; --yes is for plan files only.
  init(planning context: Context) async throws(Stop) {
    guard !context.command.has(.yes) else {
      throw Stop(
        .usage,
        "--yes is taken only with a plan file: nobody has seen what would happen",
        hints: Self.steps(context).map { .words($0) }
      )
    }
    guard !context.command.has(.expect) else {
      throw Stop(
        .usage,
        "--expect is the digest of a plan file, and there is none yet",
        hints: Self.steps(context).map { .words($0) }
      )
    }
    let planning = try await Planning(context)
    plan = planning.plan
    digest = Fingerprint(of: plan.encoded.span).hex
    configuration = planning.configuration
    subject = planning.subject
    again = context.followUp.again(adding: [])
    session = []
    audited = planning.exitCode
    isFromFile = false
    guard !context.command.has(.dryRun), plan.hasWork else { return }
    // What the question is about: no part of the result that a program reads.
    let text = PlanLayout.text(plan, width: context.printer.width)
    if context.results.isForPrograms {
      context.printer.prose(text)
    } else {
      context.printer.result(text)
    }
    try context.confirm("do this now?", instead: Self.steps(context))
  }

  /// The same in two steps, with somebody reading in between.
  private static func steps(_ context: Context) -> [String] {
    let followUp = context.followUp
    return [
      "write the plan down, read it, then apply it:",
      followUp.line(
        .plan,
        context.command.arguments,
        adding: ["--output", "plan.json"],
        isSameWork: true
      ),
      followUp.line(.migrate, [Word("plan.json")], adding: ["--yes"]),
    ]
  }

  /// How a migration ends at best: what the plan leaves alone stays.
  var foreseen: ExitCode { .combining([audited, plan.leftWork.isEmpty ? .done : .partial]) }

  /// Carries it out.
  func run(_ context: Context) async throws(Stop) -> ExitCode {
    guard plan.hasWork else {
      context.printer.remark(PlanText.nothingToDo)
      if context.results.isForPrograms {
        var result = MigrationResult()
        result.isVerified = true
        try context.show(rendering(result, context), stoppedBy: nil)
      } else if !plan.leftAlone.isEmpty {
        context.printer.result(PlanLayout.text(plan, width: context.printer.width))
      }
      return foreseen
    }
    guard !context.command.has(.offline) else {
      throw Stop(
        .usage,
        "a migration asks the provider, and --offline sends nothing",
        hints: ["run it again without --offline"]
      )
    }
    try confirm(context)
    let ledger = try context.openLedger()
    let turn = try context.turn(at: ledger)
    defer { turn.end() }
    try requireBrowser(context, ledger)
    let http = try context.httpClient()
    let transport = OAuthTransport(client: http)
    let teller = MigrationTeller(
      context.printer,
      place: plan.place,
      opensBrowser: !context.command.has(.noBrowser)
    )
    let configuration = configuration
    let migrator = Migrator(
      plan: plan,
      digest: digest,
      ledger: ledger,
      transport: transport,
      configuration: configuration,
      subject: subject,
      version: Version.current,
      timeout: context.patience,
      proxy: http.configuration.proxyShown,
      makeClient: { () async throws(OAuthError) in
        do throws(Stop) {
          return try await SessionContext(
            context,
            configuration: configuration,
            transport: transport
          ).client
        } catch {
          throw .configuration(ConfigurationProblem(.store, error.message))
        }
      },
      onEvent: { teller.tell($0) }
    )
    let (result, isInterrupted) = await context.interruptible { await migrator.run() }
    try context.show(
      rendering(result, context),
      stoppedBy: isInterrupted && !result.isSignInGivenUp
        ? .interrupted
        : result.stop.map {
          Stop(
            $0,
            again: again,
            login: context.followUp.line(.login, adding: session),
            hasBegun: result.revocation?.results.isEmpty == false
          )
        }
    )
    let revoked = result.revocation.flatMap { ExitCode(rawValue: $0.ending.rawValue) } ?? .done
    let isAll = result.isComplete && plan.leftWork.isEmpty
    return .combining([revoked, isAll ? .done : .partial])
  }

  /// Before a token is revoked: a sign-in that cannot begin would leave everybody signed out.
  private func requireBrowser(_ context: Context, _ ledger: Ledger) throws(Stop) {
    guard plan.options.login != .skip, !context.command.has(.noBrowser), !SystemBrowser().isThere
    else { return }
    let session = LedgerSubject.session(
      issuer: configuration.sessionIssuer,
      clientID: configuration.clientId
    )
    var filter = LedgerFilter()
    filter.steps = [.login]
    filter.subject = session
    filter.plan = digest
    do throws(LedgerFailure) {
      // Who has signed in under this plan needs none.
      if try ledger.entries(filter).last?.status == .done { return }
    } catch {
      throw Stop(.partial, error.description)
    }
    throw Stop(
      .usage,
      "the plan has a sign-in, and no browser could be started: set $BROWSER; nothing was begun",
      hints: [.again(.noBrowser)]
    )
  }

  private func rendering(_ result: MigrationResult, _ context: Context) -> Rendering {
    MigrationRendering(
      plan: plan,
      digest: digest,
      result: result,
      followUp: context.followUp,
      session: session
    ).rendering
  }
}

extension PlanApplication {
  /// What the plan decides cannot be decided again when it is applied: nobody has read that.
  private static func refuseDecided(_ command: ParsedCommand, again: String) throws(Stop) {
    let decided: [Flag] = [
      .login, .order, .includeHistorical, .verify, .requireVerified, .map,
    ]
    guard let flag = decided.first(where: command.has) else { return }
    let name = Table.standard.flag(flag)?.long ?? flag.rawValue
    throw Stop(
      .usage,
      "--\(name) is decided by the plan, which says otherwise or the same",
      hints: ["make the plan again, read it, and apply it:", .words(again)]
    )
  }

  /// Whoever gives the plan's digest has read it; anybody else is asked, as by `revoke` and `delete`.
  private func confirm(_ context: Context) throws(Stop) {
    guard isFromFile, !context.command.has(.expect) || mayReachFurther else { return }
    let tokens = Quantity.count(plan.revocations.count, "token")
    let states = Quantity.count(plan.deletions.count, "state")
    let issuer = plan.provider.map { " at \(Neutral.text($0.issuer))" } ?? ""
    let further = mayReachFurther ? ", which may end other sessions of the same users" : ""
    try context.confirm(
      "revoke \(tokens)\(issuer)\(further), and delete \(states) \(plan.place.rawValue)?"
    )
  }

  /// Whether the provider may end the sessions of people who are not in the plan.
  private var mayReachFurther: Bool {
    guard plan.revocations.count > 1, let issuer = plan.provider?.issuer else { return false }
    return ProviderProfiles.profile(
      issuer: issuer,
      tokenEndpoint: plan.provider?.endpoints["token_endpoint"]
    ).revocation.mayReachFurther
  }
}
