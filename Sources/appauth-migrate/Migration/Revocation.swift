import HTTP
import JSON
import Migration
import OAuthClient
import Secrets
import Terminal

/// The revocation that `revoke` and `delete --revoke` do: one issuer, named by the user.
struct Revocation: Sendable {
  let selection: RevocationSelection
  let provider: ProviderMetadata
  private let transport: OAuthTransport
  private let options: RevocationOptions
  private let reach: RevocationReach

  init(_ context: Context, _ states: [AuditedState]) async throws(Stop) {
    let map = try MapFile.read(context)
    let settings = try context.settings()
    guard settings.issuer != nil || settings.endpoints != nil else {
      throw Stop(
        .usage,
        "issuer is missing: a token is sent only to a provider that you name",
        hints: ["name it with --issuer; appauth-migrate audit shows the issuers of the states"]
      )
    }
    let transport = OAuthTransport(client: try context.httpClient())
    self.transport = transport
    provider = try await Self.provider(settings, transport)
    reach = RevocationReach(provider)
    selection = RevocationSelection(
      states.map { RevocationCandidate($0.state, map: map) },
      issuer: provider.issuer,
      spelling: settings.issuer,
      clientID: context.command.string(.clientID),
      liveTokenEndpoint: provider.tokenEndpoint.text,
      includesHistorical: context.command.has(.includeHistorical),
      now: transport.clock.now()
    )
    var options = RevocationOptions()
    options.verification = context.command.string(.verify) == "redeem" ? .redeem : .none
    options.requiresVerified = context.command.has(.requireVerified)
    if let jobs = context.command.integer(.jobs) { options.jobs = jobs }
    self.options = options
  }

  private static func provider(
    _ settings: Settings,
    _ transport: OAuthTransport
  ) async throws(Stop) -> ProviderMetadata {
    do throws(OAuthError) {
      if let endpoints = settings.endpoints {
        return try ProviderMetadata(endpoints: try ProviderEndpoints(endpoints))
      }
      return try await ProviderDiscovery(transport: transport).metadata(of: settings.issuer ?? "")
    } catch {
      throw Stop(error)
    }
  }

  /// What is said before anything is sent.
  var outlook: [String] {
    let count = Quantity.count(selection.targets.count, "refresh token")
    var lines: [String] = []
    if selection.targets.isEmpty {
      lines.append("no refresh token to revoke at \(Neutral.text(provider.issuer))")
    } else if let endpoint = provider.revocationEndpoint?.withoutQuery {
      lines.append("\(count) at \(endpoint); \(reach.sentence)")
    } else {
      lines.append("\(count), and the provider has no revocation endpoint: nothing can be sent")
    }
    var reasons: [String: Int] = [:]
    for unsent in selection.notSent { reasons[unsent.reason.description, default: 0] += 1 }
    for (reason, count) in reasons.sorted(by: { $0.key < $1.key }) {
      lines.append("not sent: \(count) \(Neutral.text(reason, limit: 200))")
    }
    return lines
  }

  /// The provider may end more than the tokens: that wants a yes of its own.
  func confirm(_ context: Context) throws(Stop) {
    guard !selection.targets.isEmpty, provider.revocationEndpoint != nil else { return }
    let further = reach.mayReachFurther ? ", which may end other sessions of the same users" : ""
    try context.confirm(
      "revoke \(Quantity.count(selection.targets.count, "token")) at \(Neutral.text(provider.issuer))\(further)?"
    )
  }

  /// Whether a token counts as dealt with; where a proof is required, an acceptance without one does not.
  func isEnough(_ outcome: RevocationOutcome) -> Bool {
    outcome.isRevoked && !(options.requiresVerified && !outcome.isProven)
  }

  func run(_ ledger: Ledger, on printer: Printer) async -> RevocationReport {
    let line = Progress("revoke", of: selection.targets.count, on: printer)
    return await revoker(ledger) { event in
      switch event {
      case .decided(let result, _, let total):
        printer.detail("\(result)")
        line.advance(by: 1, of: total, "tokens")
      case .proven(let result, _, _): printer.detail("\(result)")
      case .waiting(let origin, let until):
        let end = Moment.end(ofWait: until)
        printer.remark("\(origin) asks to wait until \(end); Ctrl-C loses nothing")
      case .began, .proving: break
      }
    }.run(selection.targets)
  }

  private func revoker(
    _ ledger: Ledger,
    onEvent: @escaping @Sendable (RevocationEvent) -> Void
  ) -> Revoker {
    Revoker(
      transport: transport,
      provider: provider,
      ledger: ledger,
      options: options,
      onEvent: onEvent
    )
  }

