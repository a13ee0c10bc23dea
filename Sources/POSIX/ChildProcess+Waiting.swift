import CSystem

extension ChildProcess {
  /// How a program ended.
  package enum Exit: Hashable, Sendable {
    /// By itself, with this code.
    case code(Int32)
    /// By this signal.
    case signal(Int32)
    /// Not in the time it had; it was killed.
    case timedOut
  }

  /// What a program wrote, and how it ended.
  package struct Outcome: Sendable {
    /// How it ended.
    package let exit: Exit
    /// Its standard output.
    package let output: [UInt8]
    /// Its standard error.
    package let error: [UInt8]

    /// Its standard output as text.
    package var outputText: String { String(decoding: output, as: UTF8.self) }
    /// Its standard error as text.
    package var errorText: String { String(decoding: error, as: UTF8.self) }
  }

  /// Asks once whether the program has ended.
  ///
  /// - Returns: How; nil if it is still running. Asked once more after the end, `code(-1)`: the system forgot it.
  package func exitIfEnded() -> Exit? {
    var status: Int32 = 0
    let found = try? systemCall(.run, "(program)") { unsafe waitpid(processID, &status, WNOHANG) }
    switch found {
    case 0: return nil
    case nil: return .code(-1)
    default:
      if appauth_has_exited(status) != 0 { return .code(appauth_exit_code(status)) }
      return .signal(appauth_end_signal(status))
    }
  }

  /// Waits for the end without holding up a thread; kills the program when the time is up or the task is cancelled.
  ///
  /// - Parameter timeout: How long it may run.
  /// - Returns: How it ended.
  package func wait(timeout: Duration = .seconds(60)) async -> Exit {
    var pauses = Pauses(until: timeout)
    while true {
      if let exit = exitIfEnded() { return exit }
      if let pause = pauses.next(), (try? await Task.sleep(for: pause)) != nil { continue }
      send(.kill, toGroup: true)
      end()
      return .timedOut
    }
  }

  /// Kills the program and waits until the system has forgotten it, which takes a moment.
  package func end() {
    send(.kill)
    var status: Int32 = 0
    _ = try? systemCall(.run, "(program)") { unsafe waitpid(processID, &status, 0) }
  }

  /// Runs a program to its end and keeps what it writes.
  ///
  /// Its output goes to files without a name, so that neither side can hold up the other.
  ///
  /// - Parameters:
  ///   - executable: A path, or a name that is looked up with ``find(_:)``.
  ///   - arguments: Without the program's own name.
  ///   - environment: All its variables; nil for those of this process.
  ///   - folder: Its working directory; nil for that of this process.
  ///   - input: What it can read from standard input.
  ///   - timeout: How long it may run before it, and all it started, is killed.
  /// - Returns: What it wrote, and how it ended.
  /// - Throws: If it could not be started.
  package static func run(
    _ executable: Path,
    arguments: [String] = [],
    environment: [String: String]? = nil,
    folder: Path? = nil,
    input: [UInt8] = [],
    timeout: Duration = .seconds(60)
  ) async throws(FileFailure) -> Outcome {
    let files = (
      input: try File.anonymous(), output: try File.anonymous(), error: try File.anonymous()
    )
    // At an offset, so that the position stays at the start.
    try files.input.write(input, at: 0)
    let child = try spawn(
      executable,
      arguments: arguments,
      environment: environment,
      folder: folder,
      input: .file(files.input),
      output: .file(files.output),
      error: .file(files.error),
      detached: true
    )
    let exit = await child.wait(timeout: timeout)
    return Outcome(
      exit: exit,
      output: try files.output.read(at: 0, count: files.output.status().size),
      error: try files.error.read(at: 0, count: files.error.status().size)
    )
  }
}
