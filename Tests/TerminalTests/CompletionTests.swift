import Foundation
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

  @Test func `for bash are good bash`() throws {
    #expect(try bash("-n", Shell.bash.script(.standard)).code == 0)
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
  func `for bash offer what fits`(words: [String], offered: String) throws {
    let list = words.map { "'\($0)'" }.joined(separator: " ")
    let ask = """
      COMP_WORDS=(\(list)); COMP_CWORD=\(words.count - 1)
      _appauth_migrate
      printf '%s' "${COMPREPLY[*]}"
      """
    let answer = try bash("-s", Shell.bash.script(.standard) + ask)
    #expect(answer.code == 0)
    #expect(answer.output == offered)
  }

  /// Runs bash with a script as its standard input.
  private func bash(_ mode: String, _ script: String) throws -> (code: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["--norc", "--noprofile", mode]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(script.utf8))
    try input.fileHandleForWriting.close()
    let said = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: said, as: UTF8.self))
  }
}
