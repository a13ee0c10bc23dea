package import POSIX

/// Sends one result everywhere that the command line says: standard output or --output, and each --report.
package struct ResultWriter: Sendable {
  private let printer: Printer
  private let format: String
  private let output: OutputFile?
  private let reports: [(format: String, file: OutputFile)]
  private let isVerbose: Bool

  /// Takes the flags of a command.
  ///
  /// - Parameters:
  ///   - command: Its --format, --output and --report.
  ///   - printer: For standard output.
  package init(_ command: ParsedCommand, on printer: Printer) {
    self.printer = printer
    format = command.string(.format) ?? "text"
    // What a resource answers takes the place of nothing.
    let replaces = command.command != .request
    output = command.word(.output).map { OutputFile($0, replaces: replaces) }
    reports = command.words(.report).map { ($0.name, OutputFile($0.value)) }
    isVerbose = command.has(.verbose)
  }

  /// Whether programs read standard output.
  package var isForPrograms: Bool { format != "text" }

  /// The files that results go to.
  package var files: [Path] {
    ([output].compactMap(\.self) + reports.map(\.file)).filter { !$0.isStandardOutput }.map(\.path)
  }

  /// Looks whether all files could be written; to be asked before the work begins.
  ///
  /// - Throws: The first that could not.
  package func check() throws(FileFailure) {
    try output?.check()
    for report in reports { try report.file.check() }
  }

  /// Writes the result.
  ///
  /// - Parameter rendering: In all formats.
  /// - Throws: The first file that could not be written; the others are. Standard output is the printer's to answer
  ///   for.
  package func write(_ rendering: Rendering) throws(FileFailure) {
    var first: FileFailure?
    for target in [(format, output)] + reports.map({ ($0.format, $0.file as OutputFile?) })
    where rendering.offers(target.0) {
      do {
        try write(rendering, target.0, to: target.1)
      } catch {
        if first == nil { first = error }
      }
    }
    if let first { throw first }
  }

  private func write(
    _ rendering: Rendering,
    _ format: String,
    to file: OutputFile?
  ) throws(FileFailure) {
    if let file, !file.isStandardOutput {
      let style = TextStyle(isVerbose: isVerbose)
      return try file.write { (output) throws(FileFailure) in
        try rendering.write(format, style, to: output)
      }
    }
    let style = TextStyle(width: printer.width, paint: printer.paint, isVerbose: isVerbose)
    do throws(FileFailure) {
      try rendering.write(format, style) { [printer] (bytes) throws(FileFailure) in
        printer.result(bytes: bytes)
        // Nobody reads on, so nothing more need be made.
        if let failure = printer.failure { throw failure }
      }
    } catch {
      guard printer.failure != nil else { throw error }
    }
  }
}
