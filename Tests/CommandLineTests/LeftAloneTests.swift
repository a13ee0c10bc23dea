import DemoProvider
import Foundation
import JSON
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `A state that cannot be taken out yet` {
  @Test(arguments: ["android-databases", "sqlite/wal", "sqlite/journal", "web-storage"])
  func `is left alone with its reason, in a dry run too`(folder: String) async throws {
    let home = try await ToolHome()
    try FileManager.default.copyItem(
      atPath: CorpusFile.folder.appending(folder).text,
      toPath: home.path.appending("dump").text
    )
    let before = try TreeHash(of: home.path.appending("dump"))
    let dry = try await run("delete dump --dry-run --format json", home)
    let states = try JSONDocument(parsing: SecretBytes(copying: dry.outputBytes)).root["states"]
    #expect(dry.code == 3)
    #expect(states?.elements.isEmpty == false)
    #expect(states?.elements.allSatisfy { $0["would_delete"]?.bool() == false } == true)
    #expect(try await run("delete dump --dry-run", home).output.contains("left alone: "))
    let real = try await run("delete dump --yes", home)
    #expect(real.code == 3)
    #expect(real.output.contains("left alone: "))
    #expect(!real.output.contains(": deleted") && !real.output.contains("already gone"))
    #expect(try TreeHash(of: home.path.appending("dump")) == before)
  }

  @Test(arguments: ["plan dump", "delete dump --dry-run"])
  func `is not what an encrypted store holds, of which that is said`(line: String) async throws {
    let world = try await DemoWorld()
    let sealed = """
      <?xml version='1.0' encoding='utf-8' standalone='yes' ?>
      <map>
          <string name="__androidx_security_crypto_encrypted_prefs_key_keyset__">12a9</string>
          <string name="__androidx_security_crypto_encrypted_prefs_value_keyset__">12b8</string>
          <string name="AWrs0l8=">AWXqQ9pm</string>
      </map>

      """
    try write(sealed, "dump/com.example.app/shared_prefs/sealed.xml", world.home)
    let run = try await world.run(line.split(separator: " ").map(String.init))
    #expect(run.error.contains("encrypted store was not looked into"), "\(run.error)")
    #expect(run.error.contains("com.example.app"), "\(run.error)")
  }

  @Test func `stays said at the end of a migration, which is then not complete`() async throws {
    let world = try await DemoWorld()
    var state = AndroidState(issuer: world.provider.issuer, client: "legacy-app")
    state.refreshToken = world.old.refresh.text
    try write("saved \(state.json) in 3 ms\n", "dump/app.log", world.home)
    let plan = try await world.run(["plan", "dump", "--output", "plan.json"])
    #expect(plan.code == 3)
    let migrated = try await world.run(["migrate", "plan.json", "--yes"])
    #expect(migrated.code == 3)
    #expect(migrated.output.contains("app.log") && !migrated.output.contains("Done."))
    let again = try await world.run(["migrate", "plan.json", "--yes", "--format", "json"])
    let document = try JSONDocument(parsing: SecretBytes(copying: again.outputBytes)).root
    #expect(again.code == 3)
    #expect(document["complete"]?.bool() == false)
    #expect(document["not_removable"]?.elements.count == 1)
    // What a gate goes by says the same.
    let ledger = try await world.run(["ledger", "show"])
    #expect(ledger.code == 3 && ledger.output.contains("incomplete"), "\(ledger.output)")
  }

  @Test func `since its file has another name is foreseen by plan and dry runs`() async throws {
    let world = try await DemoWorld()
    try FileManager.default.linkItem(
      atPath: world.dump.preferencesPath.text,
      toPath: world.home.path.appending("outside.xml").text
    )
    for line in ["delete dump --dry-run", "plan dump", "migrate dump --dry-run"] {
      let run = try await world.run(line.split(separator: " ").map(String.init))
      #expect(run.code == 3, "\(line): \(run.output)\(run.error)")
      #expect(run.output.contains("2 names"), "\(line): \(run.output)")
      #expect(!run.output.contains("exact"), "\(line): \(run.output)")
    }
    let plan = try await world.run(["plan", "dump", "--output", "plan.json"])
    #expect(plan.code == 3)
    let migrated = try await world.run(["migrate", "plan.json", "--yes"])
    #expect(migrated.code == 3)
    #expect(migrated.output.contains("2 names"), "\(migrated.output)")
    let real = try await world.run(["delete", "dump", "--yes"])
    #expect(real.code == 3)
    #expect(real.output.contains("left alone: the file has 2 names"), "\(real.output)")
  }

  @Test func `is gone, but not its token, if a file beside it holds that or is named after it`()
    async throws
  {
    let token = "rt-0123456789abcdef"
    for name in ["z599.txt", "\(token).txt"] {
      let home = try await ToolHome()
      try home.folder.directory.makeFolder("dump")
      var state = AndroidState(issuer: "https://id.example.com", client: "example-app")
      state.refreshToken = token
      try write(state.json, "dump/A.json", home)
      for number in 0..<600 { try write("x", "dump/z\(number).txt", home) }
      try write(name == "z599.txt" ? token : "x", "dump/\(name)", home)
      let run = try await run("delete dump --yes", home)
      #expect(run.code == 3, "\(run.output)\(run.error)")
      let words = name == "z599.txt" ? "still in" : "a file beside it is named after the token"
      let line = run.output.split { $0.isWhitespace }.joined(separator: " ")
      #expect(line.contains(words), "\(run.output)")
      #expect(!(run.output + run.error).contains(token))
    }
  }

  @Test func `or was never read is no end of a migration`() async throws {
    let world = try await DemoWorld()
    var state = AndroidState(issuer: world.provider.issuer, client: "legacy-app")
    state.refreshToken = world.old.refresh.text
    try write(String(state.json.dropLast(200)), "dump/cut.json", world.home)
    #expect(try await world.run(["plan", "dump", "--output", "plan.json"]).code == 3)
    let migrated = try await world.run(["migrate", "plan.json", "--yes"])
    #expect(migrated.code == 3)
    #expect(migrated.output.contains("not read    ") && migrated.output.contains("cut.json"))
    #expect(!migrated.output.contains("Done."), "\(migrated.output)")
    try FileManager.default.removeItem(atPath: world.dump.path.appending("cut.json").text)
    #expect(try await world.run(["migrate", "plan.json", "--yes"]).code == 0)
  }

  @Test func `with a token that nobody revoked is warned of before it goes`() async throws {
    let world = try await DemoWorld()
    let client = try await world.run(["revoke", "dump", "--yes", "--client-id", "migrated-app"])
    #expect(client.code == 3)
    #expect(client.error.contains("names the old client here"), "\(client.error)")
    #expect(world.provider.counts[.revoke, default: 0] == 0)
    let deleted = try await world.run(["delete", "dump", "--yes"])
    #expect(deleted.code == 0)
    #expect(deleted.error.contains("deleting does not end it"), "\(deleted.error)")
    let second = try await world.run(["delete", "dump", "--yes"])
    #expect(!second.error.contains("deleting does not end it"))
  }

  @Test func `or whose token is not proven to be dead stays where a proof is required`()
    async throws
  {
    let world = try await DemoWorld()
    let line = "delete dump --revoke --require-verified --yes"
    let unproven = try await world.run(line.split(separator: " ").map(String.init))
    #expect(unproven.code == 3)
    #expect(unproven.output.contains("0 of 1 state deleted"), "\(unproven.output)")
    let proven = try await world.run(
      (line + " --verify redeem").split(separator: " ").map(String.init)
    )
    #expect(proven.code == 0, "\(proven.output)\(proven.error)")
    #expect(proven.output.contains("1 of 1 state deleted"), "\(proven.output)")
  }

  @Test(arguments: [
    // Nothing but the state itself tells that this is a token.
    ("refresh.of.the.demo.user", "refresh.of.the.demo.user"),
    // The one before it, maybe.
    ("Xk3Jd9fLq2Zx8Vb7Nm1RaQ4tYw", "rt-0123456789abcdef"),
  ])
  func `or whose file is named after a token stands in neither output nor ledger`(
    token: String,
    refresh: String
  ) async throws {
    let home = try await ToolHome()
    var state = AndroidState(issuer: "https://id.example.com", client: "example-app")
    state.refreshToken = refresh
    try home.folder.directory.makeFolder("dump")
    try write(state.json, "dump/\(token).json", home)
    for line in ["delete dump --dry-run", "delete dump --yes", "delete dump --yes --format json"] {
      let run = try await run(line, home)
      #expect(!(run.output + run.error).contains(token), "\(line)")
    }
    let left = try File.open(home.path.appending("dump/\(token).json")).readAll(limit: 1 << 20)
    #expect(left.equals(SecretBytes(copying: Array(state.json.utf8))))
    let ledger = try await run("ledger show --format json", home)
    #expect(ledger.output.contains("refused") && !ledger.output.contains(token))
  }

  @Test func `is not what the folder's own dot makes of any`() async throws {
    let home = try await ToolHome()
    var state = AndroidState(issuer: "https://id.example.com", client: "example-app")
    state.refreshToken = "rt-0123456789abcdef"
    try write(state.json, "a.json", home)
    #expect(try await run("delete ./. --yes", home).code == 0)
    #expect(try await run("audit .", home).output.contains("no AppAuth state found"))
  }

  @Test func `is no twin of a preferences file: that goes with it`() async throws {
    let world = try await DemoWorld()
    let file = world.dump.preferencesPath
    try FileManager.default.copyItem(atPath: file.text, toPath: file.text + ".bak")
    let run = try await world.run(["delete", file.text, "--yes"])
    #expect(run.code == 0, "\(run.output)\(run.error)")
    #expect(run.output.contains("2 of 2 states deleted"), "\(run.output)")
    #expect(try await world.run(["audit", "dump"]).output.contains("no AppAuth state found"))
    let ledger = try await world.run(["ledger", "show"])
    #expect(ledger.output.contains("AuthState.xml.bak"), "\(ledger.output)")
  }

  private func write(_ text: String, _ name: String, _ home: ToolHome) throws {
    try Data(text.utf8).write(to: URL(filePath: home.path.appending(name).text))
  }

  private func run(_ line: String, _ home: ToolHome) async throws -> BuiltTool.Run {
    try await BuiltTool.command.run(line.split(separator: " ").map(String.init), in: home)
  }
}
