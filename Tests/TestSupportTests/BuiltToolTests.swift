import POSIX
import TestSupport
import Testing

@Suite struct `A built tool` {
  private let shell = BuiltTool(executable: "/bin/sh")

  @Test func `lies beside the tests`() throws {
    for tool in [BuiltTool.command, .demoProvider] {
      #expect(try Directory.status(of: tool.executable).kind == .regular)
    }
    #expect((try? Directory.status(of: BuiltTool.package.appending("Package.swift"))) != nil)
  }

  @Test func `runs in its home with nothing of the tests' environment`() async throws {
    let home = try await ToolHome()
    let run = try await shell.run(
      ["-c", "cat; pwd; env >&2; exit 7"],
      in: home,
      input: Array("in\n".utf8),
      environment: ["BROWSER": "", "EXTRA": "yes"]
    )
    #expect(run.code == 7)
    #expect(run.output == "in\n\(home.path)\n")
    let names = run.error.split(separator: "\n").map { String($0.prefix { $0 != "=" }) }
    #expect(names.contains("EXTRA") && names.contains("XDG_STATE_HOME"))
    #expect(!names.contains("BROWSER") && !names.contains("USER"))
  }

  @Test(.timeLimit(.minutes(10)))
  func `that hangs has no exit code`() async throws {
    let run = try await shell.run(
      ["-c", "sleep 300"],
      in: ToolHome(),
      timeout: .milliseconds(200)
    )
    #expect(run.code == nil && run.exit == .timedOut)
  }

  #if os(Linux)
  @Test(.enabled(if: Account.userID == 0, "only root can run as someone else"))
  func `runs as someone without rights`() async throws {
    let home = try await ToolHome(user: .nobody)
    let secret = try TemporaryFolder().write("secret", text: "no")
    let run = try await BuiltTool(executable: "/bin/cat").run(
      ["/proc/self/status", secret.text],
      in: home
    )
    #expect(run.output.contains("Uid:\t65534\t65534\t65534\t65534"))
    #expect(run.code == 1)
  }

  @Test func `is seen with its arguments and environment, and so is all that it starts`()
    async throws
  {
    let markers = Markers([
      "an argument": "marked-argument-1", "a variable": "marked-variable-1",
      "a grandchild's": "marked-grandchild-1", "nobody's": "marked-nobody-1",
    ])
    let script = """
      (setsid sh -c 'sleep 2; : "$1"' sh "$(printf marked-grand)child-1" &)
      sleep 2; : \("marked-argument-1")
      """
    let run = try await shell.run(
      ["-c", script],
      in: ToolHome(),
      environment: ["V": "marked-variable-1"],
      isWatched: true
    )
    let seen = markers.sightings(in: run)
    #expect(Set(seen.map(\.secret)) == ["an argument", "a variable", "a grandchild's"])
    #expect(seen.allSatisfy { $0.place.contains("(") })
  }
  #endif
}
