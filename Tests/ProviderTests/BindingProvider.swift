import Foundation
import POSIX
import TestSupport

/// glewlwyd as other people wrote it, started on a free port of 127.0.0.1: every proof of possession needs a nonce, and
/// every authorization request must be pushed.
struct BindingProvider {
  let issuer: String
  /// The client's one redirect, which is compared as text.
  let redirectURI: String

  /// Runs a provider for as long as `body` takes, and ends it whatever happens.
  static func running<R>(_ body: (BindingProvider) async throws -> R) async throws -> R {
    let folder = try TemporaryFolder()
    do {
      let result = try await body(try await start(folder))
      try await stop(folder)
      return result
    } catch {
      try? await stop(folder)
      throw error
    }
  }

  /// A program to be named in `BROWSER`: signs in as the demo user and follows the redirect to the end.
  static func browser(in home: ToolHome) throws -> String {
    let script = """
      #!/bin/sh
      export PYTHONDONTWRITEBYTECODE=1
      exec python3 \(fixtures.appending("browser.py")) "$1" >/dev/null

      """
    return try home.folder.write("browser.sh", text: script, permissions: 0o755).text
  }

  private static let fixtures = RealProvider.fixtures.appending("glewlwyd")

  private static func start(_ folder: TemporaryFolder) async throws -> BindingProvider {
    // Below the range that the system hands out, so that nobody else is given it meanwhile.
    let redirectURI = "http://127.0.0.1:\(UInt16.random(in: 16_000..<32_000))/callback"
    let outcome = try await script(
      "start.sh",
      folder,
      ["REDIRECT_URI": redirectURI, "DPOP_NONCE": "1", "PAR_REQUIRED": "1"]
    )
    guard outcome.exit == .code(0) else { throw ToolHome.NotPossible(reason: outcome.errorText) }
    let issuer = String(outcome.outputText.prefix { !$0.isNewline })
    return BindingProvider(issuer: issuer, redirectURI: redirectURI)
  }

  private static func stop(_ folder: TemporaryFolder) async throws {
    _ = try await script("stop.sh", folder, [:])
  }

  private static func script(
    _ name: String,
    _ folder: TemporaryFolder,
    _ variables: [String: String]
  ) async throws -> ChildProcess.Outcome {
    var environment = Environment.all.merging(variables) { $1 }
    environment["STATE_DIR"] = folder.path.text
    environment["OWNER_PID"] = "\(ProcessInfo.processInfo.processIdentifier)"
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    return try await ChildProcess.run(
      "bash",
      arguments: [fixtures.appending(name).text],
      environment: environment,
      timeout: .seconds(120)
    )
  }
}
