import DemoProvider
import Foundation
import POSIX
import Secrets
import TestSupport
import Testing

/// The passphrase of a store comes from a file, a descriptor or the terminal, and from nowhere else.
@Suite(.timeLimit(.minutes(10))) struct `A session sealed with a passphrase` {
  private let world: DemoWorld

  init() async throws {
    world = try await DemoWorld()
    try world.home.folder.write("right", text: "correct horse\n", permissions: 0o600)
    try world.home.folder.write("wrong", text: "correct horsf\n", permissions: 0o600)
  }

  private func run(_ line: String, input: String = "") async throws -> BuiltTool.Run {
    try await world.run(
      line.split(separator: " ").map(String.init),
      input: Array(input.utf8),
      isWatched: true
    )
  }

  private func bash(_ script: String) async throws -> BuiltTool.Run {
    try await BuiltTool(executable: "/bin/bash").run(
      ["-c", script, BuiltTool.command.executable.text],
      in: world.home,
      environment: ["BROWSER": world.browser.text]
    )
  }

  @Test func `opens with it from a file, standard input or a descriptor`() async throws {
    let login = try await run("login --passphrase-file right")
    #expect(login.code == 0, "\(login.error)")
    #expect(login.output.contains("passphrase (scrypt)"), "\(login.output)")
    #expect(try await run("status --passphrase-file right").code == 0)
    #expect(try await run("refresh --passphrase-file -", input: "correct horse").code == 0)
    let descriptor = try await bash(#""$0" status --passphrase-fd 7 7<<<'correct horse'"#)
    #expect(descriptor.code == 0, "\(descriptor.error)")
    // Nobody can be asked here.
    let nobody = try await bash(#"setsid -w "$0" status </dev/null"#)
    #expect(nobody.code == 3 && nobody.error.contains("no terminal"), "\(nobody.error)")
    let runs = [login, descriptor, nobody]
    let mark = Markers([("the passphrase", Array("correct horse".utf8))])
    for run in runs {
      #expect(mark.sightings(in: run).isEmpty)
    }
    for name in ["data", "config", "state"] {
      #expect(try mark.sightings(under: world.home.path.appending(name)) == [])
    }
  }

  @Test func `stays as it is for a wrong one`() async throws {
    #expect(try await run("login --passphrase-file right").code == 0)
    let before = world.provider.counts
    for command in ["status", "login", "refresh", "logout", "purge --yes"] {
      let wrong = try await run("\(command) --passphrase-file wrong")
      #expect(wrong.code == 2, "\(command): \(wrong.error)")
      #expect(wrong.error.contains("not the passphrase"), "\(wrong.error)")
    }
    #expect(world.provider.counts == before)
    #expect(try await run("refresh --passphrase-file right").code == 0)
  }

  @Test func `takes none from a file that others can read`() async throws {
    #expect(try await run("login --passphrase-file right").code == 0)
    try world.home.folder.write("open", text: "correct horse\n", permissions: 0o644)
    let open = try await run("status --passphrase-file open")
    #expect(open.code == 2 && open.error.contains("chmod 600"), "\(open.error)")
  }

  @Test(arguments: ["--passphrase hunter2hunter2", "--passphrase=hunter2hunter2"])
  func `takes none from the command line, and does not repeat it`(flag: String) async throws {
    let run = try await run("login \(flag)")
    #expect(run.code == 2)
    #expect(run.error.contains("--passphrase-file"), "\(run.error)")
    #expect(!run.error.contains("hunter2") && !run.output.contains("hunter2"))
  }

  @Test(arguments: [
    "login --passphrase-file right --passphrase-fd 3",
    "login --passphrase-file right --key-source file", "login --key-file k --key-source keyring",
    "login --key-source keychain",
  ])
  func `is no riddle where flags contradict each other or the system`(line: String) async throws {
    let run = try await run(line)
    #expect(run.code == 2, "\(run.error)")
    #expect(world.provider.counts[.authorize, default: 0] == 0)
  }

  @Test func `is asked for at the terminal, twice for a new one, and never shown`() async throws {
    let program = """
      import os, pty, select, sys, time
      def talk(words, answers):
          pid, terminal = pty.fork()
          if pid == 0:
              os.execv(words[0], words)
          said, asked = b"", 0
          while True:
              try:
                  piece = os.read(terminal, 4096)
              except OSError:
                  break
              if not piece:
                  break
              said += piece
              if asked < len(answers) and said.count(b": ") > asked and said.endswith(b": "):
                  os.write(terminal, answers[asked] + b"\\n")
                  asked += 1
          code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
          return code, said
      tool = "\(BuiltTool.command.executable)"
      login = [tool, "login", "--key-source", "passphrase", "--quiet"]
      status = [tool, "status", "--quiet"]
      for words, answers, expected in [
          (login, [b"correct horse", b"other"], 2),
          (login, [b"correct horse", b"correct horse"], 0),
          (status, [b"correct horse"], 0),
          (status, [b"correct horsf"], 2),
      ]:
          code, said = talk(words, answers)
          assert code == expected, (words, code, said)
          assert b"horse" not in said and b"horsf" not in said, said
      """
    let outcome = try await BuiltTool(executable: "/usr/bin/python3").run(
      ["-I", "-c", program],
      in: world.home,
      environment: ["BROWSER": world.browser.text]
    )
    #expect(outcome.code == 0, "\(outcome.error)")
  }
}
