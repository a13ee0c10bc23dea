// Rules for output
//
//   1. Results go to standard output and nothing else does. Whoever pipes it gets the result, whole and alone.
//   2. Progress, remarks, warnings and errors go to standard error; questions go to the terminal itself.
//   3. A warning or error begins with "appauth-migrate: ", has no capital and no full stop, and says what was being
//      done, to what, and why it failed. Below it, indented, stands what to do next.
//   4. Text from a file, a server or an argument is neutralised and bounded before it is shown.
//   5. No secret, --verbose or not. A token is shown as 12 hex digits of its SHA-256. `token` is the one exception.
//   6. Colour stands beside a word and never carries a meaning alone: it is off unless the stream is a terminal, and
//      off with NO_COLOR, --plain and TERM=dumb. The same holds for anything that redraws a line.
//   7. Lines fit the terminal. Without one, results have 80 columns, and remarks and errors are not broken at all, so
//      that a log can be searched. A path or an address is never broken.
//   8. --quiet leaves results, warnings and errors; --verbose adds details to standard error.
//   9. Times that are shown carry a zone. Numbers carry their unit.
//  10. A result that could not be written whole is not done: the first failure is kept, and the exit code tells.

import Locks
package import POSIX

/// Writes results, remarks and errors by the rules above.
package final class Printer: Sendable {
  /// What the user asked for.
  package struct Options: Sendable, Equatable {
    package var isQuiet = false
    package var isVerbose = false
    package var isPlain = false
    /// Whether the environment allows colour.
    package var allowsColour = true

    package init() {}

    /// From the flags, and the environment.
    ///
    /// - Parameters:
    ///   - command: Its output flags.
    ///   - environment: `NO_COLOR` that is not empty and `TERM=dumb` turn colour off (no-color.org).
    package init(_ command: ParsedCommand?, environment: (String) -> String?) {
      isQuiet = command?.has(.quiet) ?? false
      isVerbose = command?.has(.verbose) ?? false
      isPlain = command?.has(.plain) ?? false
      let unwanted = environment("NO_COLOR").map { !$0.isEmpty } ?? false
      allowsColour = !unwanted && environment("TERM") != "dumb"
    }
  }

  /// What stands before warnings and errors.
  package let program: String
  package let options: Options
  private let output: OutputChannel
  private let error: OutputChannel
  private let state = Mutex(State())

  private struct State {
    /// Bytes for standard output that were not written yet.
    var pending: [UInt8] = []
    var failure: FileFailure?
    /// Whether a progress line stands on the terminal that the next text must clear.
    var hasLiveLine = false
  }

  /// Prints to the given channels.
  ///
  /// - Parameters:
  ///   - program: Stands before warnings and errors.
  ///   - options: What the user asked for.
  ///   - output: For results.
  ///   - error: For everything else.
  package init(
    program: String = Table.standard.program,
    options: Options = Options(),
    output: OutputChannel = .standardOutput,
    error: OutputChannel = .standardError
  ) {
    self.program = program
    self.options = options
    self.output = output
    self.error = error
  }

  /// Colours results.
  package var paint: Paint { paint(for: output) }
  /// Colours remarks.
  package var remarkPaint: Paint { paint(for: error) }
  /// The columns for results.
  package var width: Int { output.width ?? 80 }
  /// The columns for remarks.
  package var remarkWidth: Int { error.width ?? 80 }
  /// The columns at which sentences on standard error are broken.
  private var proseWidth: Int { error.width ?? .max }
  /// Whether results are read by a person on a terminal.
  package var isResultShown: Bool { output.isTerminal }
  /// Whether one line can be redrawn for progress.
  package var canRedraw: Bool { error.isTerminal && !options.isPlain && !options.isQuiet }

  private func paint(for channel: OutputChannel) -> Paint {
    Paint(isOn: channel.isTerminal && options.allowsColour && !options.isPlain)
  }
}

