import Terminal

/// What does the work of one command; one file each, in Commands.
protocol Command: Sendable {
  /// Does it.
  ///
  /// - Parameter context: What was asked for, and where results go.
  /// - Returns: How it ended.
  /// - Throws: What stopped it, ready to be shown.
  static func run(_ context: Context) async throws(Stop) -> ExitCode
}

/// The same for a command that waits for nothing.
protocol ImmediateCommand {
  /// Does it.
  ///
  /// - Parameter context: What was asked for, and where results go.
  /// - Returns: How it ended.
  /// - Throws: What stopped it, ready to be shown.
  static func run(_ context: Context) throws(Stop) -> ExitCode
}

/// How a command is run.
enum CommandKind {
  case immediate(any ImmediateCommand.Type)
  case long(any Command.Type)
}

/// What stops a command: said on standard error, then the process ends with the code.
struct Stop: Error, Equatable {
  let code: ExitCode
  /// One line: no capital, no full stop, nothing secret.
  let message: String
  /// What to do next, a line each.
  let hints: [Hint]
  /// A stable word for programs.
  var reason: String?
  /// When it is worth another try, in seconds since 1970, if the provider said so.
  var retryAt: Double?
  /// Whether standard output has it already, as part of a result.
  var isTold = false

  init(_ code: ExitCode, _ message: String, hints: [Hint] = []) {
    self.code = code
    self.message = message
    self.hints = hints
  }

  init(_ failure: UsageFailure) {
    self.init(.usage, failure.message, hints: failure.hints.map { .words($0) })
  }
}
