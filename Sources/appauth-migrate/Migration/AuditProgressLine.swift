import LegacyState
import Migration
import Terminal

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
