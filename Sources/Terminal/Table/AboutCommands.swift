extension Table {
  /// The program about itself.
  static let aboutCommands: [CommandSpec] = [
    CommandSpec(
      .explain,
      group: .about,
      summary: "explain a rule of the audit: what it means, why, what to do",
      arguments: [
        ArgumentSpec("RULE", .zeroOrMore, .word, what: "the id of a rule, such as AM101")
      ],
      description: ["Without a rule it lists them all."],
      examples: [
        Example("appauth-migrate explain AM104", "what a client secret in an app means"),
        Example("appauth-migrate explain", "list the rules"),
      ],
      exits: [ExitNote(.done), ExitNote(.usage, "there is no such rule")]
    ),
    CommandSpec(
      .completions,
      group: .about,
      summary: "print the completions for a shell, or the manual page",
      arguments: [
        ArgumentSpec(
          "SHELL",
          .one,
          .choice(Shell.allCases.map(\.rawValue) + ["man"]),
          what: "one of bash, zsh, fish, man"
        )
      ],
      description: [
        "Prints a script for the shell to read, or the page that man shows; nothing is installed."
      ],
      examples: [
        Example(
          "source <(appauth-migrate completions bash)",
          "in ~/.bashrc"
        ),
        Example(
          "appauth-migrate completions fish > ~/.config/fish/completions/appauth-migrate.fish",
          "for fish"
        ),
      ],
      exits: [ExitNote(.done), ExitNote(.usage)]
    ),
    CommandSpec(
      .version,
      group: .about,
      summary: "print the version",
      description: [
        "With --quiet the number alone; with --verbose also the versions of Swift and of the libraries in use."
      ],
      examples: [
        Example("appauth-migrate version", "one line"),
        Example("appauth-migrate version --verbose", "for a bug report"),
      ],
      exits: [ExitNote(.done)]
    ),
  ]
}
