import LegacyState
import Migration
import POSIX
import Secrets
import Terminal

/// Finds what AppAuth left behind, and judges it.
enum AuditCommand: ImmediateCommand {
  static func run(_ context: Context) throws(Stop) -> ExitCode {
    let threshold =
      context.command.string(.failOn).flatMap { Severity(rawValue: $0) } ?? .high
    var options = AuditOptions(version: Version.current)
    options.keepsTokens = false
    options.expectedApps = context.command.strings(.expectApp)
    options.requiredPlaces = context.command.strings(.require).compactMap {
      CoveragePlace(rawValue: $0)
    }
    let inputs = try AuditInputs.inputs(context, limit: options.limits.documentBytes)
    let report = AuditProgressLine.run(inputs, options, on: context.printer).report
    let paths = context.command.arguments.map(\.text)
    try context.show(
      Rendering(
        text: { style in
          let text = AuditText(
            report,
            threshold: threshold,
            paths: paths,
            isVerbose: style.isVerbose
          )
          return AuditLayout(style).text(of: text.lines)
        },
        json: { report.json() }
      )
    )
    if context.results.isForPrograms { tell(report, context.printer) }
    return .combining(
      [report.reaches(threshold) ? .findings : .done, report.isComplete ? .done : .partial],
      thresholdWins: true
    )
  }

  /// What a program may overlook, a person reads beside it.
  private static func tell(_ report: AuditReport, _ printer: Printer) {
    for demand in report.unmet {
      printer.warning("not proven: \(Neutral.text(demand, limit: 400))")
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

/// What a command is to look at.
enum AuditInputs {
  /// The paths of the command line; `-` is standard input, read whole.
  static func inputs(_ context: Context, limit: Int) throws(Stop) -> [LegacyScanner.Input] {
    var inputs: [LegacyScanner.Input] = []
    for path in context.paths {
      guard path.bytes == [UInt8(ascii: "-")] else {
        inputs.append(.bytesOfPath(path.bytes))
        continue
      }
      do {
        inputs.append(.document(try StandardStreams.readInput(limit: limit), name: "-"))
      } catch {
        throw Stop(
          .partial,
          error.description,
          hints: ["save it to a file, and audit the file: a file is read piece by piece"]
        )
      }
    }
    return inputs
  }
}

/// An audit that shows how far it has come.
enum AuditProgressLine {
  static func run(
    _ inputs: [LegacyScanner.Input],
    _ options: AuditOptions,
    on printer: Printer
  ) -> AuditResult {
    let line = Progress("audit", on: printer)
    var files = 0
    return Audit(options: options).run(inputs) { progress in
      let states = Quantity.count(progress.states, "state")
      line.advance(
        by: progress.files - files,
        "files, \(Quantity.bytes(progress.bytes)), \(states)"
      )
      files = progress.files
    }
  }
}
