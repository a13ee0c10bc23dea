import POSIX

/// Asks before something happens that cannot be undone.
///
/// The question goes to the terminal of the person, not to the standard streams, which may be pipes.
package struct Consent: Sendable {
  /// What came of a question.
  package enum Reply: Sendable {
    /// The line that was typed; empty if the terminal was closed instead.
    case line(String)
    /// Nobody can be asked.
    case noTerminal
  }

  private let reply: @Sendable (String) -> Reply

  /// Asks on the controlling terminal.
  package init() {
    self.init { question in
      do {
        let terminal = try ControllingTerminal()
        try terminal.write(question)
        guard let line = try terminal.readLine() else {
          // Nobody typed the end of this line.
          try terminal.write("\n")
          return .line("")
        }
        return .line(line)
      } catch {
        return .noTerminal
      }
    }
  }

  /// Asks elsewhere, for tests.
  ///
  /// - Parameter reply: Shows the question and gives what came of it.
  package init(_ reply: @escaping @Sendable (String) -> Reply) {
    self.reply = reply
  }

  /// Asks for a yes.
  ///
  /// - Parameters:
  ///   - question: `revoke 2 tokens at https://id.example.com?`, neutralised.
  ///   - instead: What to do where there is no terminal, a line each; names --yes by itself.
  /// - Returns: Whether the answer was yes; anything else is no.
  /// - Throws: If there is no terminal.
  package func ask(
    _ question: String,
    instead: [String] = [
      "say yes beforehand with --yes, or see with --dry-run what would happen"
    ]
  ) throws(UsageFailure) -> Bool {
    let answer = try answer(to: "\(question) [y/N] ", instead: instead)
    return ["y", "yes"].contains(answer.lowercased())
  }

  /// Asks for a word to be typed, where a yes is said too easily.
  ///
  /// - Parameters:
  ///   - question: What the word confirms.
  ///   - word: What must be typed, exactly.
  ///   - instead: What to do where there is no terminal.
  /// - Returns: Whether it was.
  /// - Throws: If there is no terminal.
  package func typed(
    _ question: String,
    word: String,
    instead: String
  ) throws(UsageFailure) -> Bool {
    try answer(to: "\(question)\ntype \(word) to go on: ", instead: [instead]) == word
  }

  private func answer(to question: String, instead: [String]) throws(UsageFailure) -> String {
    guard case .line(let line) = reply(question) else {
      throw UsageFailure(.noTerminal, "cannot ask: there is no terminal", hints: instead)
    }
    return String(line.drop { $0 == " " }.prefix { !$0.isWhitespace })
  }
}
