import JSON
import POSIX
import Terminal

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The last words of the process, and its exit code.
enum Ending {
  /// Says why the command stops, and ends the process.
  static func stop(_ context: Context, _ stop: Stop) -> Never {
    context.printer.error(
      stop.message,
      hints: stop.hints.compactMap { $0.text(after: context.command) }
    )
    // A program that asked for json gets the reason as json too.
    if context.results.isForPrograms, !stop.isTold {
      try? context.show(.failure(stop, after: context.command))
    }
    end(context.printer, stop.code)
  }

  /// Ends the process; a result that did not arrive is not done, whatever the work was.
  static func end(_ printer: Printer, _ code: ExitCode) -> Never {
    guard let failure = printer.finish() else { exit(code.rawValue) }
    // Who closes a pipe early (head, less) knows it.
    if !failure.isBrokenPipe { printer.error(failure.description) }
    exit(ExitCode.combining([code, .partial]).rawValue)
  }
}
