/// Completions for fish.
struct FishCompletions {
  private let table: Table

  init(_ table: Table) {
    self.table = table
  }

  var script: String {
    var lines = [
      "# Completions of \(table.program) for fish.",
      "complete -c \(table.program) -f",
    ]
    var firsts: [String: String] = [:]
    for spec in table.commands {
      let words = spec.id.words
      guard words.count > 1 else {
        lines.append(word(words[0], "__fish_use_subcommand", spec.summary))
        continue
      }
      if firsts.updateValue(words[1], forKey: words[0]) == nil {
        lines.append(word(words[0], "__fish_use_subcommand", "what was done"))
      }
      lines.append(word(words[1], "__fish_seen_subcommand_from \(words[0])", spec.summary))
    }
    for flag in table.sharedFlags { lines.append(option(flag, condition: nil)) }
    for flag in table.flags {
      guard case .commands(let commands) = flag.availability else { continue }
      let words = commands.map { $0.words[0] }.joined(separator: " ")
      lines.append(option(flag, condition: "__fish_seen_subcommand_from \(words)"))
    }
    for spec in table.commands {
      guard let argument = spec.arguments.first else { continue }
      let seen = "-n '__fish_seen_subcommand_from \(spec.id.words[0])'"
      switch argument.completion {
      case .path: lines.append("complete -c \(table.program) \(seen) -F")
      case .choice(let words):
        lines.append("complete -c \(table.program) \(seen) -a '\(words.joined(separator: " "))'")
      case .word: break
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func word(_ word: String, _ condition: String, _ summary: String) -> String {
    "complete -c \(table.program) -n '\(condition)' -a '\(word)' -d '\(quoted(summary))'"
  }

  private func option(_ flag: FlagSpec, condition: String?) -> String {
    var line = "complete -c \(table.program)"
    if let condition { line += " -n '\(condition)'" }
    line += " -l \(flag.long)"
    if let short = flag.short { line += " -s \(short)" }
    switch flag.kind {
    case .none: break
    case .path: line += " -r -F"
    default:
      line += " -x"
      let words = flag.kind.choices
      if !words.isEmpty { line += " -a '\(words.joined(separator: " "))'" }
    }
    return line + " -d '\(quoted(flag.help))'"
  }

  private func quoted(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
  }
}
