import DemoProvider
import Foundation
import JSON
import POSIX
import Secrets
import TestSupport
import Testing

/// What is left after a purge, and what stops it.
@Suite(.timeLimit(.minutes(10))) struct `Purging` {
  private let world: DemoWorld

  init() async throws { world = try await DemoWorld() }

  private func run(_ line: String) async throws -> BuiltTool.Run {
    try await world.run(line.split(separator: " ").map(String.init))
  }

  /// What there is of the program's own, by name.
  private func files() throws -> [String] {
    try ["data", "config", "state"].flatMap { name in
      try FileManager.default.subpathsOfDirectory(
        atPath: world.home.path.appending(name).text
      ).map { "\(name)/\($0)" }
    }.filter { $0 != "config/appauth-migrate" && !$0.hasPrefix("state") }
  }

  @Test func `signs out and leaves neither store nor key, and twice is no error`() async throws {
    #expect(try await run("login").code == 0)
    let before = try TreeHash(of: world.home.path.appending("config"))
    let dry = try await run("purge --dry-run")
    #expect(dry.code == 0 && dry.output.contains("would remove the session store"), "\(dry.error)")
    #expect(try before == TreeHash(of: world.home.path.appending("config")))
    #expect(try await run("status").code == 0)
    let purge = try await run("purge --yes")
    #expect(purge.code == 0, "\(purge.error)")
    #expect(purge.output.contains("refresh token revoked"), "\(purge.output)")
    #expect(try files() == [])
    #expect(world.provider.grants.map(\.isLive) == [true, false])
    let again = try await run("purge --yes")
    #expect(again.code == 0 && again.output == "there is nothing to remove\n", "\(again.output)")
    #expect(try await run("login").code == 0)
  }

  @Test func `removes nothing that is not its own, however it is named or forced`() async throws {
    #expect(try await run("login").code == 0)
    let store = "data/appauth-migrate"
    let foreign = ["notes-of-the-yea.lock", "ABCDEF0123456789.lock", "0123456789abcdef.locks"]
    let place = { (name: String) in
      URL(filePath: world.home.path.appending("\(store)/\(name)").text)
    }
    for name in foreign { try Data("mine".utf8).write(to: place(name)) }
    try world.home.folder.write("precious.txt", text: "mine")
    let purge = try await run("purge --yes --force --with-ledger --ledger precious.txt")
    #expect(purge.code == 3, "\(purge.output)")
    #expect(purge.error.contains("no ledger"), "\(purge.error)")
    #expect(try world.home.folder.text("precious.txt") == "mine")
    #expect(try await run("purge --yes --force").code == 0)
    for name in foreign { #expect(try Data(contentsOf: place(name)) == Data("mine".utf8)) }
    #expect(try await run("status").code == 5)
  }

  @Test func `is not forced over a key that is named wrongly`() async throws {
    try world.home.folder.write("passphrase", text: "correct horse", permissions: 0o600)
    #expect(try await run("login --key-source passphrase --passphrase-file passphrase").code == 0)
    let purge = try await run("purge --yes --force --key-source file")
    #expect(purge.code == 2, "\(purge.output)")
    #expect(try await run("status --passphrase-file passphrase").code == 0)
  }

  @Test func `has no need to undo a first sign-in that found no key`() async throws {
    let failed = try await run("login --key-source passphrase --passphrase-file missing")
    #expect(failed.code != 0)
    #expect(try await run("login --key-source file").code == 0)
  }

  @Test func `is done by nobody who was not asked`() async throws {
    #expect(try await run("login").code == 0)
    let unasked = try await BuiltTool(executable: "/usr/bin/setsid").run(
      ["-w", BuiltTool.command.executable.text, "purge"],
      in: world.home
    )
    #expect(unasked.code == 2 && unasked.error.contains("--yes"), "\(unasked.error)")
    #expect(try await run("refresh").code == 0)
  }

  @Test func `goes on where the provider confirms nothing, and says what lives on`() async throws {
    #expect(try await run("login").code == 0)
    world.provider.inject(DemoFault(.revoke, .answer(DemoAnswer(status: 403))))
    let purge = try await run("purge --yes")
    #expect(purge.code == 3, "\(purge.output)")
    #expect(purge.error.contains("may live on"), "\(purge.error)")
    #expect(try files() == [])
  }

  @Test func `stops before it forgets another client's session, unless it is forced`() async throws
  {
    #expect(try await run("login").code == 0)
    #expect(try await run("login --client-id legacy-app").code == 0)
    let stopped = try await run("purge --yes")
    #expect(stopped.code == 3 && stopped.error.contains("1 other client"), "\(stopped.error)")
    #expect(try await run("refresh").code == 0)
    #expect(try await run("refresh --client-id legacy-app").code == 0)
    #expect(try await run("purge --yes --force").code == 0)
    #expect(try files() == [])
  }

  @Test func `stops before it forgets a session that waits for its key, unless it is forced`()
    async throws
  {
    #expect(try await run("login").code == 0)
    let key = world.home.path.appending("config/appauth-migrate/store.key").text
    try FileManager.default.moveItem(atPath: key, toPath: key + ".away")
    let stopped = try await run("purge --yes")
    #expect(stopped.code == 3 && stopped.error.contains("waits for its key"), "\(stopped.error)")
    try FileManager.default.moveItem(atPath: key + ".away", toPath: key)
    #expect(try await run("refresh").code == 0)
    try FileManager.default.removeItem(atPath: key)
    #expect(try await run("purge --yes --force").code == 0)
    #expect(try files() == [])
  }

  @Test func `keeps a key file that was named, and a ledger that nobody gave up`() async throws {
    #expect(try await run("revoke dump --yes").code == 0)
    #expect(try await run("login --key-file mine.key --store mine").code == 0)
    let kept = try await run("purge --yes --key-file mine.key --store mine --format json")
    #expect(kept.code == 0, "\(kept.error)")
    let things = try JSONDocument(parsing: SecretBytes(copying: kept.outputBytes)).root["things"]
    #expect(
      things?.elements.map { $0["fate"]?.string() } == ["removed", "kept", "kept"],
      "\(kept.output)"
    )
    #expect(try await run("ledger show").output.contains("chain intact"))
    #expect(FileManager.default.fileExists(atPath: world.home.path.appending("mine.key").text))
    #expect(!FileManager.default.fileExists(atPath: world.home.path.appending("mine").text))
    #expect(try await run("purge --yes --with-ledger").code == 0)
    #expect(
      try FileManager.default.subpathsOfDirectory(
        atPath: world.home.path.appending("state").text
      ).filter { $0.contains("ledger.db") } == []
    )
  }

  #if os(Linux)
  @Test
  func
    `killed at any point leaves no key that nothing points to, and is finished by doing it again`()
    async throws
  {
    let report = try await KillWalk(
      calls: ["unlink", "unlinkat", "pwrite64", "rename", "renameat2", "ftruncate", "sendto"],
      sample: Environment.value("SOAK") == nil ? 6 : nil
    ).walk(
      prepare: {
        let world = try await DemoWorld()
        let login = try await world.run(["login"])
        guard login.code == 0 else { throw ToolHome.NotPossible(reason: login.error) }
        return world
      },
      command: { (world: DemoWorld) in
        KillWalk.Command(
          BuiltTool.command.executable,
          ["purge", "--yes"],
          environment: world.home.environment,
          folder: world.home.path
        )
      },
      afterKill: { world in
        let places = world.home.path
        func isThere(_ name: String) -> Bool {
          FileManager.default.fileExists(atPath: places.appending(name).text)
        }
        // As long as the key is there, so is the note that says where it is.
        #expect(
          !isThere("config/appauth-migrate/store.key") || isThere("data/appauth-migrate/store.json")
        )
      },
      observe: { world, last in
        let left = try ["data", "config"].flatMap { name in
          try FileManager.default.subpathsOfDirectory(
            atPath: world.home.path.appending(name).text
          )
        }.filter { $0 != "appauth-migrate" }
        return [
          "left": left.joined(separator: ", "),
          "live": "\(world.provider.grants.map(\.isLive))",
          "exit": "\(last.exit)",
        ]
      }
    )
    #expect(report.failures == [])
    #expect(report.hits.count >= 10)
  }
  #endif
}
