/// What a command line asks for.
package enum Invocation: Sendable, Equatable {
  case run(ParsedCommand)
  case help(HelpTopic)
}

/// What help is about.
package enum HelpTopic: Sendable, Equatable {
  /// Nothing was asked: the first screen.
  case firstContact
  /// Everything: `--help`.
  case all
  case command(CommandID)
  /// The commands that begin with this word: `ledger`.
  case family(String)
}
