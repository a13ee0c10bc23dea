import Foundation
import JSON
import Locks
import POSIX
import Secrets
import TestSupport

/// django-oauth-toolkit as other people wrote it, started on a free port of 127.0.0.1.
final class RealProvider: Sendable {
  /// How its behaviour differs from what it does by itself.
  struct Options: Hashable, Sendable {
    /// Whether a refresh token that was used before ends its whole family.
    var detectsReuse = true
    /// For how many seconds a replaced refresh token still works.
    var graceSeconds = 0
  }

  /// What an app of old got from it, and would have kept.
  struct OldSession: Sendable {
    let document: JSONDocument
    let refreshToken: String
    let accessToken: String
    let idToken: String
  }

  /// What it answered.
  struct Answer: Sendable {
    let status: Int
    let error: String?
    let refreshToken: String?
  }

  let issuer: String
  private let options: Options
  private let folder: TemporaryFolder

  private init(issuer: String, _ options: Options, _ folder: TemporaryFolder) {
    self.issuer = issuer
    self.options = options
    self.folder = folder
  }

  /// Runs a provider for as long as `body` takes, and ends it whatever happens.
  static func running<R>(
    _ options: Options = Options(),
    _ body: (RealProvider) async throws -> R
  ) async throws -> R {
    let folder = try TemporaryFolder()
    do {
      let provider = RealProvider(issuer: try await start(options, folder), options, folder)
      let result = try await body(provider)
      try await stop(folder)
      return result
    } catch {
      try? await stop(folder)
      throw error
    }
  }

  // MARK: An app of old

  /// Signs in as the demo user, by code flow with PKCE.
  func oldSession(
    client: String = "migrated-app",
    scope: String = "openid profile email offline_access"
  ) async throws -> OldSession {
    let document = try await oldApp("session", client, "com.example.app:/oauth", scope)
    let tokens = document.root["tokens"]
    return OldSession(
      document: document,
      refreshToken: tokens?["refresh_token"]?.string() ?? "",
      accessToken: tokens?["access_token"]?.string() ?? "",
      idToken: tokens?["id_token"]?.string() ?? ""
    )
  }

  /// Uses a refresh token.
  func refresh(_ token: String, client: String = "migrated-app") async throws -> Answer {
    Answer(try await oldApp("refresh", client, input: token))
  }

  /// Whether the provider says `invalid_grant` to a refresh token.
  ///
  /// A token that still works is used up by asking.
  func refreshIsRefused(_ token: String, client: String = "migrated-app") async throws -> Bool {
    let answer = try await refresh(token, client: client)
    return answer.status == 400 && answer.error == "invalid_grant"
  }

  /// Revokes a token as a public client does.
  func revoke(_ token: String, client: String = "migrated-app") async throws -> Answer {
    Answer(try await oldApp("revoke", client, input: token))
  }

  /// What the provider answers to whoever shows an access token.
  func userinfo(_ accessToken: String) async throws -> Answer {
    Answer(try await oldApp("userinfo", "", input: accessToken))
  }

  /// How often each method and path was asked for, with the status of the answer: `POST /o/token/ 200`.
  func requests() throws -> [String: Int] {
    try folder.text("access.log").split(separator: "\n").reduce(into: [:]) { counts, line in
      counts[String(line), default: 0] += 1
    }
  }

  private func oldApp(
    _ command: String,
    _ client: String,
    _ rest: String...,
    input: String = ""
  ) async throws -> JSONDocument {
    let outcome = try await ChildProcess.run(
      "python3",
      arguments: [Self.fixtures.appending("old_app.py").text, command, issuer, client] + rest,
      environment: Environment.all.merging(["PYTHONDONTWRITEBYTECODE": "1"]) { $1 },
      input: Array(input.utf8)
    )
    guard outcome.exit == .code(0) else { throw ToolHome.NotPossible(reason: outcome.errorText) }
    return try JSONDocument(parsing: SecretBytes(copying: outcome.output))
  }

  // MARK: Its life

  /// The fixtures beside this file.
  static let fixtures = BuiltTool.package.appending("Tests/ProviderTests/Fixtures")

  /// A program to be named in `BROWSER`: signs in as the demo user, follows the redirect to the end and keeps cookies.
  static func browser(in home: ToolHome) throws -> String {
    let browser = "\(fixtures.appending("browser.py")) --jar \(home.path.appending("cookies"))"
    let script = """
      #!/bin/sh
      export PYTHONDONTWRITEBYTECODE=1
      exec python3 \(browser) --follow "$1" >/dev/null

      """
    return try home.folder.write("browser.sh", text: script, permissions: 0o755).text
  }

  /// The same, but the provider is gone between the sign-in and the redirect: the code cannot be exchanged.
  func browserThatLosesTheProvider(in home: ToolHome) throws -> String {
    let script = """
      #!/bin/sh
      export PYTHONDONTWRITEBYTECODE=1
      callback=$(python3 \(Self.fixtures.appending("browser.py")) "$1") || exit
      STATE_DIR=\(folder.path) bash \(Self.fixtures.appending("django-oauth-toolkit/stop.sh"))
      exec curl -fsS -o /dev/null --noproxy '*' "$callback"

      """
    return try home.folder.write("losing-browser.sh", text: script, permissions: 0o755).text
  }

  /// Ends it for now; what it knows stays.
  func stop() async throws {
    try await Self.stop(folder)
  }

  /// Starts it again, where it was, with what it knew.
  func startAgain() async throws {
    let port = issuer.split(separator: ":").last.map { String($0.prefix { $0.isNumber }) }
    _ = try await Self.start(options, folder, port: port ?? "0")
  }

  private static func start(
    _ options: Options,
    _ folder: TemporaryFolder,
    port: String = "0"
  ) async throws -> String {
    let outcome = try await script(
      "start.sh",
      folder,
      [
        "REUSE_PROTECTION": options.detectsReuse ? "1" : "0",
        "GRACE": "\(options.graceSeconds)",
        "PORT": port,
      ]
    )
    guard outcome.exit == .code(0) else { throw ToolHome.NotPossible(reason: outcome.errorText) }
    return String(outcome.outputText.prefix { !$0.isNewline })
  }

  private static func stop(_ folder: TemporaryFolder) async throws {
    _ = try await script("stop.sh", folder, [:])
  }

  private static func script(
    _ name: String,
    _ folder: TemporaryFolder,
    _ variables: [String: String]
  ) async throws -> ChildProcess.Outcome {
    let cache = BuiltTool.package.appending(".build/providers/django-oauth-toolkit")
    var environment = Environment.all.merging(variables) { $1 }
    environment["STATE_DIR"] = folder.path.text
    environment["VENV_DIR"] = cache.text
    environment["OWNER_PID"] = "\(ProcessInfo.processInfo.processIdentifier)"
    return try await ChildProcess.run(
      "bash",
      arguments: [fixtures.appending("django-oauth-toolkit/\(name)").text],
      environment: environment,
      timeout: .seconds(300)
    )
  }
}

extension RealProvider.Answer {
  init(_ document: JSONDocument) {
    self.init(
      status: document.root["status"]?.int().map(Int.init) ?? 0,
      error: document.root["body"]?["error"]?.string(),
      refreshToken: document.root["body"]?["refresh_token"]?.string()
    )
  }
}
