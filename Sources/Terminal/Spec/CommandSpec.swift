/// The headings under which the commands are listed.
package enum CommandGroup: String, Sendable, CaseIterable {
  case migrate = "migrate"
  case session = "your own session"
  case evidence = "evidence"
  case about = "about"
}

/// One call that a reader can copy, with what it is for.
package struct Example: Sendable {
  package let line: String
  package let purpose: String

  package init(_ line: String, _ purpose: String) {
    self.line = line
    self.purpose = purpose
  }
}

/// When a command ends with a code, in its own words.
package struct ExitNote: Sendable {
  package let code: ExitCode
  package let meaning: String

  package init(_ code: ExitCode, _ meaning: String? = nil) {
    self.code = code
    self.meaning = meaning ?? code.meaning
  }
}

/// One command as data: parser, help, completions, man page and reference page are made from it.
package struct CommandSpec: Sendable {
  package let id: CommandID
  package let group: CommandGroup
  /// One line, no capital, no full stop.
  package let summary: String
  package let arguments: [ArgumentSpec]
  /// Paragraphs.
  package let description: [String]
  package let examples: [Example]
  package let exits: [ExitNote]
  /// What --format and --report know.
  package let formats: [String]

  package init(
    _ id: CommandID,
    group: CommandGroup,
    summary: String,
    arguments: [ArgumentSpec] = [],
    description: [String],
    examples: [Example],
    exits: [ExitNote],
    formats: [String] = Table.formats
  ) {
    self.id = id
    self.group = group
    self.summary = summary
    self.arguments = arguments
    self.description = description
    self.examples = examples
    self.exits = exits
    self.formats = formats
  }

  /// The call in short: `audit PATH…`.
  package var synopsis: String {
    ([id.rawValue] + arguments.map(\.synopsis)).joined(separator: " ")
  }
}
