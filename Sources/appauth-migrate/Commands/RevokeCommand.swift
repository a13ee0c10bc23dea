import JSON
import LegacyState
import Migration
import OAuthClient
import Terminal

/// Ends old refresh tokens at the provider that the user names.
enum RevokeCommand: Command {
  static func run(_ context: Context) async throws(Stop) -> ExitCode {
    try context.checkPaths()
    let result = try context.audit(AuditInputs.inputs(context, limit: ScanLimits().documentBytes))
    let revocation = try await Revocation(context, result.states)
    if context.command.has(.dryRun) {
      try context.show(revocation.preview)
      return result.report.isComplete && !revocation.leavesWork ? .done : .partial
    }
    for line in revocation.outlook { context.printer.remark(line) }
    try revocation.confirm(context)
    let ledger = try context.openLedger()
    let (report, isInterrupted) = await context.interruptible {
      await revocation.run(ledger, on: context.printer)
    }
    try context.show(revocation.rendering(report), stoppedBy: isInterrupted ? .interrupted : nil)
    let unread: ExitCode = result.report.isComplete ? .done : .partial
    return .combining([revocation.exitCode(report, on: context.printer), unread])
  }
}
