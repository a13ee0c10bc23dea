import Foundation
package import POSIX

/// A program of this package as it was built, run as a process.
package struct BuiltTool: Sendable {
  /// Where it is.
  package let executable: Path

  /// A program somewhere else.
  ///
  /// - Parameter executable: Where it is.
  package init(executable: Path) {
    self.executable = executable
  }

  /// The command, beside the tests that run.
  package static let command = BuiltTool(executable: folder.appending("appauth-migrate"))

  /// The demo provider, beside the tests that run.
  package static let demoProvider = BuiltTool(executable: folder.appending("demo-provider"))

  /// The command as it is shipped, from `make build`.
  package static let release = BuiltTool(
    executable: package.appending(".build/release/appauth-migrate")
  )

  /// The folder that Package.swift lies in.
  package static let package = Path(
    URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path()
  )

  /// The folder that the tests were built into.
  package static let folder: Path = {
    // On macOS the main bundle is that of a helper, and the tests are a bundle that it loaded.
    let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let url = tests?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
    return Path(url.path())
  }()

  /// How it ended, what it wrote and what it showed to other processes.
  package struct Run: Sendable {
    /// How it ended.
    package let exit: ChildProcess.Exit
    /// Its standard output.
    package let outputBytes: [UInt8]
    /// Its standard error.
    package let errorBytes: [UInt8]
    /// The arguments and environments of it and all that it started; empty if nobody watched.
    package let processes: [ProcessWatch.Sample]

    /// Its exit code; nil if a signal or the time-out ended it.
    package var code: Int32? {
      guard case .code(let code) = exit else { return nil }
      return code
    }
    /// Its standard output as text.
    package var output: String { String(decoding: outputBytes, as: UTF8.self) }
    /// Its standard error as text.
    package var error: String { String(decoding: errorBytes, as: UTF8.self) }
  }

  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - arguments: Without the program's own name.
  ///   - home: Where its data goes.
  ///   - input: What it can read from standard input.
  ///   - environment: Variables over those of the home; an empty value removes one.
  ///   - folder: Its working directory; the home by default.
  ///   - isWatched: Whether to look at its arguments and environment while it runs.
  ///   - timeout: How long it may run before it, and all it started, is killed.
  /// - Returns: How it ended and what it wrote.
  /// - Throws: If it could not be started.
  package func run(
    _ arguments: [String],
    in home: ToolHome,
    input: [UInt8] = [],
    environment: [String: String] = [:],
    folder: Path? = nil,
    isWatched: Bool = false,
    timeout: Duration = .seconds(60)
  ) async throws -> Run {
    let line = try await home.commandLine(executable, arguments)
    let files = (
      input: try File.anonymous(), output: try File.anonymous(), error: try File.anonymous()
    )
    try files.input.write(input, at: 0)
    let mark = ProcessWatch.freshMark()
    var variables = home.environment.merging(environment) { $1 }.filter { !$0.value.isEmpty }
    if isWatched { variables[mark.name] = mark.value }
    let child = try ChildProcess.spawn(
      line.executable,
      arguments: line.arguments,
      environment: variables,
      folder: folder ?? home.path,
      input: .file(files.input),
      output: .file(files.output),
      error: .file(files.error),
      detached: true
    )
    let watch = isWatched ? ProcessWatch(child, mark: mark) : nil
    let exit = await child.wait(timeout: timeout)
    return Run(
      exit: exit,
      outputBytes: try files.output.read(at: 0, count: files.output.status().size),
      errorBytes: try files.error.read(at: 0, count: files.error.status().size),
      processes: await watch?.stop() ?? []
    )
  }
}
