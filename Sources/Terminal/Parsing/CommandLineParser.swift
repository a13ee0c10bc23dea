/// Reads a command line by the table, GNU style: flags anywhere, `--flag value`, `--flag=value`, `-o value`,
/// `-ovalue`, `-qv`, and `--` before words that begin with a dash.
package struct CommandLineParser: Sendable {
  private let table: Table

  package init(_ table: Table) {
    self.table = table
  }

  /// Reads a command line.
  ///
  /// - Parameter words: Without the program's own name.
  /// - Returns: A command with its flags, all of them known and of the right type, or a wish for help.
  /// - Throws: What is wrong with it and what to type instead. No value that may be a secret is repeated.
  package func parse(_ words: [Word]) throws(UsageFailure) -> Invocation {
    var scan = FlagScan(table)
    try scan.run(words)
    if scan.values[.version] != nil { return .run(ParsedCommand(.version, values: scan.values)) }
    let words = scan.positional
    guard let first = words.first else {
      if scan.values[.help] != nil { return .help(.all) }
      if let flag = scan.order.first { throw commandMissing(after: flag) }
      return .help(.firstContact)
    }
    if first.text == "help" {
      return .help(try topic(Array(words.dropFirst())))
    }
    // A family alone asks what is in it; with a flag that is meant for a command it lacks the second word.
    if words.count == 1, isFamily(first.text),
      scan.values[.help] != nil || scan.order.isEmpty
    {
      return .help(.family(first.text))
    }
    let (spec, arguments) = try command(words)
    if scan.values[.help] != nil { return .help(.command(spec.id)) }
    for flag in scan.order where !flag.applies(to: spec.id) { throw elsewhere(flag, spec) }
    try check(arguments, of: spec)
    let parsed = ParsedCommand(spec.id, arguments: arguments, values: scan.values)
    try checkFormats(parsed, of: spec)
    return .run(parsed)
  }

  /// Whether a command line that could not be read wants its answers as json.
  ///
  /// - Parameter words: Without the program's own name.
  /// - Returns: Whether `--format json` is among them.
  package static func asksForJSON(_ words: [Word]) -> Bool {
    let texts = words.prefix { $0.text != "--" }.map(\.text)
    return texts.contains("--format=json")
      || zip(texts, texts.dropFirst()).contains { $0 == "--format" && $1 == "json" }
  }

  private func checkFormats(
    _ command: ParsedCommand,
    of spec: CommandSpec
  ) throws(UsageFailure) {
    let given = command.strings(.format) + command.pairs(.report).map(\.name)
    guard let format = given.first(where: { !spec.formats.contains($0) }) else { return }
    let meant = Nearest.to(format, in: spec.formats).map { "; did you mean \($0)?" } ?? ""
    throw UsageFailure(
      .wrongValue,
      "\(spec.id.rawValue) has no format \(Neutral.quoted(format))\(meant)",
      hints: ["one of: \(spec.formats.joined(separator: ", "))"]
    )
  }

  private func topic(_ words: [Word]) throws(UsageFailure) -> HelpTopic {
    guard let first = words.first else { return .all }
    if words.count == 1, isFamily(first.text) { return .family(first.text) }
    return .command(try command(words).spec.id)
  }

  /// Whether commands of two words begin with this one.
  private func isFamily(_ word: String) -> Bool {
    table.commands.contains { $0.id.words.count > 1 && $0.id.words.first == word }
  }

  private func command(
    _ words: [Word]
  ) throws(UsageFailure) -> (spec: CommandSpec, rest: [Word]) {
    let texts = words.prefix(2).map(\.text)
    for spec in table.commands where texts.starts(with: spec.id.words) {
      return (spec, Array(words.dropFirst(spec.id.words.count)))
    }
    let first = texts.first ?? ""
    let family = table.commands.filter { $0.id.words.first == first }
    if !family.isEmpty {
      let names = family.map { $0.id.words.dropFirst().joined(separator: " ") }
      guard texts.count > 1 else {
        throw UsageFailure(
          .unknownCommand,
          "\(first) needs a word more: \(names.joined(separator: ", "))"
        )
      }
      let meant = Nearest.to(texts[1], in: names).map { "; did you mean \(first) \($0)?" } ?? ""
      throw UsageFailure(
        .unknownCommand,
        "\(first) does not know \(Neutral.quoted(texts[1]))\(meant)",
        hints: meant.isEmpty
          ? ["there is: \(family.map(\.id.rawValue).joined(separator: ", "))"] : []
      )
    }
    throw unknownCommand(first)
  }

  private func unknownCommand(_ word: String) -> UsageFailure {
    if let meant = Nearest.to(word, in: table.commands.flatMap(\.id.words.first.asArray)) {
      return UsageFailure(
        .unknownCommand,
        "no command \(Neutral.quoted(word)); did you mean \(meant)?"
      )
    }
    return UsageFailure(
      .unknownCommand,
      "no command \(Neutral.quoted(word))",
      hints: ["all commands: \(table.program) --help"]
    )
  }

  private func commandMissing(after flag: FlagSpec) -> UsageFailure {
    UsageFailure(
      .missingArgument,
      "--\(flag.long) needs a command",
      hints: ["all commands: \(table.program) --help"]
    )
  }

  private func elsewhere(_ flag: FlagSpec, _ spec: CommandSpec) -> UsageFailure {
    let owners = table.commands.map(\.id).filter(flag.applies)
    return UsageFailure(
      .flagOfAnotherCommand,
      "\(spec.id.rawValue) has no --\(flag.long); it belongs to "
        + owners.map(\.rawValue).joined(separator: ", "),
      hints: ["its flags: \(table.program) \(spec.id.rawValue) --help"]
    )
  }

  private func check(_ arguments: [Word], of spec: CommandSpec) throws(UsageFailure) {
    for (index, argument) in arguments.enumerated() where Neutral.isJWT(argument.text) {
      throw UsageFailure(
        .secretArgument,
        "argument \(index + 1) of \(spec.id.rawValue) looks like a token, and is not used",
        hints: [
          "an argument can be read by every process on this machine: count it as leaked",
          "put tokens into a file or give them by standard input (-); a file of that name is ./eyJ…",
        ]
      )
    }
    let wanted = spec.arguments.first
    if arguments.isEmpty, let wanted, ![.zeroOrOne, .zeroOrMore].contains(wanted.arity) {
      throw UsageFailure(
        .missingArgument,
        "\(spec.id.rawValue) needs \(wanted.name): \(wanted.what)",
        hints: spec.examples.prefix(1).map { "example: \($0.line)" }
      )
    }
    let most = wanted.map { [.one, .zeroOrOne].contains($0.arity) ? 1 : Int.max } ?? 0
    if arguments.count > most {
      throw UsageFailure(
        .excessArgument,
        "\(spec.id.rawValue) takes \(most == 0 ? "no argument" : "one \(wanted?.name ?? "")")"
          + ", not also \(Neutral.quoted(arguments[most].text))",
        hints: ["usage: \(table.program) \(spec.synopsis)"]
      )
    }
    guard case .choice(let choices)? = wanted?.completion else { return }
    for argument in arguments where !choices.contains(argument.text) {
      let meant = Nearest.to(argument.text, in: choices).map { "; did you mean \($0)?" } ?? ""
      throw UsageFailure(
        .wrongArgument,
        "\(spec.id.rawValue) does not know \(Neutral.quoted(argument.text))\(meant)",
        hints: ["one of: \(choices.joined(separator: ", "))"]
      )
    }
  }
}

extension Optional {
  fileprivate var asArray: [Wrapped] { map { [$0] } ?? [] }
}
