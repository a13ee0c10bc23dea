import Foundation
import POSIX
import TestSupport

/// One of the providers that are shared with other projects, in one of the ways that it can be run.
struct SharedProvider: Sendable, CustomStringConvertible {
  /// The folder of its scripts.
  let kind: String
  /// What its scripts take from the environment.
  var options: [String: String] = [:]
  /// What becomes of a refresh token that a public client revokes.
  let revocation: String
  /// Whether tokens are bound to a key (RFC 9449).
  var bindsTokens = false
  /// Whether a refreshed session shows another refresh token.
  var rotates = true

  var description: String {
    ([kind] + options.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
      .joined(separator: " ")
  }

  /// Where they lie, beside the checkout; they are no part of the project.
  static let folder = BuiltTool.package.appending("../shared/providers")

  /// Whether they are there.
  static var areThere: Bool {
    (try? File.open(folder.appending("common/lib.sh"))) != nil
  }

  /// All that there are, with what their own descriptions say.
  static let all = [
    SharedProvider(kind: "canaille", revocation: "not_revoked"),
    SharedProvider(kind: "django-oauth-toolkit", revocation: "revoked"),
    SharedProvider(kind: "django-oauth-toolkit", options: ["TLS": "1"], revocation: "revoked"),
    SharedProvider(kind: "glewlwyd", revocation: "not_revoked", bindsTokens: true),
    SharedProvider(
      kind: "glewlwyd",
      options: ["ROTATE": "never"],
      revocation: "not_revoked",
      bindsTokens: true,
      rotates: false
    ),
    SharedProvider(
      kind: "glewlwyd",
      options: ["DPOP_NONCE": "1", "PAR_REQUIRED": "1"],
      revocation: "not_revoked",
      bindsTokens: true
    ),
    SharedProvider(
      kind: "glewlwyd",
      options: ["DPOP_NONCE": "1", "PAR_REQUIRED": "1", "TLS": "1"],
      revocation: "not_revoked",
      bindsTokens: true
    ),
  ]

  /// One that is up.
  struct Running: Sendable {
    let provider: SharedProvider
    let issuer: String
    /// The authority to trust, where it speaks TLS.
    let caFile: String?
  }

  /// Runs it for as long as `body` takes, with fresh data, and ends it whatever happens.
  ///
  /// Its folder stays, since what is installed there takes longer to make than everything else.
  func running<R>(_ body: (Running) async throws -> R) async throws -> R {
    let state = BuiltTool.package.appending(".build/providers/shared-\(kind)")
    // A run that was killed may have left one behind.
    _ = try await script("stop.sh", state)
    do {
      let started = try await script("start.sh", state)
      guard started.exit == .code(0) else { throw ToolHome.NotPossible(reason: started.errorText) }
      let issuer = started.outputText.split(separator: "\n").last.map(String.init) ?? ""
      let result = try await body(
        Running(
          provider: self,
          issuer: issuer,
          caFile: options["TLS"] == "1" ? state.appending("ca.pem").text : nil
        )
      )
      _ = try await script("stop.sh", state)
      return result
    } catch {
      _ = try? await script("stop.sh", state)
      throw error
    }
  }

  private func script(_ name: String, _ state: Path) async throws -> ChildProcess.Outcome {
    try await ChildProcess.run(
      "bash",
      arguments: [Self.folder.appending("\(kind)/\(name)").text],
      environment: Environment.all.merging(options) { $1 }
        .merging(["STATE_DIR": state.text, "PORT": "\(Self.port)", "RESET": "1"]) { $1 },
      timeout: .seconds(300)
    )
  }

  /// A port that these providers have for themselves; they run one after another.
  private static let port = 47_000 + Int(ProcessInfo.processInfo.processIdentifier % 1000)
}
