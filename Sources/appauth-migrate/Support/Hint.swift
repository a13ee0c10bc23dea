import Terminal

/// What to do next, said below an error or a warning.
enum Hint: Equatable, ExpressibleByStringInterpolation {
  /// In words.
  case words(String)
  /// Another command, with what was given for this one.
  case next(CommandID)
  /// Another command with a flag more.
  case adding(Flag, to: CommandID)
  /// Another command with more words, as they are typed.
  case with([String], to: CommandID)
  /// This command again, with a flag more.
  case again(Flag)

  init(stringLiteral value: String) {
    self = .words(value)
  }

  /// The line that is shown.
  ///
  /// - Parameter command: What was given; nil if that was no command.
  /// - Returns: Words, or a command line to copy; nil where only a command could go on.
  func text(after command: ParsedCommand?) -> String? {
    if case .words(let text) = self { return text }
    guard let command else { return nil }
    let followUp = FollowUp(after: command)
    return switch self {
    case .words(let text): text
    case .next(let id): followUp.line(id)
    case .adding(let flag, let id): followUp.line(id, adding: ["--\(flag.rawValue)"])
    case .with(let words, let id): followUp.line(id, adding: words)
    case .again(let flag): followUp.again(adding: ["--\(flag.rawValue)"])
    }
  }
}
