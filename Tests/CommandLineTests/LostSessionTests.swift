import DemoProvider
import Foundation
import JSON
import POSIX
import Secrets
import TestSupport
import Testing

/// The words of the session's commands for what is not as it was.
@Suite(.timeLimit(.minutes(10))) struct `A session that is not as it was` {
  private let world: DemoWorld

  init() async throws { world = try await DemoWorld() }

  @Test func `lies aside, and is named as long as it does`() async throws {
    #expect(try await run("login") == 0)
    try replaceKey()
    let login = try await world.run(["login"])
    #expect(login.code == 0)
    #expect(login.error.contains("was set aside"), "\(login.error)")
    #expect(login.error.contains("will not come back"), "\(login.error)")
    #expect(login.error.contains("sessions.sqlite"), "\(login.error)")
    for line in ["status", "refresh"] {
      let later = try await world.run([line])
      #expect(later.code == 0)
      #expect(later.output.contains("set aside"), "\(later.output)")
      let json = try await world.run([line, "--format", "json"])
      let root = try JSONDocument(parsing: SecretBytes(copying: json.outputBytes)).root
      #expect(root["set_aside"]?.stringArray() == ["superseded"], "\(json.output)")
    }
  }

  @Test func `is named by status while it waits for its key`() async throws {
    #expect(try await run("login") == 0)
    try replaceKey()
    for _ in 0..<2 {
      let status = try await world.run(["status", "--format", "json"])
      #expect(status.code == 5)
      let root = try JSONDocument(parsing: SecretBytes(copying: status.outputBytes)).root
      #expect(root["set_aside"]?.stringArray() == ["wrong_key"], "\(status.output)")
    }
  }

  @Test func `comes back with its key, whatever the provider asked to wait meanwhile`() async throws
  {
    #expect(try await run("login") == 0)
    let key = try keyFile()
    let bytes = try #require(FileManager.default.contents(atPath: key))
    try replaceKey()
    #expect(try await run("status") == 5)
    world.provider.inject(DemoFault(.discovery, .answer(.busy(retryAfter: "4000")), times: 1))
    let login = try await world.run(["login"])
    #expect(login.code == 4)
    #expect(!login.error.contains("will not come back"), "\(login.error)")
    try bytes.write(to: URL(filePath: key))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
    #expect(try await run("status") == 0)
  }

  @Test func `and has no refresh token is signed out of in full`() async throws {
    let folder = try Directory.make(world.home.path.appending("elsewhere")).path
    let client = ["--issuer", world.provider.issuer, "--client-id", "migrated-app"]
    func run(_ arguments: [String]) async throws -> BuiltTool.Run {
      try await BuiltTool.command.run(
        arguments + client + ["--scopes", "openid"],
        in: world.home,
        environment: ["BROWSER": world.browser.text],
        folder: folder
      )
    }
    #expect(try await run(["login"]).code == 0)
    let logout = try await run(["logout"])
    #expect(logout.code == 0, "\(logout.error)")
    #expect(logout.output.contains("none; the access token is revoked"), "\(logout.output)")
  }

  @Test func `after a refresh that was cut off is not called revoked`() async throws {
    #expect(try await run("login") == 0)
    world.provider.inject(
      DemoFault(.token, .drop, times: 1, grantType: "refresh_token", afterwards: true)
    )
    #expect(try await run("refresh") == 4)
    let logout = try await world.run(["logout", "--format", "json"])
    #expect(logout.code == 3, "\(logout.error)")
    let root = try JSONDocument(parsing: SecretBytes(copying: logout.outputBytes)).root
    #expect(root["token_revoked"]?.bool() == false)
    #expect(root["revocation"]?.string() == "unknown")
    #expect(logout.error.contains("nobody can tell"), "\(logout.error)")
  }

  @Test func `after two lost answers says how its token is sent once more`() async throws {
    #expect(try await run("login") == 0)
    world.provider.inject(
      DemoFault(.token, .answer(.html(502)), times: 2, grantType: "refresh_token")
    )
    #expect(try await run("refresh") == 4)
    #expect(try await run("refresh") == 4)
    let third = try await world.run(["refresh"])
    #expect(third.code == 5)
    #expect(third.error.contains("appauth-migrate login"), "\(third.error)")
    let status = try await world.run(["status"])
    #expect(status.code == 5)
    #expect(status.error.contains("refresh --again"), "\(status.error)")
    let line = try #require(third.error.split(separator: "\n").last { $0.contains("--again") })
    let words = line.split(separator: " ").map(String.init)
    let start = try #require(words.firstIndex(of: "appauth-migrate"))
    let again = try await world.run(Array(words[(start + 1)...]))
    #expect(again.code == 0, "\(again.error)")
    #expect(try await run("status") == 0)
  }

  private func run(_ line: String) async throws -> Int32? {
    try await world.run(line.split(separator: " ").map(String.init)).code
  }

  private func keyFile() throws -> String {
    let files = FileManager.default.enumerator(atPath: world.home.path.text)?
      .compactMap { $0 as? String }
    let name = try #require(files?.first { $0.hasSuffix("store.key") })
    return world.home.path.appending(Path(name)).text
  }

  private func replaceKey() throws {
    let key = try keyFile()
    try FileManager.default.removeItem(atPath: key)
    #expect(
      FileManager.default.createFile(
        atPath: key,
        contents: Data((0..<32).map { _ in UInt8.random(in: 0...255) }),
        attributes: [.posixPermissions: 0o600]
      )
    )
  }
}
