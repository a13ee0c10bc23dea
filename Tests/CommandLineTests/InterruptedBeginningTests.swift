import DemoProvider
import POSIX
import TestSupport
import Testing

/// A run that is killed while it makes its ledger is taken up by the next one, as at any other instant.
@Suite(.timeLimit(.minutes(10))) struct `A first run that was killed` {
  @Test(arguments: ["fdatasync", "fsync", "unlink", "pwrite64"])
  func `at any call leaves nothing that stops the next one`(call: String) async throws {
    var kills = 0
    for count in 1...12 {
      let home = try await ToolHome()
      var state = AndroidState(issuer: "https://id.example.com", client: "example-app")
      state.refreshToken = "rt-0123456789abcdef"
      _ = try AppDump(state, in: home.folder)
      let killed = try await BuiltTool(executable: "/usr/bin/strace").run(
        [
          "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)",
          "-e", "inject=\(call):signal=KILL:when=\(count)",
          BuiltTool.command.executable.text, "delete", "dump", "--yes",
        ],
        in: home,
        environment: Tracer.environment(home.environment)
      )
      if killed.code == 0 { break }
      kills += 1
      let again = try await BuiltTool.command.run(["delete", "dump", "--yes"], in: home)
      #expect(again.code == 0, "\(call) \(count): \(again.error)")
      #expect(try await BuiltTool.command.run(["ledger", "show"], in: home).code == 0)
    }
    // Where a call is not made at all, the list above is out of date.
    #expect(kills > 0, "\(call)")
  }

  @Test func `is waited for by a second one, which says so`() async throws {
    let world = try await DemoWorld()
    #expect(try await world.run(["plan", "dump", "--output", "plan.json"]).code == 0)
    let script = """
      "$0" migrate plan.json --yes --no-browser --timeout 60 2>said & tool=$!
      until grep -q "open this address" said; do sleep 0.05; done
      "$0" delete dump --yes; code=$?
      kill -KILL $tool; exit $code
      """
    let run = try await BuiltTool(executable: "/bin/bash").run(
      ["-c", script, BuiltTool.command.executable.text],
      in: world.home
    )
    #expect(run.code == 4, "\(run.error)")
    #expect(run.error.contains("ledger"), "\(run.error)")
  }
}
