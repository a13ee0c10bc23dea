import JSON
import POSIX
import Terminal

/// What a command is given: its command line, and the ways to say something.
struct Context: Sendable {
  let command: ParsedCommand
  let printer: Printer
  let results: ResultWriter

  init(_ command: ParsedCommand, _ printer: Printer) {
    self.command = command
    self.printer = printer
    results = ResultWriter(command, on: printer)
  }

  /// What stands on the command line without a flag, as paths.
  var paths: [Path] { command.arguments.map { Path(bytes: $0.bytes) } }

  /// The configuration file with the flags over it.
  func settings() throws(Stop) -> Settings {
    do {
      return try ConfigurationFile.settings(for: command)
    } catch {
      throw Stop(error)
    }
  }

  /// The path that a flag names.
  func path(_ flag: Flag) -> Path? {
    command.word(flag).map { Path(bytes: $0.bytes) }
  }

  /// The commands that go on from this one.
  var followUp: FollowUp { FollowUp(after: command) }

  /// Asks for a yes, unless --yes said it beforehand.
  ///
  /// - Parameters:
  ///   - question: Neutralised.
  ///   - instead: What to do where nobody can be asked; nil if --yes does.
  /// - Throws: ``ExitCode/cancelled`` for a no; ``ExitCode/usage`` if nobody can be asked.
  func confirm(_ question: String, instead: [String]? = nil) throws(Stop) {
    if command.has(.yes) { return }
    let no = Stop(.cancelled, "stopped: you did not say yes; nothing was changed")
    let isYes: Bool
    do throws(UsageFailure) {
      isYes = try Signals.onInterrupt({ Ending.stop(self, no) }) { () throws(UsageFailure) in
        if let instead { return try Consent().ask(question, instead: instead) }
        return try Consent().ask(question)
      }
    } catch {
      throw Stop(error)
    }
    guard isYes else { throw no }
  }

  /// Looks whether the files that results go to could be written.
  func checkFiles() throws(Stop) {
    do {
      try results.check()
    } catch {
      throw Stop(.usage, error.description)
    }
    try OutputCheck.check(self)
  }

  /// Sends a result to standard output or the files that were named.
  func show(_ rendering: Rendering) throws(Stop) {
    do {
      try results.write(rendering)
    } catch {
      var stop = Stop(.partial, error.description)
      stop.isTold = true
      throw stop
    }
  }

  /// Sends what was done until something stopped the work, and why in `error` of the json; then throws it.
  ///
  /// A program reads one document: the reason must not follow as a second.
  func show(_ rendering: Rendering, stoppedBy stop: Stop?) throws(Stop) {
    try show(rendering.adding("error", stop?.json(after: command) ?? .null))
    guard var stop else { return }
    stop.isTold = true
    throw stop
  }
}
