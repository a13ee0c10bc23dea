import LegacyState
import Migration
import POSIX
import Terminal

/// An audit that shows how far it has come.
enum AuditProgressLine {
  /// With the tokens, in memory.
  static func run(
    _ inputs: [LegacyScanner.Input],
    _ options: AuditOptions,
    on printer: Printer
  ) -> AuditResult {
    Audit(options: options).run(inputs, progress: progress(on: printer))
  }

  /// For reports only, however much there is.
  static func contents(
    _ inputs: [LegacyScanner.Input],
    _ options: AuditOptions,
    on printer: Printer
  ) throws(Stop) -> AuditContents {
    try kept { () throws(FileFailure) in
      try Audit(options: options).contents(inputs, progress: progress(on: printer))
    }
  }

  /// Does what goes through all states that were found.
  static func kept<R>(_ body: () throws(FileFailure) -> R) throws(Stop) -> R {
    do throws(FileFailure) {
      return try body()
    } catch {
      throw Stop(
        .partial,
        "the states that were found cannot be kept until the report is written: \(error)",
        hints: ["TMPDIR names the folder for them: smaller than the report, and not in memory"]
      )
    }
  }

  private static func progress(on printer: Printer) -> (AuditProgress) -> Void {
    let line = Progress("audit", on: printer)
    var files = 0
    return { progress in
      let states = Quantity.count(progress.states, "state")
      line.advance(
        by: progress.files - files,
        "files, \(Quantity.bytes(progress.bytes)), \(states)"
      )
      files = progress.files
    }
  }
}
