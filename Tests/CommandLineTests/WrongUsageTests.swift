import JSON
import POSIX
import Secrets
import TestSupport
import Testing

/// Nothing is begun, and the message names what was probably meant.
@Suite struct `Wrong usage` {
  @Test(arguments: [
    ("audit --fail-onn high dump", "did you mean --fail-on?"),
    ("audit --fail-on severe dump", "critical, high, medium, low"),
    ("plann dump", "did you mean plan?"),
    ("revoke", "PATH"),
    ("migrate . --yes", "--yes is taken only with a plan file"),
    ("plan dump --expect sha256:00", "--expect"),
    ("delete nope --yes", "no such file"),
    ("revoke nope --yes --issuer https://id.example.com", "no such file"),
    ("preflight --issuer https://id.example.com --client-id NEW-CLIENT", "stands for yours"),
    ("preflight --offline --issuer https://id.example.com", "without --offline"),
    ("preflight --format sarif", "one of: text, json\n"),
    (
      "login --redirect-uri com.example.app:/oauth --issuer http://127.0.0.1:9 --client-id a",
      "127.0.0.1/callback"
    ),
  ])
  func `is refused with what to do`(line: String, words: String) async throws {
    let home = try await ToolHome()
    let before = try TreeHash(of: home.path)
    let run = try await BuiltTool.command.run(
      line.split(separator: " ").map(String.init),
      in: home
    )
    #expect(run.code == 2, "\(run.error)")
    #expect(run.error.contains(words), "\(run.error)")
    #expect(run.output.isEmpty)
    #expect(try TreeHash(of: home.path).differences(from: before) == [])
  }

  @Test(arguments: [
    "audit --fail-onn high --format json dump", "plann --format=json", "audit --format json",
  ])
  func `is told as json to a program that asked for it`(line: String) async throws {
    let home = try await ToolHome()
    let run = try await BuiltTool.command.run(
      line.split(separator: " ").map(String.init),
      in: home
    )
    let document = try JSONDocument(parsing: SecretBytes(copying: run.outputBytes)).root
    #expect(run.code == 2)
    #expect(document["schema"]?.string() == "appauth-migrate/error/1")
    #expect(document["message"]?.string().map(run.error.contains) == true)
    #expect(document["exit_code"]?.int() == 2)
  }

  @Test(arguments: ["preflight", "login", "status", "plan dump", "revoke dump", "logout"])
  func `is an unknown member of the configuration, with the nearest known one`(line: String)
    async throws
  {
    let home = try await ToolHome()
    try home.folder.directory.makeFolder("dump")
    try home.folder.write(
      "appauth-migrate.json",
      text: #"{"issuer": "https://id.example.com", "cliend_id": "a"}"#
    )
    let run = try await BuiltTool.command.run(
      line.split(separator: " ").map(String.init),
      in: home
    )
    #expect(run.code == 2)
    #expect(run.error.contains("no member 'cliend_id'; did you mean client_id?"), "\(run.error)")
  }
}
