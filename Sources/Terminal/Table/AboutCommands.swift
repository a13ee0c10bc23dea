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
      summary: "print the completions for a shell",
      arguments: [
        ArgumentSpec(
          "SHELL",
          .one,
          .choice(["bash", "zsh", "fish"]),
          what: "one of bash, zsh, fish"
        )
      ],
      description: ["Prints a script for the shell to read; nothing is installed."],
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
      description: ["With --verbose also the versions of Swift and of the libraries in use."],
      examples: [
        Example("appauth-migrate version", "one line"),
        Example("appauth-migrate version --verbose", "for a bug report"),
      ],
      exits: [ExitNote(.done)]
    ),
  ]
}
