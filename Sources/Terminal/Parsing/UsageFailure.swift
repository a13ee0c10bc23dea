/// Why a command line means nothing; always exit code 2.
package struct UsageFailure: Error, Equatable, Sendable {
  /// The kind, for tests and callers that look further.
  package enum Reason: Sendable, Equatable {
    case unknownCommand
    case unknownFlag
    case secretFlag
    case secretArgument
    case missingValue
    case unexpectedValue
    case wrongValue
    case repeatedFlag
    case flagOfAnotherCommand
    case missingArgument
    case excessArgument
    case wrongArgument
    /// The configuration file, or what it makes together with the flags.
    case configuration
    /// A question, and nobody to ask.
    case noTerminal
  }

  package let reason: Reason
  /// One line: no capital, no full stop, nothing secret.
  package let message: String
  /// What to do next, a line each.
  package let hints: [String]

  package init(_ reason: Reason, _ message: String, hints: [String] = []) {
    self.reason = reason
    self.message = message
    self.hints = hints
  }
}
