import DemoProvider
import POSIX
import TestSupport
import Testing

/// Who has to sign in hears how, whatever becomes of the browser.
@Suite(.timeLimit(.minutes(10))) struct `Without a browser that opens` {
  private static let request = "open this address in your browser (good for one use):\nhttp://127.0"

  @Test(arguments: ["login", "migrate plan.json --yes"])
  func `the address is shown when the opener fails`(line: String) async throws {
    let world = try await DemoWorld()
    #expect(try await world.run(["plan", "dump", "--output", "plan.json"]).code == 0)
    let run = try await world.run(
      line.split(separator: " ").map(String.init) + ["--timeout", "1"],
      environment: ["BROWSER": "false"]
    )
    #expect(run.code == 6, "\(run.error)")
    #expect(run.error.contains("your browser could not be opened: false ended with code 1\n"))
    #expect(run.error.contains(Self.request), "\(run.error)")
  }

  @Test(arguments: ["login", "migrate plan.json --yes"])
  func `nobody says that one is opened`(line: String) async throws {
    let world = try await DemoWorld()
    #expect(try await world.run(["plan", "dump", "--output", "plan.json"]).code == 0)
    let run = try await world.run(
      line.split(separator: " ").map(String.init) + ["--timeout", "1", "--no-browser"]
    )
    #expect(run.code == 6, "\(run.error)")
    #expect(!run.error.contains("opening your browser"), "\(run.error)")
    #expect(run.error.contains(Self.request), "\(run.error)")
  }

  @Test(arguments: ["INT", "TERM"])
  func `who gives up with a signal has cancelled`(signal: String) async throws {
    let world = try await DemoWorld()
    let script = """
      set -m
      "$0" login --no-browser 2>said & tool=$!
      until grep -q "open this address" said; do sleep 0.05; done
      kill -\(signal) $tool; wait $tool
      """
    let run = try await BuiltTool(executable: "/bin/bash").run(
      ["-c", script, BuiltTool.command.executable.text],
      in: world.home
    )
    #expect(run.code == 6, "\(run.error)")
    let status = try await world.run(["status", "--format", "json"])
    #expect(status.output.contains("\"unauthenticated\""), "\(status.output)")
  }

  @Test func `an opener that fails after it has opened one is none of our business`() async throws {
    let world = try await DemoWorld()
    let opener = try world.home.folder.write(
      "late.sh",
      text: "#!/bin/sh\n\(world.browser) \"$1\"\nexit 3\n",
      permissions: 0o755
    )
    let run = try await world.run(
      ["login", "--timeout", "20"],
      environment: ["BROWSER": opener.text]
    )
    #expect(run.code == 0, "\(run.error)")
    #expect(!run.error.contains("could not be opened"), "\(run.error)")
  }
}
