/// Completions for bash 3.2 and later, without the bash-completion package.
struct BashCompletions {
  private let table: Table

  init(_ table: Table) {
    self.table = table
  }

  var script: String {
    let name = "_" + table.program.replacing("-", with: "_")
    return """
      # Completions of \(table.program) for bash: source <(\(table.program) completions bash)
      \(name)() {
        local cur prev command='' word i
        cur=${COMP_WORDS[COMP_CWORD]}
        prev=${COMP_WORDS[COMP_CWORD-1]}
        # bash takes --flag=value apart at the equals sign.
        if [[ $cur == = ]]; then
          cur=''
        elif [[ $prev == = ]]; then
          prev=${COMP_WORDS[COMP_CWORD-2]}
        fi
        for ((i = 1; i < COMP_CWORD; i++)); do
          word=${COMP_WORDS[i]}
          case $word in
      \(commandWords)
          esac
        done
        COMPREPLY=()
        case $prev in
      \(values)
        esac
        if [[ $cur == -* ]]; then
          case $command in
      \(flags)
          esac
          return
        fi
        case $command in
      \(arguments)
        esac
      }
      complete -o filenames -F \(name) \(table.program)

      """
  }

  private var families: [String: [String]] {
    var families: [String: [String]] = [:]
    for words in table.commands.map(\.id.words) where words.count > 1 {
      families[words[0], default: []].append(words[1])
    }
    return families
  }

  private var firstWords: [String] {
    var seen = Set<String>()
    return table.commands.map { $0.id.words[0] }.filter { seen.insert($0).inserted }
  }

  private var commandWords: String {
    var lines = [
      "      \(firstWords.joined(separator: "|"))) [[ -z $command ]] && command=$word ;;"
    ]
    for (family, seconds) in families.sorted(by: { $0.key < $1.key }) {
      lines.append(
        "      \(seconds.joined(separator: "|"))) [[ $command == \(family) ]] && command=\"\(family) $word\" ;;"
      )
    }
    return lines.joined(separator: "\n")
  }

  private var values: String {
    var lines: [String] = []
    for flag in table.flags where flag.kind != .none {
      let names =
        ([flag.long] + flag.aliases).map { "--\($0)" } + (flag.short.map { ["-\($0)"] } ?? [])
      let pattern = names.joined(separator: "|")
      switch flag.kind {
      case .path:
        lines.append("    \(pattern)) COMPREPLY=($(compgen -f -- \"$cur\")); return ;;")
      default:
        let words = flag.kind.choices.joined(separator: " ")
        let reply = words.isEmpty ? "" : "COMPREPLY=($(compgen -W '\(words)' -- \"$cur\")); "
        lines.append("    \(pattern)) \(reply)return ;;")
      }
    }
    return lines.joined(separator: "\n")
  }

  private var flags: String {
    let shared = table.sharedFlags.map { "--\($0.long)" }
    var lines = table.commands.compactMap { spec -> String? in
      let own = table.ownFlags(of: spec.id).map { "--\($0.long)" }
      guard !own.isEmpty else { return nil }
      return reply("'\(spec.id.rawValue)'", own + shared)
    }
    lines.append(reply("*", shared))
    return lines.joined(separator: "\n")
  }

  private func reply(_ pattern: String, _ words: [String]) -> String {
    "      \(pattern)) COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$cur\")) ;;"
  }

  private var arguments: String {
    var lines = [
      "    '') COMPREPLY=($(compgen -W '\(firstWords.joined(separator: " "))' -- \"$cur\")) ;;"
    ]
    for (family, seconds) in families.sorted(by: { $0.key < $1.key }) {
      lines.append(
        "    \(family)) COMPREPLY=($(compgen -W '\(seconds.joined(separator: " "))' -- \"$cur\")) ;;"
      )
    }
    for spec in table.commands {
      guard case .choice(let words)? = spec.arguments.first?.completion else { continue }
      lines.append(
        "    \(spec.id.rawValue)) COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$cur\")) ;;"
      )
    }
    lines.append("    *) COMPREPLY=($(compgen -f -- \"$cur\")) ;;")
    return lines.joined(separator: "\n")
  }
}
