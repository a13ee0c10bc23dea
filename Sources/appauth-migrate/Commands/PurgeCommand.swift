import Migration
import OAuthClient
import POSIX
import Terminal

/// Signs out, and removes what the program keeps of sessions.
enum PurgeCommand: Command {
  static func run(_ context: Context) async throws(Stop) -> ExitCode {
    let purge = try await Purge(context)
    if context.command.has(.dryRun) {
      try context.show(purge.rendering)
      context.printer.remark("nothing was changed and nothing was sent: --dry-run")
      return purge.obstacle == nil ? .done : .partial
    }
    if let obstacle = purge.obstacle { throw obstacle }
    guard purge.hasWork else {
      try context.show(purge.rendering)
      return .done
    }
    try context.confirm(purge.question)
    return try await purge.run()
  }
}
