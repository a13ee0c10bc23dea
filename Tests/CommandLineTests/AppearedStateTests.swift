import DemoProvider
import JSON
import POSIX
import Secrets
import TestSupport
import Testing

/// Somebody may still write into the copy while its migration waits for a sign-in.
@Suite(.timeLimit(.minutes(10))) struct `A state that comes while a plan is carried out` {
  @Test func `is named by the last look, and the migration is not complete`() async throws {
    let world = try await DemoWorld()
    #expect(try await world.run(["plan", "dump", "--output", "plan.json"]).code == 0)
    let later = world.dump.preferencesPath.parent.appending("Later.xml")
    let opener = try world.home.folder.write(
      "opener.sh",
      text: """
        #!/bin/sh
        cp '\(world.dump.preferencesPath)' '\(later)'
        exec \(world.browser) "$1"

        """,
      permissions: 0o755
    )
    let run = try await world.run(
      ["migrate", "plan.json", "--yes", "--report", "json=report.json"],
      environment: ["BROWSER": opener.text]
    )
    #expect(run.code == 3, "\(run.error)")
    #expect(run.output.contains("Later.xml") && run.output.contains("plan again"), "\(run.output)")
    #expect(!run.output.contains("Done."), "\(run.output)")
    let report = SecretBytes(copying: try world.home.folder.text("report.json").utf8)
    let root = try JSONDocument(parsing: report).root
    #expect(root["complete"]?.bool() == false)
    #expect(root["appeared"]?.elements.count == 1)
    let ledger = try await world.run(["ledger", "show"])
    #expect(ledger.code == 3 && ledger.output.contains("incomplete"), "\(ledger.output)")
    let plan = try await world.run(["plan", "dump", "--output", "next.json"])
    #expect(plan.code == 0, "\(plan.error)")
    #expect(try await world.run(["migrate", "next.json", "--yes"]).code == 0)
    #expect(try await world.run(["audit", "dump"]).code == 0)
  }
}

/// What is known beforehand to keep a sign-in from beginning.
@Suite(.timeLimit(.minutes(10))) struct `A migration whose sign-in cannot begin` {
  @Test(arguments: ["browser", "key", "store", "port"])
  func `revokes nothing`(fault: String) async throws {
    let world = try await DemoWorld()
    #expect(try await world.run(["plan", "dump", "--output", "plan.json"]).code == 0)
    var arguments = ["migrate", "plan.json", "--yes"]
    var environment: [String: String] = [:]
    switch fault {
    // Some systems have an opener of their own.
    case "browser": environment = ["BROWSER": "/nonexistent/browser", "PATH": "/nonexistent"]
    case "key":
      try world.home.folder.write("short.key", text: "too short", permissions: 0o600)
      arguments += ["--key-file", "short.key"]
    case "store":
      try world.home.folder.write("store", text: "a file")
      arguments += ["--store", "store"]
    default:
      // Where the provider listens nobody else can.
      let line = ["plan", "dump", "--output", "port.json", "--redirect-uri"]
      #expect(try await world.run(line + ["\(world.provider.issuer)/callback"]).code == 0)
      arguments[1] = "port.json"
    }
    let run = try await world.run(arguments, environment: environment)
    #expect(run.code == 2, "\(run.error)")
    #expect(world.provider.counts[.revoke, default: 0] == 0, "\(run.error)")
    #expect(run.error.contains("--no-browser") == (fault == "browser"), "\(run.error)")
  }
}