extension Printer {
  /// Results, as they are.
  ///
  /// - Parameter text: With its line ends; neutralised where it came from outside.
  package func result(_ text: String) {
    state.withLock { state in
      clearLiveLine(&state)
      state.pending += text.utf8
      // A person wants to see it now; a pipe is served in large pieces.
      if output.isTerminal || state.pending.count >= 64 * 1024 { flush(&state) }
    }
  }

  /// A result that must not be copied on its way, such as a token.
  ///
  /// - Parameter bytes: Written at once, behind what is pending.
  package func result(bytes: some ByteSource) {
    state.withLock { state in
      clearLiveLine(&state)
      flush(&state)
      write(bytes, &state)
    }
  }

  /// The first failure to write a result; nil as long as all arrived.
  var failure: FileFailure? { state.withLock(\.failure) }

  /// Writes what is pending.
  ///
  /// - Returns: The first failure to write a result; the rest was not even tried. `isBrokenPipe` if the reader has
  ///   gone, which needs no words.
  package func finish() -> FileFailure? {
    state.withLock { state in
      clearLiveLine(&state)
      flush(&state)
      return state.failure
    }
  }

  private func flush(_ state: inout State) {
    guard !state.pending.isEmpty else { return }
    let bytes = state.pending
    state.pending.removeAll(keepingCapacity: true)
    write(bytes, &state)
  }

  private func write(_ bytes: some ByteSource, _ state: inout State) {
    guard state.failure == nil else { return }
    do {
      try output.write(bytes)
    } catch {
      state.failure = error
    }
  }
}

extension Printer {
  /// A remark, wrapped; silent with --quiet.
  package func remark(_ text: String) {
    if !options.isQuiet { prose(Wrap.paragraph(text, width: proseWidth)) }
  }

  /// A detail, only with --verbose.
  package func detail(_ text: String) {
    if options.isVerbose { prose(Wrap.paragraph(text, width: proseWidth, hanging: "  ")) }
  }

  /// Something that is not as it should be, though the work goes on.
  ///
  /// - Parameters:
  ///   - message: One line: no capital, no full stop.
  ///   - hints: What to do next.
  package func warning(_ message: String, hints: [String] = []) {
    let word = remarkPaint(.warning, "warning:")
    prose(headed("\(program): \(word) ", DisplayWidth.of("\(program): warning: "), message, hints))
  }

  /// What failed.
  ///
  /// - Parameters:
  ///   - message: One line: no capital, no full stop.
  ///   - hints: What to do next.
  package func error(_ message: String, hints: [String] = []) {
    prose(headed("\(program): ", DisplayWidth.of(program) + 2, message, hints))
  }

  /// Text for standard error that is laid out already.
  ///
  /// - Parameter text: With its line ends.
  package func prose(_ text: String) {
    state.withLock { state in
      clearLiveLine(&state)
      flush(&state)
      // Nobody is left to tell if standard error itself is gone.
      try? error.write(Array(text.utf8))
    }
  }

  /// Draws the progress line anew.
  ///
  /// - Parameter line: One line without an end, cut to the terminal by the caller.
  func redraw(_ line: String) {
    state.withLock { state in
      flush(&state)
      try? error.write(Array("\r\u{1B}[K\(line)".utf8))
      state.hasLiveLine = true
    }
  }

  private func clearLiveLine(_ state: inout State) {
    guard state.hasLiveLine else { return }
    try? error.write(Array("\r\u{1B}[K".utf8))
    state.hasLiveLine = false
  }

  private func headed(_ head: String, _ columns: Int, _ message: String, _ hints: [String])
    -> String
  {
    let hanging = String(repeating: " ", count: DisplayWidth.of(program) + 2)
    let blanks = String(repeating: " ", count: columns)
    var lines = Wrap.lines(message, width: proseWidth, indent: blanks, hanging: hanging)
    if let first = lines.first { lines[0] = head + first.drop { $0 == " " } }
    for hint in hints {
      let (width, further) = (proseWidth, hanging + "  ")
      lines +=
        hint.hasPrefix(program + " ")
        ? Wrap.command(hint, width: width, indent: hanging, hanging: further)
        : Wrap.lines(hint, width: width, indent: hanging, hanging: further)
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
