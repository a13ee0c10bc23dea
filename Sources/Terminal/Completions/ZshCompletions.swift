/// Completions for zsh, in the `_arguments` style.
struct ZshCompletions {
  private let table: Table

  init(_ table: Table) {
    self.table = table
  }

  var script: String {
    let name = "_" + table.program
    return """
      #compdef \(table.program)
      # Completions of \(table.program) for zsh: put this into a folder of $fpath as \(name).
      \(name)() {
        local context state state_descr line command=''
        typeset -A opt_args
        local -a shared=(
      \(table.sharedFlags.flatMap(specs).map { "    " + $0 }.joined(separator: "\n"))
        )
        local word
        for word in ${words[2,CURRENT-1]}; do
          case $word in
      \(commandWords)
          esac
        done
        case $command in
      \(cases)
        esac
        local -a commands=(
      \(descriptions)
        )
        [[ $state == command ]] && _describe -t commands command commands
      }
      if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
        \(name) "$@"
      else
        compdef \(name) \(table.program)
      fi

      """
  }

  private var commandWords: String {
    var firsts: [String] = []
    var lines: [String] = []
    for words in table.commands.map(\.id.words) {
      if !firsts.contains(words[0]) { firsts.append(words[0]) }
      guard words.count > 1 else { continue }
      lines.append(
        "      \(words[1])) [[ $command == \(words[0]) ]] && command='\(words.joined(separator: " "))' ;;"
      )
    }
    return
      (["      \(firsts.joined(separator: "|"))) [[ -z $command ]] && command=$word ;;"] + lines)
      .joined(separator: "\n")
  }

  private var cases: String {
    var lines: [String] = []
    var families: [String: [String]] = [:]
    for spec in table.commands {
      let words = spec.id.words
      if words.count > 1 { families[words[0], default: []].append("\(words[1])") }
      // The words of the command itself are positions, too.
      let own = table.ownFlags(of: spec.id).flatMap(specs)
      let parts = ["$shared"] + own + words.indices.map { "'\($0 + 1): :'" } + [arguments(spec)]
      lines.append("    '\(spec.id.rawValue)') _arguments -S \(parts.joined(separator: " ")) ;;")
    }
    for (family, seconds) in families.sorted(by: { $0.key < $1.key }) {
      lines.append(
        "    '\(family)') _arguments -S $shared '1: :' '2:command:(\(seconds.joined(separator: " ")))' ;;"
      )
    }
    lines.append("    '') _arguments -S $shared '1: :->command' ;;")
    return lines.joined(separator: "\n")
  }

  /// The first words with their summaries.
  private var descriptions: String {
    var families: Set<String> = []
    return table.commands.compactMap { spec -> String? in
      let words = spec.id.words
      if words.count > 1 && !families.insert(words[0]).inserted { return nil }
      let summary = words.count > 1 ? "what was done" : spec.summary
      return "    '\(words[0]):\(summary.replacing("'", with: "'\\''"))'"
    }.joined(separator: "\n")
  }

  private func arguments(_ spec: CommandSpec) -> String {
    guard let argument = spec.arguments.first else { return "" }
    switch argument.completion {
    case .path: return "'*:\(quoted(argument.name)):_files'"
    case .choice(let words): return "'*:\(quoted(argument.name)):(\(words.joined(separator: " ")))'"
    case .word: return "'*:\(quoted(argument.name)): '"
    }
  }

  private func specs(_ flag: FlagSpec) -> [String] {
    let star = flag.isRepeatable ? "*" : ""
    let help = quoted(flag.help)
    let value: String
    switch flag.kind {
    case .none: value = ""
    case .path(let name): value = ":\(name):_files"
    default:
      let words = flag.kind.choices.joined(separator: " ")
      value = ":\(quoted(flag.kind.placeholder ?? "value")):" + (words.isEmpty ? " " : "(\(words))")
    }
    let long = "'\(star)--\(flag.long)\(flag.kind == .none ? "" : "=")[\(help)]\(value)'"
    guard let short = flag.short else { return [long] }
    return [long, "'\(star)-\(short)\(flag.kind == .none ? "" : "+")[\(help)]\(value)'"]
  }

  /// Inside single quotes, brackets and colons have a meaning of their own.
  private func quoted(_ text: String) -> String {
    var shown = ""
    for character in text {
      switch character {
      case "'": shown += "'\\''"
      case "[", "]", ":", "\\", "(", ")": shown += "\\\(character)"
      default: shown.append(character)
      }
    }
    return shown
  }
}
