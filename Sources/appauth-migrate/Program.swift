import POSIX
import Terminal

/// From the words of the command line to the exit code.
enum Program {
  /// What does the work of each command.
  private static func command(_ id: CommandID) -> (any Command.Type)? {
    switch id {
    case .explain: ExplainCommand.self
    case .completions: CompletionsCommand.self
    case .version: VersionCommand.self
    default: nil
    }
  }

  static func run(_ words: [Word]) async -> ExitCode {
    do {
      switch try CommandLineParser(.standard).parse(words) {
      case .help(let topic):
        let printer = printer(nil)
        help(topic, printer)
        return finish(printer, .done)
      case .run(let command):
        let printer = printer(command)
        return finish(printer, await run(command, printer))
      }
    } catch {
      printer(nil).error(error.message, hints: error.hints)
      return .usage
    }
  }

  private static func printer(_ command: ParsedCommand?) -> Printer {
    Printer(options: Printer.Options(command, environment: Environment.value))
  }

  private static func run(_ parsed: ParsedCommand, _ printer: Printer) async -> ExitCode {
    guard let command = command(parsed.command) else {
      printer.error("\(parsed.command.rawValue) is not part of this build")
      return .bug
    }
    do {
      let context = Context(parsed, printer)
      try context.checkFiles()
      return try await command.run(context)
    } catch {
      printer.error(error.message, hints: error.hints)
      return error.code
    }
  }

  private static func help(_ topic: HelpTopic, _ printer: Printer) {
    let page = HelpPage(version: Version.current, width: printer.width, paint: printer.paint)
    printer.result(page.text(topic))
  }

  /// A result that did not arrive is not done, whatever the work was.
  private static func finish(_ printer: Printer, _ code: ExitCode) -> ExitCode {
    guard let failure = printer.finish() else { return code }
    // Who closes a pipe early (head, less) knows it.
    if !failure.isBrokenPipe { printer.error(failure.description) }
    return .combining([code, .partial])
  }
}
