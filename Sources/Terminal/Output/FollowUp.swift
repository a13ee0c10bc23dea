import Secrets

/// The command lines that go on from the one that was given, ready to be copied: with its provider, its files and its
/// paths, quoted for a shell.
package struct FollowUp: Sendable {
  private let table: Table
  private let given: ParsedCommand

  /// Takes the command line.
  ///
  /// - Parameters:
  ///   - command: What was given.
  ///   - table: What exists.
  package init(after command: ParsedCommand, _ table: Table = .standard) {
    self.table = table
    self.given = command
  }

  /// Another command for the same provider, client and files.
  ///
  /// - Parameters:
  ///   - command: Which.
  ///   - arguments: What it is about; by itself nothing.
  ///   - added: Flags as they are typed, at the end.
  ///   - omitted: Flags that are not carried over.
  ///   - isSameWork: Whether the flags that say how it is done go over too, as from `migrate` to `plan`.
  /// - Returns: One line.
  package func line(
    _ command: CommandID,
    _ arguments: [Word] = [],
    adding added: [String] = [],
    omitting omitted: Set<Flag> = [],
    isSameWork: Bool = false
  ) -> String {
    let carried = table.flags.filter { spec in
      spec.applies(to: command) && !omitted.contains(spec.flag)
        && (Self.matters(spec, to: command) || isSameWork && spec.group == .command)
    }
    return line(command, arguments, carried, added)
  }

  /// What is carried over to another command.
  ///
  /// - Parameter command: Which.
  /// - Returns: Flags as they are typed; empty if there are none.
  package func flags(for command: CommandID) -> String {
    String(line(command).dropFirst("\(table.program) \(command.rawValue)".count).drop { $0 == " " })
  }

  /// The same command once more, as it was given and with more flags.
  ///
  /// - Parameter added: Flags as they are typed.
  /// - Returns: One line.
  package func again(adding added: [String]) -> String {
    let carried = table.flags.filter { !added.contains("--\($0.long)") }
    return line(given.command, given.arguments, carried, added)
  }

  private func line(
    _ command: CommandID,
    _ arguments: [Word],
    _ carried: [FlagSpec],
    _ added: [String]
  ) -> String {
    var words = [table.program] + command.words
    words += arguments.map { word in
      // A path that begins with a dash would be read as a flag.
      let isFlag = word.bytes.count > 1 && word.bytes.first == UInt8(ascii: "-")
      return shown(isFlag ? Word(Array("./".utf8) + word.bytes) : word, otherwise: "PATH")
    }
    for spec in carried {
      guard let values = given.values(of: spec.flag) else { continue }
      guard let placeholder = spec.kind.placeholder else {
        words.append("--\(spec.long)")
        continue
      }
      for value in spec.joined(values) {
        words += ["--\(spec.long)", shown(value, otherwise: placeholder)]
      }
    }
    return (words + added).joined(separator: " ")
  }

  /// A token that somebody typed in the wrong place is not repeated.
  private func shown(_ word: Word, otherwise placeholder: String) -> String {
    let isToken = word.bytes.split(separator: UInt8(ascii: "/")).contains { part in
      let part = Array(part)
      return TokenShape.isSuspicious(part.span) || TokenShape.isJWT(part.span)
    }
    return isToken ? placeholder : ShellWord.quoted(word)
  }

  /// Whether a flag of the command before makes a difference to the next.
  private static func matters(_ spec: FlagSpec, to command: CommandID) -> Bool {
    switch spec.flag {
    case .ledger: [.plan, .migrate, .revoke, .delete, .ledgerShow].contains(command)
    case .store, .keyFile, .keySource, .passphraseFile:
      [
        .plan, .migrate, .login, .status, .token, .request, .refresh, .stepUp, .userinfo, .logout,
        .handleRedirect, .purge,
      ].contains(command)
    case .config, .cacert, .proxy: ![.audit, .ledgerShow, .explain, .version].contains(command)
    default: spec.group == .client
    }
  }
}

extension FlagSpec {
  /// The values as they are typed: a list in one, others each for itself.
  fileprivate func joined(_ values: [Word]) -> [Word] {
    switch kind {
    case .list, .choices: [Word(Array(values.map(\.bytes).joined(separator: [UInt8(ascii: ",")])))]
    default: values
    }
  }
}
