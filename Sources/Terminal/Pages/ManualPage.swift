/// The manual page, in the man macros that every roff reads: docs/appauth-migrate.1.
package struct ManualPage: Sendable {
  private let table: Table
  private let version: String

  package init(_ table: Table = .standard, version: String) {
    self.table = table
    self.version = version
  }

  /// The whole page.
  package var text: String {
    let title = table.program.uppercased()
    var text = ".TH \"\(escaped(title))\" 1 \"\" \"\(escaped("\(table.program) \(version)"))\"\n"
    text += section("NAME")
    text += line("\(table.program) - find, revoke and remove what AppAuth left behind")
    text += section("SYNOPSIS")
    text += ".B \(escaped(table.program))\n.I COMMAND\n[\\fIFLAGS\\fR] [\\fIPATH\\fR...]\n"
    text += section("DESCRIPTION")
    text += line(
      "Finds the OAuth state that apps with AppAuth left behind, revokes its tokens at their provider, signs in "
        + "afresh, and removes the old state exactly. It does not rewrite code."
    )
    text += ".PP\n"
    text += line(
      "Results go to standard output, progress and remarks to standard error. No command but token prints a secret."
    )
    text += section("COMMANDS")
    for spec in table.commands { text += command(spec) }
    text += section("FLAGS OF EVERY COMMAND")
    for flag in table.sharedFlags { text += self.flag(flag) }
    text += section("EXIT STATUS")
    for code in ExitCode.allCases {
      text += ".TP\n.B \(code.rawValue)\n" + line(code.meaning)
    }
    text += section("FILES")
    text += ".TP\n.I ./appauth-migrate.json\n" + line("the client; see --config")
    text += ".TP\n.I $XDG_DATA_HOME/appauth-migrate\n" + line("the session store, mode 0700")
    text += ".TP\n.I $XDG_STATE_HOME/appauth-migrate\n" + line("the ledger, mode 0700")
    text += section("ENVIRONMENT")
    text += ".TP\n.B BROWSER\n" + line("the program that login opens addresses with")
    text += ".TP\n.B NO_COLOR\n" + line("no colour, if it is set and not empty")
    return text
  }

  private func command(_ spec: CommandSpec) -> String {
    var text = ".SS \"\(escaped(spec.synopsis))\"\n"
    text += line(spec.summary.prefix(1).uppercased() + spec.summary.dropFirst() + ".")
    for part in spec.description { text += ".PP\n" + line(part) }
    for example in spec.examples {
      text += ".PP\n" + line(example.purpose + ":")
      text += ".PP\n.RS 4\n.nf\n" + line(example.line) + ".fi\n.RE\n"
    }
    for flag in table.ownFlags(of: spec.id) { text += self.flag(flag) }
    text += ".PP\nExit status:\n"
    text += line(
      spec.exits.map { "\($0.code.rawValue) \($0.meaning)" }.joined(separator: " · ")
    )
    return text
  }

  private func flag(_ flag: FlagSpec) -> String {
    var head = flag.short.map { "\\fB\\-\($0)\\fR, " } ?? ""
    head += "\\fB\(escaped("--" + flag.long))\\fR"
    if let placeholder = flag.kind.placeholder { head += " \\fI\(escaped(placeholder))\\fR" }
    let again = flag.isRepeatable ? " (repeatable)" : ""
    return ".TP\n\(head)\n" + line(flag.help + again)
  }

  private func section(_ title: String) -> String {
    ".SH \"\(title)\"\n"
  }

  private func line(_ text: String) -> String {
    let text = escaped(text)
    // A line that begins with a dot or a quote would be a request.
    return (text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text) + "\n"
  }

  private func escaped(_ text: String) -> String {
    var shown = ""
    for character in text {
      switch character {
      case "\\": shown += "\\e"
      case "-": shown += "\\-"
      case "\"": shown += "\\(dq"
      case "'": shown += "\\(aq"
      case "…": shown += "..."
      case "·": shown += "\\(pc"
      case "`": shown += "\\(ga"
      case "~": shown += "\\(ti"
      case "^": shown += "\\(ha"
      default: shown.append(character)
      }
    }
    return shown
  }
}
