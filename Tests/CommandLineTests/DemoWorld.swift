import DemoProvider
import JSON
import POSIX
import Secrets
import TestSupport
import Testing

/// A provider, an old session at it, the dump of an app that kept it, and a home for the command.
///
/// Every token that the provider gives out has a mark in it, the old ones and those that the command gets.
final class DemoWorld: Sendable {
  let provider: DemoProvider
  let home: ToolHome
  let dump: AppDump
  let old: OldTokens
  let markers: Markers
  /// A script for `BROWSER` that signs in and follows the redirect to its end.
  let browser: Path

  /// The tokens in the dump.
  struct OldTokens: Sendable {
    let refresh: SecretBytes
    let access: SecretBytes
    let id: SecretBytes
  }

  init(
    _ configuration: DemoConfiguration = DemoConfiguration(),
    change: (inout AndroidState) -> Void = { _ in }
  ) async throws {
    var configuration = configuration
    let mark = String(UInt64.random(in: 1 << 60..<1 << 62), radix: 36)
    // Digits enough to be taken for a token wherever one is typed.
    configuration.marker = "MARKED7x3q9\(mark)"
    provider = try DemoProvider(configuration)
    home = try await ToolHome()

    let tokens = try provider.signIn()
    let (refresh, id) = (try #require(tokens.refreshToken), try #require(tokens.idToken))
    old = OldTokens(refresh: refresh, access: tokens.accessToken, id: id)
    var state = AndroidState(
      issuer: provider.issuer,
      client: "legacy-app",
      endpoints: [
        "authorization_endpoint": provider.url(of: .authorize),
        "token_endpoint": provider.url(of: .token),
        "revocation_endpoint": provider.url(of: .revoke),
        "end_session_endpoint": provider.url(of: .endSession),
      ]
    )
    state.refreshToken = refresh.text
    state.accessToken = tokens.accessToken.text
    state.idToken = id.text
    change(&state)
    dump = try AppDump(state, in: home.folder)

    markers = Markers([
      ("a token of the provider's", Array(configuration.marker.utf8)),
      ("the old refresh token", Array(refresh.text.utf8)),
      ("the old access token", Array(tokens.accessToken.text.utf8)),
      ("an ID token", Array(id.text.utf8)),
      ("the old code verifier", Array(state.codeVerifier.utf8)),
      ("the old code", Array(state.code.utf8)),
    ])

    try home.folder.write(
      "appauth-migrate.json",
      JSONNode.object([
        ("issuer", .string(provider.issuer)), ("client_id", "migrated-app"),
        ("post_logout_redirect_uri", "http://127.0.0.1/signed-out"),
      ]).encoded(pretty: true)
    )
    // It writes down what every other process could see of it, and stays for a moment.
    let script = """
      #!/bin/sh
      cat /proc/$$/cmdline /proc/$$/environ >>\(home.path)/run/browser-seen
      sleep ${BROWSER_DELAY:-0.1}
      exec \(BuiltTool.demoProvider.executable) browse "$1" $BROWSER_FLAGS

      """
    browser = try home.folder.write("browser.sh", text: script, permissions: 0o755)
  }

  /// Runs the command in the home, with the browser.
  func run(
    _ arguments: [String],
    input: [UInt8] = [],
    environment: [String: String] = [:],
    isWatched: Bool = false
  ) async throws -> BuiltTool.Run {
    try await BuiltTool.command.run(
      arguments,
      in: home,
      input: input,
      environment: ["BROWSER": browser.text].merging(environment) { $1 },
      isWatched: isWatched
    )
  }
}

extension SecretBytes {
  /// A made-up token as text.
  var text: String {
    withBytes { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
  }
}