  /// The report's own ending; something that was not sent and leaves work makes it unfinished.
  ///
  /// - Parameters:
  ///   - report: What became of the tokens.
  ///   - printer: Says what is to be thought of.
  ///   - areGone: Whether the states were deleted since, so that nothing is left to try.
  /// - Returns: How the command ends.
  func exitCode(
    _ report: RevocationReport,
    on printer: Printer,
    areGone: Bool = false
  ) -> ExitCode {
    if report.isUnproven {
      printer.warning(
        options.verification == .redeem
          ? "not every token that was accepted could be proven to be dead"
          : "accepted is not proven: a provider answers 200 for tokens that it never knew",
        hints: options.verification == .redeem
          ? []
          : [
            areGone
              ? "the tokens are gone from here; a copy from before can be tried: revoke --verify redeem"
              : "--verify redeem tries each token once more"
          ]
      )
    }
    if let stop = report.stop { printer.error(stop.description) }
    if report.results.contains(where: { $0.isFromLedger && $0.outcome == .refused }) {
      printer.warning(
        "what the provider refused in an earlier run was not sent again",
        hints: ["if that was mended there, a new file for --ledger asks once more"]
      )
    }
    let others = others
    if isNothingMeant {
      let isClient = others.contains { $0.reason == .otherClient }
      printer.warning(
        "no token was sent, and \(Quantity.count(others.count, "token")) may still work",
        hints: [
          isClient
            ? "--client-id names the old client here: leave it out for those of all clients"
            : "--issuer names whose tokens are revoked: audit shows the issuers of the states"
        ]
      )
    }
    if leavesWork, !isNothingMeant, printer.options.isQuiet {
      // Without the remarks nothing else would say why this is not all.
      for line in outlook where line.hasPrefix("not sent") { printer.warning(line) }
    }
    let left: ExitCode = leavesWork ? .partial : .done
    return .combining([ExitCode(rawValue: report.ending.rawValue) ?? .bug, left])
  }

  /// Whether tokens that may still be at work are not sent.
  var leavesWork: Bool { isNothingMeant || selection.notSent.contains(where: \.reason.leavesWork) }

  private var others: [NotSent] {
    selection.notSent.filter { [.otherIssuer, .otherClient].contains($0.reason) }
  }

  private var isNothingMeant: Bool { selection.targets.isEmpty && !others.isEmpty }

  var preview: Rendering {
    let outlook = outlook
    return Rendering(
      text: { style in
        (outlook + ["nothing was sent: --dry-run"])
          .map { Wrap.paragraph($0, width: style.width, hanging: "  ") }.joined()
      },
      json: { document(results: nil) }
    )
  }

  func rendering(_ report: RevocationReport) -> Rendering {
    Rendering(
      text: { style in
        lines(report).map { Wrap.paragraph($0, width: style.width, hanging: "  ") }.joined()
      },
      json: { document(results: report) }
    )
  }

  /// Each token, and what it comes to: an acceptance is no proof, and is not called one.
  func lines(_ report: RevocationReport) -> [String] {
    let ended = report.results.count { $0.outcome.isRevoked }
    let total = report.results.count + report.waiting.count
    let unproven = report.count(.accepted)
    let doubt =
      unproven == 0
      ? "" : unproven == ended ? ", accepted without proof" : ", \(unproven) of them without proof"
    return report.results.map(\.description)
      + report.waiting.map { "\($0.fingerprint.short) waiting for the next run" }
      + ["\(ended) of \(Quantity.count(total, "token")) revoked\(doubt)"]
  }

  /// What is known of the tokens from earlier runs, before anything is sent.
  func known(_ ledger: Ledger) throws(LedgerFailure) -> [RevocationResult] {
    try revoker(ledger) { _ in }.known(selection.targets)
  }

  /// What would be sent, as `revoke --dry-run` says it.
  var forecast: JSONNode { document(results: nil) }

  private func document(results report: RevocationReport?) -> JSONNode {
    .object([
      ("schema", "appauth-migrate/revocation/1"),
      ("issuer", .string(provider.issuer)),
      (
        "revocation_endpoint", provider.revocationEndpoint.map { .string($0.withoutQuery) } ?? .null
      ),
      ("reach", .string(reach.sentence)),
      ("tokens", .int(Int64(selection.targets.count))),
      (
        "not_sent",
        .array(
          selection.notSent.map { unsent in
            .object([
              ("sha256", unsent.fingerprint.map { .string($0.hex) } ?? .null),
              ("states", .array(unsent.states.map { .string($0) })),
              ("reason", .string(unsent.reason.rawValue)),
            ])
          }
        )
      ),
      ("report", report?.json() ?? .null),
      ("retry_at", (report?.retryAt).map { .string(Moment.end(ofWait: $0)) } ?? .null),
    ])
  }
}
