import JSON
import POSIX
import Secrets
import TestSupport
import Testing

/// A session at each provider that others wrote, from its sign-in to its end; each step is a process of its own.
@Suite(.serialized, .enabled(if: SharedProvider.areThere), .timeLimit(.minutes(10)))
struct `A session at another provider` {
  @Test(arguments: SharedProvider.all)
  func `lasts over restarts, calls, refreshes, and ends with the sign-out`(
    _ provider: SharedProvider
  ) async throws {
    try await provider.running { running in
      let home = try await SharedHome(running)
      let signedIn = try await home.run("login", "--timeout", "60")
      try #require(signedIn.code == 0, "\(signedIn.error)")

      // A restart makes no request: it works where none can be made.
      let restored = try await home.json("status", "--offline")
      #expect(restored.code == 0)
      #expect(restored.root["state"]?.string() == "authenticated")
      let first = restored.root["refresh_token"]?["sha256_12"]?.string()
      #expect(try await home.run("token", "--offline").code == 0)

      try await home.callsUserInfo()
      #expect(try await home.run("refresh").code == 0)
      let second = try await home.json("status").root["refresh_token"]?["sha256_12"]?.string()
      #expect((second != first) == provider.rotates)
      try await home.callsUserInfo()
      #expect(try await home.run("refresh").code == 0)

      let logout = try await home.json("logout")
      #expect(logout.code == (provider.revocation == "revoked" ? 0 : 3))
      #expect(logout.root["revocation"]?.string() == provider.revocation)
      #expect(logout.root["session_ended"]?.bool() == true)
      #expect(try await home.run("status").code == 5)
      #expect(try await home.run("token").code == 5)
    }
  }
}

/// A home for the command, with its configuration for one of these providers.
private struct SharedHome {
  let running: SharedProvider.Running
  let home: ToolHome
  private let browser: String

  init(_ running: SharedProvider.Running) async throws {
    self.running = running
    home = try await ToolHome()
    let origin = running.issuer.split(separator: "/", maxSplits: 3).prefix(2).joined(
      separator: "//"
    )
    try home.folder.write(
      "appauth-migrate.json",
      JSONNode.object([
        ("issuer", .string(running.issuer)), ("client_id", "migrated-app"),
        ("redirect_uri", "http://127.0.0.1:8765/callback"),
        ("post_logout_redirect_uri", "http://127.0.0.1:8765/logged-out"),
        ("scopes", ["openid", "profile", "email", "offline_access"]),
        ("protected_origins", [.string(origin)]),
      ]).encoded(pretty: true)
    )
    let script = """
      #!/bin/sh
      export PYTHONDONTWRITEBYTECODE=1
      exec python3 \(RealProvider.fixtures.appending("shared_browser.py")) \(SharedProvider.folder) \
      \(running.provider.kind) \(home.path.appending("cookies")) "\(running.caFile ?? "")" "$1" \
      2>>\(home.path.appending("browser.log"))

      """
    browser = try home.folder.write("browser.sh", text: script, permissions: 0o755).text
  }

  func run(_ arguments: String...) async throws -> BuiltTool.Run { try await run(arguments) }

  private func run(_ arguments: [String]) async throws -> BuiltTool.Run {
    try await BuiltTool.command.run(
      arguments + (running.caFile.map { ["--cacert", $0] } ?? []),
      in: home,
      environment: ["BROWSER": browser]
    )
  }

  func json(_ arguments: String...) async throws -> (code: Int32?, root: JSONValue) {
    let run = try await run(arguments + ["--format", "json"])
    return (run.code, try JSONDocument(parsing: SecretBytes(copying: run.outputBytes)).root)
  }

  /// The provider takes the access token, at its UserInfo endpoint and as an app's request.
  func callsUserInfo() async throws {
    let told = try await json("userinfo")
    #expect(told.code == 0)
    #expect(told.root["claims"]?["sub"]?.string()?.isEmpty == false)
  }
}
