import DemoProvider
import JSON
import POSIX
import Secrets
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Stepping up on the command line` {
  private let world: DemoWorld

  init() async throws {
    world = try await DemoWorld()
    #expect(try await world.run(["login"]).code == 0)
  }

  @Test func `keeps the session that is there where it does not come to what was asked for`()
    async throws
  {
    world.provider.inject(DemoFault(.token, .claim("acr", "silver"), times: 1))
    let run = try await world.run(["step-up", "--acr-values", "gold"])
    #expect(run.code == 5, "\(run.error)")
    #expect(run.error.contains("the session is as it was"))
    #expect(try await world.run(["refresh"]).code == 0)
  }

  @Test func `as another user is refused`() async throws {
    let password = try world.home.folder.write("password", text: "other-password")
    let run = try await world.run(
      ["step-up"],
      environment: ["BROWSER_FLAGS": "--user other --password-file \(password)"]
    )
    #expect(run.code == 5, "\(run.error)")
    #expect(run.error.contains("another user"), "\(run.error)")
    #expect(try await world.run(["refresh"]).code == 0)
    #expect(world.provider.grants.suffix(2).map(\.isLive) == [true, false])
  }

  @Test func `in vain ends as cancelled, and needs somebody who is signed in`() async throws {
    let run = try await world.run(["step-up", "--no-browser", "--timeout", "1"])
    #expect(run.code == 6, "\(run.error)")
    #expect(try await world.run(["status"]).code == 0)
    #expect(try await world.run(["logout"]).code == 0)
    #expect(try await world.run(["step-up"]).code == 5)
  }
}

@Suite(.timeLimit(.minutes(10))) struct `userinfo` {
  @Test func `prints the claims about the user who is signed in, and of nobody else`() async throws
  {
    let world = try await DemoWorld()
    #expect(try await world.run(["userinfo"]).code == 5)
    #expect(try await world.run(["login"]).code == 0)
    world.provider.inject(DemoFault(.userinfo, .set("note", "a\u{1B}[2Jb\nname: other"), times: 1))
    let text = try await world.run(["userinfo"])
    #expect(text.code == 0, "\(text.error)")
    #expect(text.output.contains("sub   sub-demo\n") && text.output.contains("name  demo\n"))
    #expect(!text.output.contains("\u{1B}") && !text.output.contains("\nname: other"))
    #expect(text.error.isEmpty)
    let run = try await world.run(["userinfo", "--format", "json"])
    let root = try JSONDocument(parsing: SecretBytes(copying: run.outputBytes)).root
    #expect(root["claims"]?["name"]?.string() == "demo")
    world.provider.inject(DemoFault(.userinfo, .set("sub", "sub-other")))
    let other = try await world.run(["userinfo"])
    #expect(other.code == 5 && other.output.isEmpty, "\(other.error)")
    #expect(!other.error.contains("sub-other"))
  }
}
