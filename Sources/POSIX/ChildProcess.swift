import CSystem

/// A program that was started, with no open file of ours but those it was given.
package struct ChildProcess: Hashable, Sendable {
  /// Its number.
  package let processID: Int32

  /// What one of its standard streams is.
  package enum Stream: Sendable {
    /// Nothing to read, and what is written is dropped.
    case null
    /// The same as this process has.
    case inherit
    /// A file, shared with its position.
    case file(File)
  }

  /// Starts a program.
  ///
  /// Every argument is visible to all users of the machine: no secret belongs there, nor into the environment.
  ///
  /// - Parameters:
  ///   - executable: A path, or a name that is looked up with ``find(_:)``.
  ///   - arguments: Without the program's own name.
  ///   - environment: All its variables; nil for those of this process.
  ///   - folder: Its working directory; nil for that of this process.
  ///   - input: Its standard input.
  ///   - output: Its standard output.
  ///   - error: Its standard error.
  ///   - detached: Whether it gets a session of its own, and outlives the terminal and this process.
  /// - Returns: The running program; it needs to be waited for unless it is detached.
  /// - Throws: ENOENT if there is no such program; whatever the system refuses.
  package static func spawn(
    _ executable: Path,
    arguments: [String] = [],
    environment: [String: String]? = nil,
    folder: Path? = nil,
    input: Stream = .null,
    output: Stream = .null,
    error: Stream = .null,
    detached: Bool = false
  ) throws(FileFailure) -> ChildProcess {
    guard let program = find(executable) else { throw FileFailure(.run, executable, ENOENT) }
    var setup = try SpawnSetup(detached: detached)
    try setup.redirect([(0, input), (1, output), (2, error)], for: program)
    if let folder { try setup.change(to: folder) }
    try setup.closeTheRest()
    let variables = (environment ?? Environment.all).sorted { $0.key < $1.key }
    return ChildProcess(
      processID: try setup.start(
        program,
        arguments: [executable.bytes] + arguments.map { Array($0.utf8) },
        environment: variables.map { Array("\($0.key)=\($0.value)".utf8) }
      )
    )
  }

  /// Looks for a program in `PATH`, in folders from the root only: `.` there is an invitation to strangers.
  ///
  /// - Parameter name: A bare name, or a path with a slash in it.
  /// - Returns: The program's path, nil if there is none that may be run.
  package static func find(_ name: Path) -> Path? {
    guard !name.bytes.isEmpty else { return nil }
    guard !name.bytes.contains(slash) else { return isProgram(name) ? name : nil }
    let folders = (Environment.value("PATH") ?? "/usr/bin:/bin").split(separator: ":")
    for folder in folders where folder.hasPrefix("/") {
      let path = Path(String(folder)).appending(name)
      if isProgram(path) { return path }
    }
    return nil
  }

  private static func isProgram(_ path: Path) -> Bool {
    (try? unsafe path.withCString(.find) { unsafe access($0, X_OK) }) == 0
      && (try? Directory.status(of: path, followLinks: true))?.kind == .regular
  }

  /// Sends a signal; a process that is gone does not matter.
  ///
  /// - Parameters:
  ///   - signal: Which.
  ///   - group: Whether to send it to all processes that a detached one has started, too.
  package func send(_ signal: Signal, toGroup group: Bool = false) {
    _ = kill(group ? -processID : processID, signal.rawValue)
  }
}
