import HTTP
import JSON
import Migration
import OAuthClient
import POSIX
import Secrets
import Terminal

/// Applies a plan, or plans, shows, asks and applies.
enum MigrateCommand: Command {
  static func run(_ context: Context) async throws(Stop) -> ExitCode {
    let application =
      try isPlan(context)
      ? PlanApplication(reading: context) : await PlanApplication(planning: context)
    if context.command.has(.dryRun) {
      let plan = application.plan
      if context.results.isForPrograms {
        context.printer.result(bytes: plan.encoded)
      } else {
        context.printer.result(PlanLayout.text(plan, width: context.printer.width))
      }
      context.printer.remark("nothing was changed and nothing was sent: --dry-run")
      return application.foreseen
    }
    return try await application.run(context)
  }

  /// A single file that says of itself that it is a plan.
  private static func isPlan(_ context: Context) throws(Stop) -> Bool {
    guard context.paths.count == 1, let path = context.paths.first else { return false }
    let mark = Array(MigrationPlan.schema.utf8.dropLast())
    do throws(FileFailure) {
      guard try Directory.status(of: path, followLinks: true).kind == .regular else { return false }
      let head = try File.open(path).read(at: 0, count: 4096)
      return head.firstRange(of: mark) != nil
    } catch {
      throw Stop(.usage, error.description)
    }
  }
}
