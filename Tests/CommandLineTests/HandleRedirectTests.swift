import DemoProvider
import JSON
import POSIX
import Secrets
import TestSupport
import Testing

/// The browser came back, and the login that waited for it was dead.
@Suite(.timeLimit(.minutes(10))) struct `handle-redirect` {
  private let world: DemoWorld

  init() async throws { world = try await DemoWorld() }

  /// A login that is killed while the browser is away, and where the browser was sent back to.
  private func redirect() async throws -> String {
    let script = """
      "$0" login --no-browser 2>login.err & tool=$!
      until [ -e back ]; do sleep 0.05; done
      kill -KILL $tool; wait $tool; exit 0
      """
    async let killed = BuiltTool(executable: "/bin/bash").run(
      ["-c", script, BuiltTool.command.executable.text],
      in: world.home
    )
    var start: Substring?
    while start == nil {
      try await Task.sleep(for: .milliseconds(20))
      let text = (try? world.home.folder.text("login.err")) ?? ""
      start = text.split(separator: "\n").first { $0.contains("/start/") && text.hasSuffix("\n") }
    }
    let end = try await HeadlessBrowser().open(String(start ?? "")) { $0.contains("/callback?") }
    _ = try world.home.folder.write("back", text: "")
    _ = try await killed
    guard case .handedOver(let url) = end else { return "" }
    return url
  }

  @Test func `finishes the sign-in with the address from standard input, and says so`() async throws
  {
    let url = try await redirect()
    let run = try await world.run(["handle-redirect", "-"], input: Array("  \(url)\r\n".utf8))
    #expect(run.code == 0, "\(run.error)")
    #expect(run.output.hasPrefix("signed in at"))
    #expect(!run.error.contains("arguments"))
    #expect(world.markers.sightings(in: run).isEmpty)
    #expect(try await world.run(["refresh"]).code == 0)
    let again = try await world.run(["handle-redirect", "-"], input: Array(url.utf8))
    #expect(again.code == 5 && again.error.contains("no sign-in waits"))
  }

  @Test func `warns of an address in the arguments, and shows none of it`() async throws {
    let url = try await redirect()
    let run = try await world.run(["handle-redirect", url])
    #expect(run.code == 0, "\(run.error)")
    #expect(run.error.contains("every user of this machine can see"))
    #expect(world.markers.sightings(in: run).isEmpty)
  }

  @Test func `takes the whole address alone, and goes on waiting for it`() async throws {
    let url = try await redirect()
    let code = url.split(separator: "?")[1]
    for wrong in ["\(code)", "x\(url)", url.replacing("state=", with: "state=x"), ""] {
      let run = try await world.run(["handle-redirect", "-"], input: Array(wrong.utf8))
      #expect(run.code == 2, "\(run.error)")
      #expect(world.markers.sightings(in: run).isEmpty)
    }
    #expect(try await world.run(["handle-redirect", url, url]).code == 2)
    #expect(try await world.run(["handle-redirect", "-"], input: Array(url.utf8)).code == 0)
  }

  @Test func `has nothing to do where nobody signs in`() async throws {
    let run = try await world.run(["handle-redirect", "-"], input: Array("http://a/".utf8))
    #expect(run.code == 5 && run.error.contains("appauth-migrate login"))
  }
}
