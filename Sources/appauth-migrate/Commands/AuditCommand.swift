import LegacyState
import Migration
import POSIX
import Terminal

/// Finds what AppAuth left behind, and judges it.
enum AuditCommand: ImmediateCommand {
  static func run(_ context: Context) throws(Stop) -> ExitCode {
    let threshold =
      context.command.string(.failOn).flatMap { Severity(rawValue: $0) } ?? .high
    var options = try context.auditOptions()
    options.keepsTokens = false
    options.filter = try PathFlags.filter(context.command)
    options.map = try MapFile.read(context)
    options.expectedApps = context.command.strings(.expectApp)
    options.requiredPlaces = context.command.strings(.require).compactMap {
      CoveragePlace(rawValue: $0)
    }
    let earlier = try earlier(context)
    let baseline = try BaselineFile.read(context)
    let newBaseline = try Skeleton.file(.writeBaseline, context)
    let newMap = try Skeleton.file(.writeMap, context)
    let inputs = try AuditInputs.inputs(context, limit: options.limits.documentBytes)
    #if LEAK_FOR_TEST
    options.keepsTokens = true
    try? LeakForTest.show(AuditProgressLine.run(inputs, options, on: context.printer).states)
    #endif
    var report = try AuditProgressLine.contents(inputs, options, on: context.printer)
    if let earlier {
      try AuditProgressLine.kept { () throws(FileFailure) in try report.compare(with: earlier) }
    }
    if let baseline {
      try AuditProgressLine.kept { () throws(FileFailure) in try report.accept(baseline) }
    }
    if let newBaseline {
      let what = "fill in a reason and an owner for each state, then --baseline takes it"
      try Skeleton.write(newBaseline, context.printer, what) { (output) throws(FileFailure) in
        try report.writeBaseline(threshold, to: output)
      }
    }
    if let newMap {
      let what = "set confirm to true where issuer and client_id are right, then --map takes it"
      try Skeleton.write(newMap, context.printer, what) { (output) throws(FileFailure) in
        try report.writeMap(to: output)
      }
    }
    try context.show(rendering(of: report, threshold, context))
    if context.results.isForPrograms { tell(report, context.printer) }
    return .combining(
      [report.fails(threshold) ? .findings : .done, report.isProven ? .done : .partial],
      thresholdWins: true
    )
  }

  /// The report that --compare names, read before the work begins.
  private static func earlier(_ context: Context) throws(Stop) -> EarlierReport? {
    guard let path = context.path(.compare) else { return nil }
    do throws(EarlierReportRefusal) {
      return try EarlierReport(reading: path)
    } catch {
      throw Stop(
        .usage,
        error.description,
        hints: [
          "appauth-migrate audit PATH --report json=BEFORE.json writes one, before the update"
        ]
      )
    }
  }

  private static func rendering(
    of report: AuditContents,
    _ threshold: Severity,
    _ context: Context
  ) -> Rendering {
    let paths = context.command.arguments.map(\.text)
    return Rendering { (format, style, output) throws(FileFailure) in
      if let format = AuditFormat(rawValue: format) {
        return try format.write(report, threshold: threshold, to: output)
      }
      let text = AuditText(
        report,
        threshold: threshold,
        paths: paths,
        isClientConfigured: ConfigurationFile.isUsed(by: context.command),
        nextFlags: context.followUp.flags(for: .preflight),
        map: context.command.word(.map)?.text,
        isVerbose: style.isVerbose
      )
      try output(Array(AuditLayout(style).text(of: text.lines()).utf8))
    }
  }

  /// What a program may overlook, a person reads beside it.
  private static func tell(_ report: AuditContents, _ printer: Printer) {
    for demand in report.unmet {
      printer.warning("not proven: \(Neutral.text(demand, limit: 400))")
    }
    if let comparison = report.comparison, comparison.verdict != .passed {
      printer.warning("compared with the earlier audit: \(comparison.sentence)")
    }
    if let baseline = report.baseline, !baseline.open.isEmpty {
      printer.warning("the baseline does not hold as a whole: \(baseline.counts)")
    }
    guard let first = report.errors.first else { return }
    let path = Neutral.text(first.path)
    let more = report.errors.count - 1
    printer.warning(
      "not everything could be read: \(path)" + (more > 0 ? " and \(more) more" : ""),
      hints: ["each stands with its reason in the report's errors"]
    )
  }
}
