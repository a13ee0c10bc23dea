import DemoProvider
import JSON
import POSIX
import Secrets
import TestSupport
import Testing

/// What is hinted can be copied into a shell as it stands, and works.
@Suite(.timeLimit(.minutes(10))) struct `A hinted command` {
  private let world: DemoWorld
  /// Where no configuration lies: everything is said by flags.
  private let folder: Path

  init() async throws {
    world = try await DemoWorld()
    folder = try Directory.make(world.home.path.appending("work place")).path
  }

  private var client: [String] {
    ["--issuer", world.provider.issuer, "--client-id", "migrated-app"]
  }

  private func run(_ arguments: [String], browser: String? = nil) async throws -> BuiltTool.Run {
    try await BuiltTool.command.run(
      arguments,
      in: world.home,
      environment: ["BROWSER": browser ?? world.browser.text],
      folder: folder
    )
  }

  /// Types a line into a shell that finds the command.
  private func type(_ line: String) async throws -> BuiltTool.Run {
    try await BuiltTool(executable: "/bin/bash").run(
      ["-c", line],
      in: world.home,
      environment: [
        "BROWSER": world.browser.text,
        "PATH": "\(BuiltTool.folder.text):\(Environment.value("PATH") ?? "/usr/bin:/bin")",
      ],
      folder: folder
    )
  }

  /// The commands that stand alone in their lines.
  private func commands(in text: String) -> [String] {
    text.replacing(#" \"# + "\n", with: " ").split(separator: "\n")
      .map { String($0.drop { $0 == " " }) }
      .filter { $0.hasPrefix("appauth-migrate ") }
  }

  @Test func `replaces a question that nobody can answer by a plan and its yes`() async throws {
    let flags =
      client + ["--ledger", "its ledger.db", "--store", "its store", "--verify", "redeem"]
    let run = try await run(["migrate", "../dump"] + flags)
    #expect(run.code == 2)
    #expect(!run.error.contains("say yes beforehand"), "\(run.error)")
    let hinted = commands(in: run.error)
    try #require(hinted.count == 2, "\(run.error)")
    #expect(hinted[0].hasPrefix("appauth-migrate plan ../dump --verify redeem --issuer http"))
    #expect(hinted[1].hasPrefix("appauth-migrate migrate plan.json --issuer http"))
    for line in hinted {
      let typed = try await type(line)
      #expect(typed.code == 0, "\(line)\n\(typed.error)")
    }
    #expect(!world.provider.isLive(world.old.refresh.fingerprint))
    // The session and the ledger are where the flags had them, and the end says how to see and end both.
    #expect((try? Directory.status(of: folder.appending("its store"))) != nil)
    let ledger = try await type("appauth-migrate ledger show --ledger 'its ledger.db'")
    #expect(ledger.code == 0, "\(ledger.output)")
  }

  @Test func `stands below a plan and applies it`() async throws {
    let flags = client + ["--ledger", "its ledger.db", "--output", "the plan.json"]
    let plan = try await run(["plan", "../dump"] + flags)
    let line = try #require(commands(in: plan.output).last, "\(plan.output)")
    #expect(line.hasPrefix("appauth-migrate migrate 'the plan.json' --ledger 'its ledger.db' --ex"))
    let migrated = try await type(line)
    #expect(migrated.code == 0, "\(migrated.error)")
    // At the end: how to sign out, and where the evidence is.
    let next = commands(in: migrated.output.replacing("Done. Evidence: ", with: ""))
    try #require(next.count == 2, "\(migrated.output)")
    let logout = try await type(next[0])
    // No way back from the provider's sign-out is configured: all was done that can be.
    #expect(logout.code == 0 && logout.output.hasPrefix("signed out here"), "\(logout.error)")
    #expect(try await type(next[1]).code == 0)
    #expect(next[1] == "appauth-migrate ledger show --ledger 'its ledger.db'")
  }

  @Test func `makes a plan again that does not fit any more, or was to be overruled`() async throws
  {
    let plan = try await run(
      ["plan", "../dump", "--output", "plan.json", "--login", "skip"] + client
    )
    #expect(plan.code == 0, "\(plan.error)")
    let overruled = try await run(["migrate", "plan.json", "--verify", "redeem"])
    #expect(overruled.code == 2)
    let line = try #require(commands(in: overruled.error).last, "\(overruled.error)")
    #expect(try await type(line).code == 0)

    let file = try File.open(world.dump.preferencesPath, .readWrite)
    let text = String(decoding: try file.read(at: 0, count: file.status().size), as: UTF8.self)
    try file.truncate(to: 0)
    try file.write(Array(text.replacing("old-state-1", with: "old-state-2").utf8), at: 0)
    let stale = try await run(["migrate", "plan.json", "--yes"])
    #expect(stale.code == 2)
    let again = try #require(commands(in: stale.error).last, "\(stale.error)")
    #expect(again.contains("--login skip --verify redeem"))
    #expect(try await type(again).code == 0)
    let applied = try await run(["migrate", "plan.json", "--yes"])
    #expect(applied.code == 0, "\(applied.error)")
  }

  @Test(arguments: ["token", "refresh", "status"])
  func `signs in with the same client and store`(command: String) async throws {
    let flags = client + ["--store", "it's a store"]
    let run = try await run([command] + flags)
    #expect(run.code == 5)
    let lines = run.error.replacing("next: ", with: "")
    let line = try #require(commands(in: lines).last, "\(run.error)")
    #expect(try await type(line).code == 0)
    #expect(try await self.run(["status"] + flags).code == 0)
  }

  @Test(arguments: ["login", "migrate plan.json --yes"])
  func `does without the browser that is not there`(line: String) async throws {
    let plan = try await run(["plan", "../dump", "--output", "plan.json"] + client)
    #expect(plan.code == 0, "\(plan.error)")
    let words = line.split(separator: " ").map(String.init) + client
    let run = try await BuiltTool.command.run(
      words + ["--timeout", "1"],
      in: world.home,
      environment: ["BROWSER": "/nowhere/browser", "PATH": "/nowhere"],
      folder: folder
    )
    #expect(run.code == 2, "\(run.error)")
    #expect(world.provider.counts[.revoke, default: 0] == 0)
    let hinted = try #require(commands(in: run.error).last, "\(run.error)")
    #expect(hinted.hasSuffix("--no-browser"))
    // It waits for somebody to open the address.
    #expect(try await type(hinted).code == 6)
  }

  @Test func `follows an audit and a preflight with the same files`() async throws {
    let audit = try await run(["audit", "../dump", "--cacert", "/etc/ssl/its ca.pem"])
    let lines = commands(in: audit.output.replacing("Next: ", with: ""))
    #expect(lines.count == 2)
    for line in lines { #expect(line.contains(" --cacert '/etc/ssl/its ca.pem'"), "\(line)") }
    let preflight = try await run(["preflight"] + client)
    #expect(preflight.code == 0)
    let plan = try #require(commands(in: preflight.output).last, "\(preflight.output)")
    #expect(try await type(plan.replacing(" PATH ", with: " ../dump ")).code == 0)
  }
}
