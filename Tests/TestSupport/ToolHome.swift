package import POSIX

/// A home folder that holds all that a run of the command may keep, removed afterwards.
package final class ToolHome: Sendable {
  /// Who runs the command.
  package enum User: Hashable, Sendable {
    /// Whoever runs the tests.
    case same
    /// Someone without any rights; only root can run as someone else.
    case nobody
  }

  /// The folder.
  package let folder: TemporaryFolder
  /// Who runs the command in it.
  package let user: User

  /// Where it is.
  package var path: Path { folder.path }

  /// Makes an empty home.
  ///
  /// - Parameter user: Who owns it and runs in it.
  /// - Throws: If it can't be made.
  package init(user: User = .same) async throws {
    folder = try TemporaryFolder()
    self.user = user
    for name: Path in ["data", "state", "config", "cache", "run"] {
      try folder.directory.makeFolder(name)
    }
    if user == .nobody { try await giveAway() }
  }

  /// Gives all that is in the home to the user who runs in it.
  ///
  /// - Throws: If the tests don't run as root.
  package func giveAway() async throws {
    guard user == .nobody else { return }
    let owner = "\(Self.nobody):\(Self.nobody)"
    let outcome = try await ChildProcess.run("chown", arguments: ["-Rh", owner, path.text])
    guard outcome.exit == .code(0) else { throw NotPossible(reason: outcome.errorText) }
  }

  /// What a test needs and the machine does not grant.
  package struct NotPossible: Error, CustomStringConvertible {
    /// Why not.
    package let reason: String
    /// The reason.
    package var description: String { reason }

    /// Says why something is not possible.
    ///
    /// - Parameter reason: For whoever reads the failing test.
    package init(reason: String) { self.reason = reason }
  }

  /// The variables of a run: nothing of the tests' own environment but the way to programs and libraries.
  package var environment: [String: String] {
    var values = [
      "HOME": path.text,
      "XDG_DATA_HOME": path.appending("data").text,
      "XDG_STATE_HOME": path.appending("state").text,
      "XDG_CONFIG_HOME": path.appending("config").text,
      "XDG_CACHE_HOME": path.appending("cache").text,
      "XDG_RUNTIME_DIR": path.appending("run").text,
      "TMPDIR": Environment.value("TMPDIR") ?? "/tmp",
      "LANG": "C.UTF-8",
      "TZ": "UTC",
      // A test that wants a browser names its own.
      "BROWSER": "false",
    ]
    for name in ["PATH", "TSAN_OPTIONS", "ASAN_OPTIONS", "LSAN_OPTIONS", "LD_LIBRARY_PATH"] {
      values[name] = Environment.value(name)
    }
    return values
  }

  private static let nobody = 65534

  /// How to start a program as the home's user.
  func commandLine(
    _ executable: Path,
    _ arguments: [String]
  ) async throws -> (executable: Path, arguments: [String]) {
    guard user == .nobody else { return (executable, arguments) }
    // The folders above the build are not open to others everywhere, the home is.
    let copy = path.appending("tool-\(executable.lastComponent.text)")
    if (try? Directory.status(of: copy)) == nil {
      // Not written by this process: a child that another test starts in that moment would hold the file open for
      // writing until it runs its own program, and the system starts no such file.
      let made = try await ChildProcess.run(
        "install",
        arguments: ["-m", "755", executable.text, copy.text]
      )
      guard made.exit == .code(0) else { throw NotPossible(reason: made.errorText) }
    }
    let options = ["--reuid=\(Self.nobody)", "--regid=\(Self.nobody)", "--clear-groups", "--"]
    return ("setpriv", options + [copy.text] + arguments)
  }
}
