import HTTP
import LegacyState
import Migration
import OAuthClient
import POSIX
import Terminal

/// From the command line to a plan: audit, live metadata, the builder.
struct Planning {
  let configuration: OAuthConfiguration
  let subject: PreflightSubject
  let transport: OAuthTransport
  let plan: MigrationPlan
  let report: AuditReport

  init(_ context: Context) async throws(Stop) {
    let paths = context.paths
    if paths.contains(where: { $0.bytes == [UInt8(ascii: "-")] }) {
      throw Stop(
        .usage,
        "a plan needs files that can be looked at again; standard input cannot",
        hints: ["save it to a file, and plan for the file"]
      )
    }
    if let path = paths.first(where: { $0.shown != $0.text.neutralised }) {
      throw Stop(
        .usage,
        "\(path.shown) looks like a token, and no token may stand in a plan",
        hints: ["if it is a file or a folder, rename it first"]
      )
    }
    guard !context.command.has(.requireVerified) || context.command.string(.verify) == "redeem"
    else {
      throw Stop(
        .usage,
        "--require-verified wants a proof, and nothing would make one",
        hints: [.words(context.followUp.again(adding: ["--verify", "redeem"]))]
      )
    }
    let map = try MapFile.read(context)
    let settings = try context.settings()
    guard settings.clientID != nil || context.command.string(.login) != "skip" else {
      throw Stop(
        .usage,
        "client_id is missing: a plan names the new client, even if nobody signs in",
        hints: [
          "name it with --client-id, or revoke and delete without a plan:",
          .words(
            context.followUp.line(
              .delete,
              context.command.arguments,
              adding: (settings.issuer == nil ? ["--issuer", "ISSUER"] : []) + ["--revoke"]
            )
          ),
        ]
      )
    }
    configuration = try settings.configuration()
    subject = try PreflightSubject(settings)
    try context.checkPaths()
    let client = try context.httpClient()
    transport = OAuthTransport(client: client)
    let provider = try await context.provider(configuration, transport)
    let ledger = try context.openLedger()
    do throws(LedgerFailure) {
      // What a killed deletion left beside its file would be found as states of its own.
      try Deleter(roots: paths, ledger: ledger).recover()
    } catch {
      throw Stop(.partial, error.description)
    }
    let result = try context.audit(AuditInputs.inputs(context, limit: 0))
    report = result.report
    var builder = PlanBuilder(
      version: Version.current,
      inputs: paths,
      provider: provider,
      configuration: configuration,
      now: transport.clock.now()
    )
    builder.options = PlanOptions(context.command)
    builder.options.map = Self.named(context.path(.map))
    builder.isLoginChosen = context.command.has(.login)
    builder.store = context.path(.store)?.text
    builder.proxy = client.configuration.proxyShown
    builder.map = map
    plan = builder.plan(for: result.states)
    if plan.hasWork, plan.options.login != .skip {
      try configuration.requireReceivableRedirect()
    }
  }

  /// The map's file from the root; a name that looks like a token stands in no plan.
  private static func named(_ map: Path?) -> Path? {
    guard let map = map.flatMap({ try? $0.absolute }) else { return nil }
    return map.shown == map.text.neutralised ? map : nil
  }

  /// The audit's own shortcomings, which a plan cannot make good, and what will still be there.
  var exitCode: ExitCode { report.isComplete && plan.leftWork.isEmpty ? .done : .partial }
}
