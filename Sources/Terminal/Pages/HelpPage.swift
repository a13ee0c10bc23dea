/// Help for the terminal.
package struct HelpPage: Sendable {
  private let table: Table
  private let width: Int
  private let paint: Paint
  private let version: String

  /// Lays out help.
  ///
  /// - Parameters:
  ///   - table: What exists.
  ///   - version: Shown on the first screen.
  ///   - width: Columns of the terminal; lines get no longer than 100, which is as much as an eye follows.
  ///   - paint: Makes headings bold.
  package init(
    _ table: Table = .standard,
    version: String,
    width: Int = 80,
    paint: Paint = .none
  ) {
    self.table = table
    self.version = version
    self.width = min(max(width, 40), 100)
    self.paint = paint
  }

  /// The page for a topic.
  package func text(_ topic: HelpTopic) -> String {
    switch topic {
    case .firstContact: firstContact
    case .all: all
    case .command(let id): table.command(id).map(page) ?? all
    case .family(let word): family(word)
    }
  }

  private var firstContact: String {
    let steps: [(String, String, String)] = [
      ("find", "audit PATH…", "what did AppAuth leave, and how bad is it"),
      ("check", "preflight", "will the new sign-in work at this provider"),
      ("migrate", "plan PATH… -o plan.json", "revoke, sign in afresh, delete: as a plan"),
    ]
    var text = paragraph(
      "\(table.program) \(version): find, revoke and remove what AppAuth left behind"
    )
    text += "(it does not rewrite your code)\n\n"
    for (index, step) in steps.enumerated() {
      text += "  \(index + 1)  \(paint(.bold, DisplayWidth.pad(step.0, to: 9)))"
      text += "\(table.program) \(step.1)\n"
      text += String(repeating: " ", count: 14) + "\(step.2)\n"
    }
    text += String(repeating: " ", count: 14) + "\(table.program) migrate plan.json\n\n"
    return text + "Try it on sample data: make demo. All commands: \(table.program) --help\n"
  }

  private var all: String {
    var text = heading("Usage") + "  \(table.program) COMMAND [FLAGS] [PATH…]\n"
    for group in CommandGroup.allCases {
      text += "\n" + heading(group.rawValue.prefix(1).uppercased() + group.rawValue.dropFirst())
      for spec in table.commands(in: group) {
        text += definition(spec.synopsis, spec.summary, column: 24)
      }
    }
    text += "\n" + paragraph("Every command has these flags, and explains itself with --help:")
    text += flags(table.sharedFlags, titled: true)
    text +=
      "\n"
      + paragraph(
        "Results go to standard output, progress and remarks to standard error. The client is read from "
          + "./appauth-migrate.json or the file that --config names; a flag wins over its member there."
      )
    text += "\n" + heading("Exit codes")
    for code in ExitCode.allCases {
      text += definition(String(code.rawValue), code.meaning, column: 6)
    }
    return text
  }

  private func family(_ word: String) -> String {
    var text = heading("Usage") + "  \(table.program) \(word) COMMAND [FLAGS]\n"
    text += "\n" + heading("Commands")
    for spec in table.commands where spec.id.words.first == word {
      text += definition(spec.synopsis, spec.summary, column: 24)
    }
    return text + "\n" + paragraph("Each explains itself with --help.")
  }

  private func page(_ spec: CommandSpec) -> String {
    var text = heading("Usage") + "  \(table.program) \(spec.synopsis) [FLAGS]\n\n"
    text += paragraph(spec.summary.prefix(1).uppercased() + spec.summary.dropFirst() + ".")
    for part in spec.description { text += "\n" + paragraph(part) }
    text += "\n" + heading("Examples")
    for example in spec.examples {
      text += Wrap.paragraph(example.purpose + ":", width: width, indent: "  ")
      text += "    \(example.line)\n"
    }
    text += flags(table.ownFlags(of: spec.id), titled: true)
    let shared = table.sharedFlags.map { "--\($0.long)" }.joined(separator: " ")
    text += "\n" + heading("Everywhere")
    text += Wrap.paragraph(shared, width: width, indent: "  ")
    text += "\n" + heading("Exit codes")
    for note in spec.exits {
      text += definition(String(note.code.rawValue), note.meaning, column: 6)
    }
    return text
  }

  private func flags(_ flags: [FlagSpec], titled: Bool) -> String {
    var text = ""
    for group in FlagGroup.allCases {
      let members = flags.filter { $0.group == group }
      guard !members.isEmpty else { continue }
      text += "\n" + heading(group.rawValue)
      for flag in members {
        let short = flag.short.map { "-\($0), " } ?? "    "
        text += definition(short + flag.synopsis, help(flag), column: 30)
      }
    }
    return text
  }

  private func help(_ flag: FlagSpec) -> String {
    flag.isRepeatable ? flag.help + " (repeatable)" : flag.help
  }

  private func heading(_ text: some StringProtocol) -> String {
    paint(.bold, String(text)) + "\n"
  }

  private func paragraph(_ text: String) -> String {
    Wrap.paragraph(text, width: width)
  }

  private func definition(_ term: String, _ text: String, column: Int) -> String {
    Wrap.definition(term, text, column: column, width: width)
  }
}
