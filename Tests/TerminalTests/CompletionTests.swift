import POSIX
import Terminal
import Testing

@Suite struct `Completions` {
  @Test(arguments: Shell.allCases)
  func `name every command and every flag`(shell: Shell) throws {
    let script = shell.script(.standard)
    try Snapshot("completions.\(shell.rawValue)").expect(script)
    for id in CommandID.allCases {
      for word in id.words { #expect(script.contains(word)) }
    }
    let option = shell == .fish ? "-l " : "--"
    for flag in Flag.allCases { #expect(script.contains(option + flag.rawValue)) }
    for word in Table.places { #expect(script.contains(word)) }
  }

  @Test func `for bash are good bash`() async throws {
    #expect(try await bash("-n", Shell.bash.script(.standard)).exit == .code(0))
  }

  @Test(arguments: [
    (["appauth-migrate", "au"], "audit"),
    (["appauth-migrate", "audit", "--fail-on", "hi"], "high"),
    (["appauth-migrate", "audit", "--fail-on", "=", "hi"], "high"),
    (["appauth-migrate", "audit", "--fail-on", "="], "critical high medium low info"),
    (["appauth-migrate", "--format", "json", "pref"], "preflight"),
    (["appauth-migrate", "audit", "--exp"], "--expect-app"),
    (["appauth-migrate", "migrate", "--exp"], "--expect"),
    (["appauth-migrate", "version", "--exp"], ""),
    (["appauth-migrate", "ledger", ""], "show"),
    (["appauth-migrate", "ledger", "show", "--forma"], "--format"),
    (["appauth-migrate", "completions", ""], "bash zsh fish man"),
    (["appauth-migrate", "login", "--issuer", "x"], ""),
  ])
  func `for bash offer what fits`(words: [String], offered: String) async throws {
    let list = words.map { "'\($0)'" }.joined(separator: " ")
    let ask = """
      COMP_WORDS=(\(list)); COMP_CWORD=\(words.count - 1)
      _appauth_migrate
      printf '%s' "${COMPREPLY[*]}"
      """
    let answer = try await bash("-s", Shell.bash.script(.standard) + ask)
    #expect(answer.exit == .code(0))
    #expect(answer.output == offered)
  }

  /// Runs bash with a script as its standard input.
  private func bash(
    _ mode: String,
    _ script: String
  ) async throws -> (exit: ChildProcess.Exit, output: String) {
    let run = try await ChildProcess.run(
      "bash",
      arguments: ["--norc", "--noprofile", mode],
      input: Array(script.utf8)
    )
    return (run.exit, run.outputText)
  }
}
