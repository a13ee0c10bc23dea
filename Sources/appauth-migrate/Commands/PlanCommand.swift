import JSON
import Migration
import POSIX
import Secrets
import Terminal

/// Writes down what migrate would do.
enum PlanCommand: Command {
  static func run(_ context: Context) async throws(Stop) -> ExitCode {
    let planning = try await Planning(context)
    let bytes = planning.plan.encoded
    let digest = Fingerprint(of: bytes.span).hex
    let file = context.command.word(.output).map { OutputFile($0) }
    let written = file.flatMap { $0.isStandardOutput ? nil : $0 }
    let text =
      PlanLayout.text(planning.plan, width: context.printer.width)
      + PlanLayout.end(of: planning.plan, in: written, digest: digest, context)
    if let file = written {
      do throws(FileFailure) {
        try file.write(bytes)
      } catch {
        throw Stop(.partial, error.description)
      }
      // The file has the plan; the person reads what it says.
      if context.results.isForPrograms {
        context.printer.prose(text)
      } else {
        context.printer.result(text)
      }
    } else if context.results.isForPrograms {
      context.printer.result(bytes: bytes)
    } else {
      context.printer.result(text)
    }
    return planning.exitCode
  }
}
