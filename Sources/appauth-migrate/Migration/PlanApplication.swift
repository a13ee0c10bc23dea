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

  /// Reads a plan file; --expect and --yes are its approval.
  init(reading context: Context) throws(Stop) {
    try Self.refuseDecided(context.command)
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
    let settings = try context.settings().planned(by: plan)
    configuration = try settings.configuration()
    subject = try PreflightSubject(settings)
    context.printer.detail("plan sha256:\(digest)")
  }

  /// Makes a plan of paths, shows it and asks; --yes is for plan files only.
  init(planning context: Context) async throws(Stop) {
    guard !context.command.has(.yes) else {
      throw Stop(
        .usage,
        "--yes is taken only with a plan file: nobody has seen what would happen",
        hints: [
          "appauth-migrate plan PATH --output plan.json, read it, then appauth-migrate migrate plan.json --yes"
        ]
      )
    }
    let planning = try await Planning(context)
    plan = planning.plan
    digest = Fingerprint(of: plan.encoded.span).hex
    configuration = planning.configuration
    subject = planning.subject
    guard !context.command.has(.dryRun) else { return }
    // What the question is about: no part of the result that a program reads.
    let text = PlanText(plan).lines.map { $0 + "\n" }.joined()
    if context.results.isForPrograms {
      context.printer.prose(text)
    } else {
      context.printer.result(text)
    }
    try context.confirm("do this now?")
  }

  /// Carries it out.
  func run(_ context: Context) async throws(Stop) -> ExitCode {
    try confirmReach(context)
    let ledger = try context.openLedger()
    let turn: MigrationTurn
    do throws(LedgerFailure) {
      turn = try MigrationTurn(at: ledger)
    } catch {
      throw Stop(error.reason == .busy ? .unavailable : .usage, error.description)
    }
    defer { turn.end() }
    let http = try context.httpClient()
    let transport = OAuthTransport(client: http)
    let teller = MigrationTeller(context.printer, place: plan.place)
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
      MigrationRendering(plan: plan, digest: digest, result: result).rendering,
      stoppedBy: isInterrupted ? .interrupted : result.stop.map(Stop.init)
    )
    return result.isComplete ? .done : .partial
  }
}

extension PlanApplication {
  /// What the plan decides cannot be decided again when it is applied: nobody has read that.
  private static func refuseDecided(_ command: ParsedCommand) throws(Stop) {
    let decided: [Flag] = [.login, .order, .includeHistorical, .verify, .requireVerified]
    guard let flag = decided.first(where: command.has) else { return }
    let name = Table.standard.flag(flag)?.long ?? flag.rawValue
    throw Stop(
      .usage,
      "--\(name) is decided by the plan, which says otherwise or the same",
      hints: ["make the plan again: appauth-migrate plan PATH --\(name) …, read it, and apply it"]
    )
  }

  /// A plan file is its own yes, but for a provider that may end the sessions of people who are not in it.
  private func confirmReach(_ context: Context) throws(Stop) {
    guard context.command.has(.yes) == false, plan.revocations.count > 1,
      let issuer = plan.provider?.issuer,
      ProviderProfiles.profile(
        issuer: issuer,
        tokenEndpoint: plan.provider?.endpoints["token_endpoint"]
      ).revocation.mayReachFurther
    else { return }
    let count = Quantity.count(plan.revocations.count, "token")
    try context.confirm(
      "revoke \(count) at \(Neutral.text(issuer)), which may end other sessions of the same users?"
    )
  }
}

extension Settings {
  /// What the plan was made for goes before the configuration of today: nothing else may be done under its name.
  func planned(by plan: MigrationPlan) throws(Stop) -> Settings {
    guard let provider = plan.provider else {
      throw Stop(.usage, "the plan names no provider: make it again")
    }
    var settings = self
    if let issuer, issuer != provider.issuer {
      throw Stop(
        .usage,
        "the plan is for \(Neutral.text(provider.issuer)), the configuration for \(Neutral.text(issuer))",
        hints: ["make the plan again, or leave --issuer out"]
      )
    }
    if let clientID, clientID != provider.clientID {
      throw Stop(
        .usage,
        "the plan is for the client \(Neutral.text(provider.clientID)), the configuration for \(Neutral.text(clientID))",
        hints: ["make the plan again, or leave --client-id out"]
      )
    }
    if provider.isConfigured {
      guard endpoints != nil else {
        throw Stop(
          .usage,
          "the plan was made with explicit endpoints, and the configuration names none",
          hints: ["give the same --config or --endpoints as for plan"]
        )
      }
    } else {
      settings.issuer = provider.issuer
    }
    settings.clientID = provider.clientID
    if let client = plan.client {
      settings.redirectURI = client.redirectURI
      settings.postLogoutRedirectURI = client.postLogoutRedirectURI
      settings.scopes = client.scopes
      settings.protectedOrigins = client.protectedOrigins
      settings.resources = client.resources
      settings.extraParameters = client.extraParameters.sorted { $0.key < $1.key }
        .map { NamedValue(name: $0.key, value: $0.value) }
      settings.par = Requirement(rawValue: client.par)
      settings.clockLeewaySeconds = client.clockLeewaySeconds
    }
    return settings
  }
}

extension Stop {
  /// Why a migration stopped, and what to do.
  init(_ stop: MigrationResult.Stop) {
    switch stop {
    case .preflight:
      self.init(
        .findings,
        "the provider or its registration does not fit yet; nothing was changed",
        hints: ["mend what failed, then run the same command again"]
      )
    case .stale(let difference):
      self.init(
        .usage,
        "the plan is stale: \(difference); nothing more was changed",
        hints: ["make the plan again, read it, and apply the new one"]
      )
    case .otherProvider(let difference):
      self.init(
        .usage,
        "\(difference); nothing was sent",
        hints: ["find out why before you make the plan again"]
      )
    case .revocation(let stop):
      self.init(.unavailable, stop.description, hints: ["run the same command again: it goes on"])
      if case .askedToWait(let until) = stop { retryAt = until }
    case .client(let error):
      self.init(error)
      self = Stop(code, message, hints: ["run the same command again: it goes on from here"])
      reason = error.code
    case .ledger(let failure):
      self.init(.partial, failure.description)
    case .interrupted:
      self = .interrupted
    }
  }
}
