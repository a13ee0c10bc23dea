import JSON
import POSIX
import Secrets
import TestSupport
import Testing

/// A real provider's old session in the dump of an app that kept it, and a home for the command.
struct RealWorld {
  let provider: RealProvider
  let home: ToolHome
  let old: RealProvider.OldSession
  let dump: AppDump
  /// Signs in and out over HTTP.
  let browser: String
  /// All of the old session that must not turn up anywhere.
  let markers: Markers

  /// Signs the app of old in, and writes what it keeps; its state may name another client than it used.
  init(_ provider: RealProvider, client: String = "migrated-app") async throws {
    self.provider = provider
    home = try await ToolHome()
    old = try await provider.oldSession()
    let root = old.document.root
    let metadata = root["metadata"]?.members ?? []
    var state = AndroidState(
      issuer: provider.issuer,
      client: client,
      endpoints: metadata.reduce(into: [:]) { endpoints, member in
        if member.name.hasSuffix("_endpoint") || member.name == "jwks_uri" {
          endpoints[member.name] = member.value.string()
        }
      }
    )
    state.scope = root["scope"]?.string() ?? ""
    state.refreshToken = old.refreshToken
    state.accessToken = old.accessToken
    state.idToken = old.idToken
    state.code = try #require(root["code"]?.string())
    state.codeVerifier = try #require(root["code_verifier"]?.string())
    dump = try AppDump(state, in: home.folder)
    browser = try RealProvider.browser(in: home)
    markers = Markers([
      ("the old refresh token", Array(old.refreshToken.utf8)),
      ("the old access token", Array(old.accessToken.utf8)),
      ("the old ID token", Array(old.idToken.utf8)),
      ("the old code", Array(state.code.utf8)),
      ("the old code verifier", Array(state.codeVerifier.utf8)),
    ])
    try home.folder.write(
      "appauth-migrate.json",
      JSONNode.object([
        ("issuer", .string(provider.issuer)), ("client_id", "migrated-app"),
        ("post_logout_redirect_uri", "http://127.0.0.1/logged-out"),
      ]).encoded(pretty: true)
    )
  }

  /// Runs the command in the home; nothing of the old session may be in what it says and shows.
  func run(_ arguments: String..., browser: String? = nil) async throws -> BuiltTool.Run {
    let run = try await BuiltTool.command.run(
      arguments,
      in: home,
      environment: ["BROWSER": browser ?? self.browser],
      isWatched: true
    )
    #expect(markers.sightings(in: run) == [], "\(arguments)")
    return run
  }

  /// Runs the command for its json.
  func json(_ arguments: String...) async throws -> (code: Int32?, root: JSONValue) {
    try await json(arguments)
  }

  /// Runs the command for its json.
  func json(_ arguments: [String]) async throws -> (code: Int32?, root: JSONValue) {
    let run = try await BuiltTool.command.run(
      arguments + ["--format", "json"],
      in: home,
      environment: ["BROWSER": browser]
    )
    #expect(markers.sightings(in: run) == [], "\(arguments)")
    return (run.code, try JSONDocument(parsing: SecretBytes(copying: run.outputBytes)).root)
  }

  /// The preferences as they are now.
  var preferences: String {
    get throws {
      let file = try File.open(dump.preferencesPath)
      return String(decoding: try file.read(at: 0, count: file.status().size), as: UTF8.self)
    }
  }
}
