package import POSIX

/// Python's standard library: what makes archives that are not ours.
package enum Python {
  /// Runs a program that writes files into the current folder.
  ///
  /// - Parameters:
  ///   - program: Its text.
  ///   - folder: Where it works.
  /// - Throws: If it fails.
  package static func run(_ program: String, in folder: Path) async throws {
    let outcome = try await ChildProcess.run(
      "python3",
      arguments: ["-I", "-c", program],
      folder: folder
    )
    guard outcome.exit == .code(0) else { throw PythonFailure(said: outcome.errorText) }
  }
}

/// A program of a test that failed.
package struct PythonFailure: Error {
  /// What it wrote to standard error.
  package let said: String
}
