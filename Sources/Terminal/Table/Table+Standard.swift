extension Table {
  /// The table of this program.
  package static let standard = Table(
    program: "appauth-migrate",
    commands: migrateCommands + sessionCommands + evidenceCommands + aboutCommands,
    flags: commandFlags + clientFlags + outputFlags + networkFlags + placeFlags
  )
}
