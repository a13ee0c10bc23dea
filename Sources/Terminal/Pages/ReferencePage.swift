/// The reference of all commands and flags in Markdown: docs/reference.md.
package struct ReferencePage: Sendable {
  private let table: Table

  package init(_ table: Table = .standard) {
    self.table = table
  }

  /// The whole page.
  package var text: String {
    var text = """
      # Reference

      Made from the table of commands and flags in Sources/Terminal/Table; a test holds this page against it.
      To write it anew: `UPDATE_SNAPSHOTS=1 swift test --filter TerminalTests`.

      - [Commands](#commands)
      - [Flags of every command](#flags-of-every-command)
      - [Configuration file](#configuration-file)
      - [Exit codes](#exit-codes)

      ## Commands

      | command | what for |
      |---|---|

      """
    for spec in table.commands {
      text +=
        "| [`\(spec.synopsis.replacing("|", with: "\\|"))`](#\(anchor(spec))) | \(escaped(spec.summary)) |\n"
    }
    for spec in table.commands { text += "\n" + section(spec) }
    text += "\n## Flags of every command\n\n" + flagTable(table.sharedFlags)
    text += "\n" + configuration
    text += "\n## Exit codes\n\n| code | meaning |\n|---|---|\n"
    for code in ExitCode.allCases { text += "| \(code.rawValue) | \(escaped(code.meaning)) |\n" }
    text += """

      Several at once: 70, 2, 6, 5, 4, 3, 1, 0 in that order; `audit` and `preflight` end with 1 whenever the \
      threshold is reached.

      """
    return text
  }

  private func anchor(_ spec: CommandSpec) -> String {
    spec.id.rawValue.replacing(" ", with: "-")
  }

  private func section(_ spec: CommandSpec) -> String {
    var text = "### \(spec.id.rawValue)\n\n"
    text += "`\(table.program) \(spec.synopsis) [FLAGS]`: \(escaped(spec.summary)).\n"
    for part in spec.description { text += "\n\(escaped(part))\n" }
    text += "\n"
    for example in spec.examples {
      text += "```sh\n\(example.line)    # \(example.purpose)\n```\n"
    }
    let own = table.ownFlags(of: spec.id)
    if !own.isEmpty { text += "\n" + flagTable(own) }
    text += "\nExit codes: "
    text += spec.exits.map { "\($0.code.rawValue) \(escaped($0.meaning))" }.joined(separator: " · ")
    return text + "\n"
  }

  private func flagTable(_ flags: [FlagSpec]) -> String {
    var text = "| flag | meaning |\n|---|---|\n"
    for flag in flags {
      let short = flag.short.map { "`-\($0)`, " } ?? ""
      let aliases = flag.aliases.map { ", `--\($0)`" }.joined()
      text += "| \(short)`\(flag.synopsis)`\(aliases) | \(escaped(flag.help))"
      text += flag.isRepeatable ? " (repeatable) |\n" : " |\n"
    }
    return text
  }

  private var configuration: String {
    var text = """
      ## Configuration file

      `--config FILE`, else `./appauth-migrate.json`: one JSON object with these members, all of them optional.
      A member that does not exist is an error that names the nearest one. The flag wins.

      | member | flag | meaning |
      |---|---|---|

      """
    for flag in table.flags {
      guard let member = flag.member else { continue }
      text += "| `\(member)` | `--\(flag.long)` | \(escaped(flag.help)) |\n"
    }
    text +=
      "| `android` | | object with `package` and `sha256_cert_fingerprints`: the app on Android |\n"
    text += "| `ios` | | object with `app_id`: the app on iOS, with its team |\n"
    return text
  }

  private func escaped(_ text: String) -> String {
    text.replacing("|", with: "\\|").replacing("<", with: "&lt;").replacing("*", with: "\\*")
  }
}
