import Terminal

/// The command that a line means; help instead of one is an error.
func parsed(_ words: [Word]) throws(UsageFailure) -> ParsedCommand {
  guard case .run(let command) = try CommandLineParser(.standard).parse(words) else {
    throw UsageFailure(.unknownCommand, "help instead of a command")
  }
  return command
}
