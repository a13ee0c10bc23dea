import Migration
import POSIX
import Terminal

/// A plan's lines, broken to the terminal.
enum PlanLayout {
  /// The text.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - width: The columns of a line.
  /// - Returns: The lines, each with its end.
  static func text(_ plan: MigrationPlan, width: Int) -> String {
    let blanks = String(repeating: " ", count: PlanText.indent)
    // The road is nothing to read for who has no reason to take it.
    let text = plan.hasWork ? PlanText(plan) : PlanText(nothingOf: plan)
    return text.lines.map { line in
      Wrap.paragraph(
        String(line.dropFirst(PlanText.indent)),
        width: width,
        indent: String(line.prefix(PlanText.indent)),
        hanging: blanks
      )
    }.joined()
  }

  /// What stands below a plan: its digest, and how it is applied.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - file: Where it was written; nil if it was not.
  ///   - digest: In hex.
  ///   - context: What was given.
  /// - Returns: The lines, each with its end.
  static func end(
    of plan: MigrationPlan,
    in file: OutputFile?,
    digest: String,
    _ context: Context
  ) -> String {
    let width = context.printer.width
    let closing = Wrap.paragraph(PlanText.closing(file: file?.path, digest: digest), width: width)
    guard plan.hasWork else {
      return closing + Wrap.paragraph(PlanText.nothingToDo, width: width)
    }
    var command = context.followUp.again(adding: ["--output", "plan.json"])
    if let file {
      command = context.followUp.line(
        .migrate,
        [Word(file.path.bytes)],
        adding: ["--expect", "sha256:\(digest)"],
        omitting: plan.decidedFlags(isConfigured: ConfigurationFile.isUsed(by: context.command))
      )
    }
    let head =
      file == nil
      ? "Write it to a file to apply it:\n"
      : "Apply it (whoever gives the digest has read the plan, and is not asked again):\n"
    let lines = Wrap.command(command, width: width, indent: "  ", hanging: "    ")
    return closing + head + lines.map { $0 + "\n" }.joined()
  }
}
