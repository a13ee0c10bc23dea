import Terminal

/// Prints what a shell, or `man`, reads.
enum CompletionsCommand: ImmediateCommand {
  static func run(_ context: Context) throws(Stop) -> ExitCode {
    let name = context.command.arguments.first?.text ?? ""
    let text = Shell(rawValue: name)?.script(.standard) ?? ManualPage(version: Version.current).text
    context.printer.result(text)
    return .done
  }
}
