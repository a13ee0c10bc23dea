/// All commands and flags: what is not in here does not exist.
package struct Table: Sendable {
  package let program: String
  package let commands: [CommandSpec]
  package let flags: [FlagSpec]

  package init(program: String, commands: [CommandSpec], flags: [FlagSpec]) {
    self.program = program
    self.commands = commands
    self.flags = flags
  }

  package func command(_ id: CommandID) -> CommandSpec? {
    commands.first { $0.id == id }
  }

  package func commands(in group: CommandGroup) -> [CommandSpec] {
    commands.filter { $0.group == group }
  }

  package func flag(_ flag: Flag) -> FlagSpec? {
    flags.first { $0.flag == flag }
  }

  /// The flag that is written so on the command line, alias or not.
  ///
  /// - Parameter long: Without the two dashes.
  /// - Returns: Its entry, if there is one.
  package func flag(long: String) -> FlagSpec? {
    flags.first { $0.long == long || $0.aliases.contains(long) }
  }

  package func flag(short: Character) -> FlagSpec? {
    flags.first { $0.short == short }
  }

  /// The flags that one command has beyond those that all have.
  package func ownFlags(of id: CommandID) -> [FlagSpec] {
    flags.filter { $0.availability != .everywhere && $0.applies(to: id) }
  }

  /// The flags that every command has.
  package var sharedFlags: [FlagSpec] {
    flags.filter { $0.availability == .everywhere }
  }
}
