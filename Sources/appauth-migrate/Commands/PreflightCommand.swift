import HTTP
import Migration
import OAuthClient
import Terminal

/// Checks the provider registration before the update ships.
enum PreflightCommand: Command {
  static func run(_ context: Context) async throws(Stop) -> ExitCode {
    guard !context.command.has(.offline) else {
      throw Stop(
        .usage,
        "preflight asks the provider, and --offline sends nothing",
        hints: ["run it again without --offline"]
      )
    }
    let settings = try context.settings()
    try settings.refusePlaceholder()
    let subject = try PreflightSubject(settings)
    let report = await Preflight(subject).run(
      over: OAuthTransport(client: try context.httpClient())
    )
    try context.show(
      Rendering(
        text: { style in
          let lines = PreflightText(report, width: style.width, verbose: style.isVerbose).lines
          return (lines + next(report, style.width, context)).map { $0 + "\n" }.joined()
        },
        json: { report.json(version: Version.current) }
      )
    )
    return ExitCode(rawValue: report.ending.rawValue) ?? .bug
  }

  /// Where nothing is in the way: the plan, for the same provider.
  private static func next(_ report: PreflightReport, _ width: Int, _ context: Context) -> [String]
  {
    guard report.ending == .done, report.count(.warn) == 0 else { return [] }
    // Without a client there is no plan.
    let client = report.clientID == nil ? ["--client-id", Settings.placeholderClient] : []
    let command = context.followUp.line(
      .plan,
      [Word("PATH")],
      adding: client + ["--output", "plan.json"]
    )
    return ["Next:"] + Wrap.command(command, width: width, indent: "  ", hanging: "    ")
  }
}

extension PreflightSubject {
  /// What the settings say of the client; every member is judged by the checks, not here.
  init(_ settings: Settings) throws(Stop) {
    if let given = settings.endpoints {
      guard settings.issuer == nil else {
        throw Stop(
          .usage,
          "issuer and endpoints are both given: endpoints carries its own issuer, remove one"
        )
      }
      do throws(OAuthError) {
        self.init(endpoints: try ProviderEndpoints(given))
      } catch {
        throw Stop(error)
      }
    } else if let issuer = settings.issuer {
      guard HTTPURL(issuer)?.hasUserInfo != true else {
        throw Stop(
          .usage,
          "issuer has user information in it, and an issuer is an address alone (OIDC Discovery 1.0 section 3)",
          hints: ["leave out what stands before the @; count a password there as leaked"]
        )
      }
      self.init(issuer: issuer)
    } else {
      throw Stop(
        .usage,
        "issuer is missing: which provider is to be checked?",
        hints: ["name it with --issuer, or in appauth-migrate.json"]
      )
    }
    clientID = settings.clientID
    redirectURI = settings.redirectURI ?? Settings.standardRedirectURI
    appRedirectURIs = settings.appRedirectURIs ?? []
    scopes = settings.scopes ?? Settings.standardScopes
    postLogoutRedirectURI = settings.postLogoutRedirectURI
    par = settings.par.flatMap { Use(rawValue: $0.rawValue) } ?? .auto
    dpop = settings.dpop.flatMap { Use(rawValue: $0.rawValue) } ?? .auto
    clockLeewaySeconds = settings.clockLeewaySeconds ?? 60
  }
}
