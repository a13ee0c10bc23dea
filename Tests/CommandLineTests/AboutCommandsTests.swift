import JSON
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `The command about itself` {
  private func run(_ arguments: String...) async throws -> BuiltTool.Run {
    try await BuiltTool.command.run(arguments, in: ToolHome())
  }

  @Test func `without a word shows how to begin`() async throws {
    let run = try await run()
    #expect(run.code == 0)
    #expect(run.output.hasPrefix("appauth-migrate 0."))
    #expect(run.output.contains("appauth-migrate audit PATH…"))
    #expect(run.error.isEmpty)
  }

  @Test(arguments: [
    "audit", "preflight", "plan", "migrate", "revoke", "delete", "login", "status", "token",
    "refresh", "logout", "purge", "ledger show", "explain", "completions", "version",
  ])
  func `explains every command`(command: String) async throws {
    let words = command.split(separator: " ").map(String.init) + ["--help"]
    let run = try await BuiltTool.command.run(words, in: ToolHome())
    #expect(run.code == 0)
    #expect(run.output.hasPrefix("Usage\n  appauth-migrate \(command)"))
    #expect(run.error.isEmpty)
  }

  @Test(arguments: ["ledger", "ledger --help", "help ledger", "-h ledger"])
  func `lists the commands that share a first word`(line: String) async throws {
    let run = try await BuiltTool.command.run(
      line.split(separator: " ").map(String.init),
      in: ToolHome()
    )
    #expect(run.code == 0, "\(run.error)")
    #expect(run.output.hasPrefix("Usage\n  appauth-migrate ledger COMMAND"))
    #expect(run.output.contains("\n  ledger show           list what was revoked"))
    #expect(run.error.isEmpty)
  }

  @Test func `wants the second word where a flag was meant for it`() async throws {
    let run = try await run("ledger", "--format", "json")
    #expect(run.code == 2)
    #expect(run.output.contains("ledger needs a word more"))
    #expect(run.error.contains("ledger needs a word more: show"), "\(run.error)")
  }

  @Test func `finds no ledger where none is`() async throws {
    let home = try await ToolHome()
    let before = try TreeHash(of: home.path)
    // The usual place: nothing was done yet, which is no error.
    let usual = try await BuiltTool.command.run(["ledger", "show"], in: home)
    #expect(usual.code == 0)
    #expect(usual.output == "nothing was done yet\n")
    // A name that was given: probably a wrong one.
    let named = try await BuiltTool.command.run(
      ["ledger", "show", "--ledger", "case-4711.db"],
      in: home
    )
    #expect(named.code == 2)
    #expect(named.output.isEmpty)
    #expect(named.error.contains("there is no ledger at case-4711.db"), "\(named.error)")
    #expect(try TreeHash(of: home.path).differences(from: before) == [])
  }

  @Test func `refuses what it does not know, on standard error alone`() async throws {
    let run = try await run("audt", "dump/")
    #expect(run.code == 2)
    #expect(run.output.isEmpty)
    #expect(run.error == "appauth-migrate: no command 'audt'; did you mean audit?\n")
  }

  @Test func `does not repeat a secret from its command line`() async throws {
    let run = try await run("revoke", "--refresh-token", "mk-Zx81q7Tn4mVbP0sLkR2w")
    #expect(run.code == 2)
    #expect(!(run.output + run.error).contains("Zx81"))
    #expect(run.error.contains("a secret does not belong on a command line"))
  }

  @Test func `prints its version in one line, and more when asked`() async throws {
    let plain = try await run("version")
    #expect(plain.output.split(separator: "\n").count == 1)
    #expect(try await run("--version").output == plain.output)
    #expect(try await "appauth-migrate " + run("version", "-q").output == plain.output)
    let verbose = try await run("version", "--verbose")
    for part in ["Swift", "OpenSSL", "SQLite", "libarchive", "libcurl", "libmicrohttpd"] {
      #expect(verbose.output.contains(part))
    }
    let json = try await run("version", "--format", "json")
    let document = try JSONDocument(parsing: SecretBytes(copying: json.outputBytes))
    #expect(document.root["schema"]?.string() == "appauth-migrate/version/1")
  }

  @Test func `explains a rule in text and json, and suggests a near one`() async throws {
    let text = try await run("explain", "am104")
    #expect(text.code == 0)
    #expect(text.output.hasPrefix("AM104 · critical · client secret in an app\n"))
    #expect(text.output.contains("Reference  RFC 8252 section 8.5"))
    let json = try await run("explain", "AM101", "AM405", "--format=json")
    let document = try JSONDocument(parsing: SecretBytes(copying: json.outputBytes))
    #expect(document.root["rules"]?.elements.map { $0["id"]?.string() } == ["AM101", "AM405"])
    let all = try await run("explain")
    #expect(all.output.split(separator: "\n").count > 25)
    let unknown = try await run("explain", "AM1O4")
    #expect(unknown.code == 2)
    #expect(unknown.error == "appauth-migrate: no rule 'AM1O4'; did you mean AM104?\n")
  }

  @Test func `prints the completions of each shell and the manual page`() async throws {
    for (name, start) in [
      ("bash", "# Completions"), ("zsh", "#compdef"), ("fish", "# Completions"), ("man", ".TH "),
    ] {
      let run = try await run("completions", name)
      #expect(run.code == 0)
      #expect(run.output.hasPrefix(start))
    }
  }

  @Test func `writes a result to a file for its owner alone`() async throws {
    let home = try await ToolHome()
    let arguments = ["explain", "AM101", "-o", "rule.txt", "--report", "json=rule.json"]
    let run = try await BuiltTool.command.run(arguments, in: home)
    #expect(run.code == 0)
    #expect(run.output.isEmpty)
    #expect(try home.folder.text("rule.txt").hasPrefix("AM101"))
    #expect(try home.folder.text("rule.json").hasPrefix("{"))
    #expect(try home.folder.directory.status(of: "rule.txt").mode & 0o777 == 0o600)
    let refused = try await BuiltTool.command.run(["explain", "-o", "no/such/folder"], in: home)
    #expect(refused.code == 2)
  }

  #if os(Linux)
  @Test func `says when its result did not fit on the disk, and ends with 3`() async throws {
    let home = try await ToolHome()
    let error = try File.anonymous()
    let child = try ChildProcess.spawn(
      BuiltTool.command.executable,
      arguments: ["explain"],
      environment: home.environment,
      output: .file(File.open("/dev/full", .readWrite)),
      error: .file(error)
    )
    #expect(await child.wait() == .code(3))
    let said = String(decoding: try error.read(at: 0, count: error.status().size), as: UTF8.self)
    #expect(said.contains("no space left on the device"))
  }

  @Test(arguments: ["explain >&-", "explain >&- 2>&- <&-", "audit - <&-"])
  func `does not take a closed stream for one that has or got everything`(line: String)
    async throws
  {
    let shell = BuiltTool(executable: "/bin/sh")
    let run = try await shell.run(
      ["-c", "exec \"$0\" \(line)", BuiltTool.command.executable.text],
      in: ToolHome()
    )
    #expect(run.code == 3)
    #expect(line.contains("2>&-") || run.error.contains("bad file descriptor"), "\(run.error)")
  }
  #endif
}
