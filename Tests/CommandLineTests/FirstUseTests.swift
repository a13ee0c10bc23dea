import DemoProvider
import JSON
import POSIX
import Secrets
import TestSupport
import Testing

/// What people come upon in their first hour.
@Suite(.timeLimit(.minutes(10))) struct `In the first hour` {
  private let world: DemoWorld
  private static let preferences = "dump/com.example.app/shared_prefs/AuthState.xml"

  init() async throws {
    world = try await DemoWorld()
  }

  private func run(_ line: String) async throws -> BuiltTool.Run {
    try await world.run(line.split(separator: " ").map(String.init))
  }

  @Test(arguments: [
    "audit dump --format json --output \(preferences)", "audit dump --report json=\(preferences)",
    "audit dump/../dump --report html=\(preferences)", "audit \(preferences) -o \(preferences)",
    "plan dump --output \(preferences)", "delete dump --yes --report json=\(preferences)",
    "status --config appauth-migrate.json --format json -o appauth-migrate.json",
    "audit dump --report json=a.json --report html=a.json",
    "audit dump --report json=a.json --format json -o ./a.json",
  ])
  func `no result replaces what is read, or another result`(_ line: String) async throws {
    let before = try TreeHash(of: world.dump.path)
    let configuration = try world.home.folder.text("appauth-migrate.json")
    let run = try await run(line)
    #expect(run.code == 2, "\(run.output)")
    #expect(run.error.contains("would replace it") || run.error.contains("two results"))
    #expect(try TreeHash(of: world.dump.path) == before)
    #expect(try world.home.folder.text("appauth-migrate.json") == configuration)
  }

  @Test func `a new result may lie beside what is read`() async throws {
    #expect(try await run("audit dump --report json=dump/audit.json").code == 1)
    #expect(try await run("audit . --report json=audit.json").code == 1)
  }

  @Test func `a finished plan stays finished when its session was ended, in each order`()
    async throws
  {
    for order in ["", " --order login-first"] {
      let world = try await DemoWorld()
      func run(_ line: String) async throws -> BuiltTool.Run {
        try await world.run(line.split(separator: " ").map(String.init))
      }
      #expect(try await run("plan dump --output plan.json" + order).code == 0)
      #expect(try await run("migrate plan.json --yes").code == 0)
      #expect(try await run("logout").code == 0)
      let again = try await run("migrate plan.json --yes")
      #expect(again.code == 0, "\(again.error)")
      #expect(again.output.contains("Done."))
    }
  }

  @Test func `a possible state is left alone by name, not passed over`() async throws {
    let file = CorpusFile.folder.appending("android-prefs/split-keys.xml")
    let bytes = try File.open(file).read(at: 0, count: 1 << 20)
    let folder = try Directory.make(world.home.path.appending("possible"))
    try folder.openFile("p.xml", .createExclusive(permissions: 0o600)).write(bytes)
    #expect(try await run("audit possible").output.contains("possible refresh token"))
    let deleted = try await run("delete possible --yes")
    #expect(deleted.code == 3, "\(deleted.error)")
    #expect(deleted.output.contains("left alone: it is not certain"), "\(deleted.output)")
    #expect(!deleted.error.contains("deleting does not end it"))
  }

  @Test func `a dry run of a deletion that revokes says what would be sent, and what would stay`()
    async throws
  {
    let dry = try await run("delete dump --revoke --dry-run")
    #expect(dry.code == 0)
    #expect(dry.output.contains("1 refresh token at \(world.provider.url(of: .revoke))"))
    #expect(dry.output.contains("would go, exactly, once its token is revoked"))
    #expect(world.provider.counts[.revoke, default: 0] == 0)
    let json = try await run("delete dump --revoke --dry-run --format json")
    let document = try JSONDocument(parsing: SecretBytes(copying: json.outputBytes)).root
    #expect(document["would_revoke"]?["tokens"]?.int() == 1)
    // The provider says yes and does nothing: then the state would stay.
    world.provider.inject(DemoFault(.revoke, .answer(DemoAnswer(status: 200)), times: 9))
    #expect(try await run("revoke dump --yes --verify redeem").code == 3)
    let kept = try await run("delete dump --revoke --dry-run")
    #expect(kept.output.contains("kept: its token is not revoked"), "\(kept.output)")
    #expect(kept.code == 3)
    #expect(try await run("delete dump --revoke --yes").code == 3)
  }

  @Test func `an acceptance is not called more than that, and a dead token is no warning`()
    async throws
  {
    let accepted = try await run("revoke dump --yes")
    #expect(accepted.output.contains("1 of 1 token revoked, accepted without proof"))
    let proven = try await run("revoke dump --yes --verify redeem")
    #expect(proven.output.hasSuffix("1 of 1 token revoked\n"), "\(proven.output)")
    let deleted = try await run("delete dump --yes")
    #expect(deleted.code == 0)
    #expect(!deleted.error.contains("deleting does not end it"), "\(deleted.error)")
  }

  @Test func `a deletion that revokes says how that came out`() async throws {
    let deleted = try await run("delete dump --revoke --verify redeem --yes")
    #expect(
      deleted.output.contains(" verified: ") && deleted.output.contains("1 of 1 token revoked")
    )
    #expect(deleted.output.contains(": deleted; no byte"))
  }

  @Test func `nobody is asked where nothing can be sent`() async throws {
    let other = try await run("revoke dump --issuer \(world.provider.issuer) --client-id nobody")
    #expect(other.code == 3)
    #expect(other.error.contains("no refresh token to revoke at"), "\(other.error)")
  }

  @Test func `a sign-out that nobody opened is not done`() async throws {
    #expect(try await run("login").code == 0)
    try world.home.folder.write(
      "plain.json",
      JSONNode.object([
        ("issuer", .string(world.provider.issuer)), ("client_id", "migrated-app"),
      ]).encoded()
    )
    let logout = try await run("logout --config plain.json --no-browser --timeout 1")
    #expect(logout.code == 3)
    #expect(logout.error.contains("nobody opened the address"), "\(logout.error)")
  }

  @Test(arguments: ["nothing.pem", "appauth-migrate.json"])
  func `a file without certificates is none`(_ name: String) async throws {
    let run = try await run("preflight --cacert \(name)")
    #expect(run.code == 2)
    #expect(run.error.contains("--cacert"), "\(run.error)")
  }

  @Test(arguments: ["migrate plan.json", "migrate dump", "revoke dump", "delete dump"])
  func `Ctrl-C at a question is a no`(_ line: String) async throws {
    #expect(try await run("plan dump --output plan.json").code == 0)
    let script = """
      import os, pty, sys, time
      pid, terminal = pty.fork()
      if pid == 0:
          os.execv(sys.argv[1], sys.argv[1:])
      said = b""
      while b"[y/N]" not in said:
          said += os.read(terminal, 4096)
      os.write(terminal, b"\\x03")
      try:
          while True:
              part = os.read(terminal, 4096)
              if not part: break
              said += part
      except OSError:
          pass
      print(said.decode().replace("\\r", ""), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
      """
    let python = try #require(ChildProcess.find("python3"))
    let run = try await BuiltTool(executable: python).run(
      ["-c", script, BuiltTool.command.executable.text]
        + line.split(separator: " ").map(String.init),
      in: world.home
    )
    #expect(run.output.contains("nothing was changed"), "\(run.output)")
    #expect(run.output.hasSuffix(" 6\n"), "\(run.output)")
    #expect(world.provider.counts[.revoke, default: 0] == 0)
  }

  @Test func `what names no client is led to a map, and with it to a plan`() async throws {
    let token = "refresh-0123456789ABCDEFGH"
    let text = """
      {"accessToken":"access-0123456789ABCDEFGH","refreshToken":"\(token)",\
      "accessTokenExpirationDateTime":"2026-11-30T00:00:00.000Z","idToken":"\(world.old.id.text)",\
      "tokenType":"Bearer","scopes":["openid"],"authorizationAdditionalParameters":{},\
      "tokenAdditionalParameters":{}}
      """
    let folder = try Directory.make(world.home.path.appending("plugin"))
    try folder.openFile("s.json", .createExclusive(permissions: 0o600)).write(Array(text.utf8))
    let audit = try await run("audit plugin")
    #expect(audit.output.contains("audit plugin --write-map map.json"), "\(audit.output)")
    #expect(!audit.output.contains("appauth-migrate plan"))
    #expect(try await run("audit plugin --write-map map.json").code == 1)
    let mapped = try await run("audit plugin --map map.json")
    #expect(mapped.output.contains("plan plugin --map map.json"), "\(mapped.output)")
  }

  @Test func `a plan that leaves all alone says so when it is applied, and is not done`()
    async throws
  {
    let other = try DemoProvider()
    let plan = "plan dump --issuer \(other.issuer) --login skip --output w.json --config none.json"
    try world.home.folder.write("none.json", text: #"{"client_id": "migrated-app"}"#)
    #expect(try await run(plan).code == 3)
    let applied = try await run("migrate w.json --yes --config none.json")
    #expect(applied.code == 3, "\(applied.error)")
    #expect(applied.output.contains("another issuer"), "\(applied.output)")
    #expect(try await run("migrate w.json --dry-run --config none.json").code == 3)
  }

  @Test func `no token is revoked where nobody could sign in afterwards`() async throws {
    #expect(try await run("plan dump --output plan.json").code == 0)
    let path = ["PATH": "/nowhere", "BROWSER": ""]
    let without = try await world.run(["migrate", "plan.json", "--yes"], environment: path)
    #expect(without.code == 2, "\(without.error)")
    #expect(without.error.contains("no browser could be started"), "\(without.error)")
    #expect(without.error.contains("--no-browser"))
    #expect(world.provider.counts[.revoke, default: 0] == 0)
    // Who has signed in under this plan needs none any more.
    #expect(try await run("migrate plan.json --yes").code == 0)
    let again = try await world.run(["migrate", "plan.json", "--yes"], environment: path)
    #expect(again.code == 0, "\(again.error)")
  }

  @Test func `a result does not go over the session, its key or the ledger`() async throws {
    #expect(try await run("login").code == 0)
    let status = try await run("status --format json")
    let document = try JSONDocument(parsing: SecretBytes(copying: status.outputBytes)).root
    let session = try #require(document["store"]?.string()) + "/sessions.sqlite"
    for file in [session, world.home.path.appending(".config/appauth-migrate/store.key").text] {
      let refused = try await run("status --output \(file)")
      #expect(refused.code == 2, "\(file): \(refused.error)")
    }
    #expect(try await run("status").code == 0)
  }

  @Test func `standard input is not hinted to be looked at again`() async throws {
    let text = world.dump.path.appending(AppDump.preferences.text)
    let bytes = try File.open(text).read(at: 0, count: 1 << 20)
    let audit = try await world.run(["audit", "-"], input: bytes)
    #expect(audit.output.contains("plan PATH… --issuer"), "\(audit.output)")
  }
}

/// What looks like a choice is one, or is refused.
@Suite(.timeLimit(.minutes(5))) struct `A flag that would change nothing` {
  @Test(arguments: [
    "delete dump --yes --issuer https://id.example.com", "delete dump --yes --client-id nobody",
    "delete dump --yes --verify redeem --require-verified",
    "delete dump --yes --even-if-not-revoked",
    "delete dump --yes --include-historical", "delete dump --dry-run --client-id nobody",
    "migrate dump --expect sha256:\(String(repeating: "0", count: 64))",
    "migrate dump --expect sha256:aa",
  ])
  func `is refused before anything is done`(_ line: String) async throws {
    let world = try await DemoWorld()
    let before = try TreeHash(of: world.dump.path)
    let run = try await world.run(line.split(separator: " ").map(String.init))
    #expect(run.code == 2, "\(run.output)\(run.error)")
    #expect(try TreeHash(of: world.dump.path) == before)
    #expect(world.provider.isLive(world.old.refresh.fingerprint))
  }
}

@Suite(.timeLimit(.minutes(5))) struct `What stays although it may be at work` {
  @Test func `is no migration that is done`() async throws {
    let world = try await DemoWorld()
    var other = AndroidState(issuer: "https://id.example.com", client: "other-app")
    other.refreshToken = "refresh-elsewhere-0123456789"
    let folder = try Directory.make(world.dump.path.appending("com.other.app"))
    try folder.openFile("s.json", .createExclusive(permissions: 0o600)).write(
      Array(other.json.utf8)
    )
    let plan = try await world.run(["plan", "dump", "--output", "plan.json"])
    #expect(plan.code == 3, "\(plan.output)")
    let migrated = try await world.run(["migrate", "plan.json", "--yes"])
    #expect(migrated.code == 3, "\(migrated.error)")
    #expect(migrated.output.contains("left        ") && !migrated.output.contains("Done."))
    #expect(migrated.output.contains("of another issuer than --issuer"), "\(migrated.output)")
    let again = try await world.run(["migrate", "plan.json", "--yes", "--format", "json"])
    let document = try JSONDocument(parsing: SecretBytes(copying: again.outputBytes)).root
    #expect(document["complete"]?.bool() == false)
    #expect((document["left_alone"]?.int() ?? 0) > 0)
  }

  @Test func `or stands behind a link is not silently nothing`() async throws {
    let world = try await DemoWorld()
    let folder = try Directory.make(world.home.path.appending("links"))
    try folder.makeLink("dump", to: world.dump.path)
    let audit = try await world.run(["audit", "links"])
    #expect(audit.code == 3, "\(audit.output)")
    #expect(audit.output.contains("links and special files are not followed"))
    let preferences = try Directory.open(world.dump.path.appending("com.example.app/shared_prefs"))
    try preferences.makeLink("more.xml", to: "elsewhere.xml")
    #expect(try await world.run(["audit", "dump"]).output.contains("not all read: prefs"))
  }

  @Test func `a dry run does not promise what cannot be revoked`() async throws {
    let world = try await DemoWorld()
    for endpoint in [DemoEndpoint.discovery, .oauthMetadata] {
      world.provider.inject(DemoFault(endpoint, .omit("revocation_endpoint")))
    }
    let dry = try await world.run(["delete", "dump", "--revoke", "--dry-run"])
    #expect(dry.output.contains("kept: its token is not revoked"), "\(dry.output)")
    #expect(!dry.output.contains("would go"))
  }
}

/// A ledger that is not as it was written decides nothing.
@Suite(.timeLimit(.minutes(5))) struct `A ledger whose chain is broken` {
  @Test(arguments: [
    "migrate plan.json --yes", "revoke dump --yes", "delete dump --yes",
    "delete dump --revoke --dry-run", "plan dump",
  ])
  func `stops what would go by it, and stays to be looked at`(_ line: String) async throws {
    let world = try await DemoWorld()
    func run(_ line: String) async throws -> BuiltTool.Run {
      try await world.run(line.split(separator: " ").map(String.init))
    }
    #expect(try await run("plan dump --output plan.json").code == 0)
    // The provider says yes and does nothing: the token lives, and the ledger says that it was accepted.
    world.provider.inject(DemoFault(.revoke, .answer(DemoAnswer(status: 200)), times: 1))
    #expect(try await run("revoke dump --yes").code == 0)
    let python = try #require(ChildProcess.find("python3"))
    let script = """
      import sqlite3, sys
      db = sqlite3.connect(sys.argv[1])
      for (name,) in list(db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'")):
          db.execute(f'DROP TRIGGER "{name}"')
      db.execute("UPDATE entries SET detail = replace(detail, 'legacy-app', 'another-app') WHERE sequence = 1")
      db.commit()
      """
    let edit = try await BuiltTool(executable: python).run(
      ["-c", script, world.home.path.appending("state/appauth-migrate/ledger.db").text],
      in: world.home
    )
    try #require(edit.code == 0, "\(edit.error)")
    let stopped = try await run(line)
    #expect(stopped.code == 3, "\(stopped.output)\(stopped.error)")
    #expect(stopped.error.contains("ledger"), "\(stopped.error)")
    #expect(world.provider.isLive(world.old.refresh.fingerprint))
    #expect(try await run("ledger show").code == 3)
  }
}

/// What a dump may spell anywhere stands nowhere in what is written.
@Suite(.timeLimit(.minutes(5))) struct `A token in an odd place` {
  private static let other = "rt-ZQXJ9KVWPUMARKERother-0123456789"

  private func world(_ change: (inout AndroidState) -> Void = { _ in }) async throws -> DemoWorld {
    try await DemoWorld(change: change)
  }

  private func written(_ world: DemoWorld, _ lines: [String]) async throws -> String {
    var text = ""
    for line in lines {
      let run = try await world.run(line.split(separator: " ").map(String.init))
      text += run.output + run.error
    }
    let ledger = world.home.path.appending("state/appauth-migrate/ledger.db")
    for file in [ledger.text, ledger.text + "-wal", world.home.path.appending("plan.json").text] {
      let bytes = (try? File.open(Path(file)).read(at: 0, count: 16 << 20)) ?? []
      text += String(decoding: bytes, as: UTF8.self)
    }
    return text
  }

  @Test func `such as the name of another state's file is told by no command`() async throws {
    let world = try await world()
    var other = AndroidState(issuer: world.provider.issuer, client: "legacy-app")
    other.refreshToken = Self.other
    // It shares the access token of the first, so that it is residue of it.
    other.accessToken = world.old.access.text
    let folder = try Directory.open(world.dump.path.appending("com.example.app/shared_prefs"))
    try folder.openFile(Path("\(Self.other).json"), .createExclusive(permissions: 0o600))
      .write(Array(other.json.utf8))
    let text = try await written(
      world,
      [
        "plan dump --output plan.json", "migrate plan.json --yes", "delete dump --dry-run",
        "delete dump --yes", "ledger show", "ledger show --format json",
      ]
    )
    #expect(!text.contains(Self.other), "\(text.prefix(4000))")
  }

  @Test func `such as the client is sent nowhere and told by no command`() async throws {
    let world = try await world { $0.client = $0.refreshToken ?? "" }
    let text = try await written(
      world,
      [
        "audit dump", "plan dump --output plan.json", "revoke dump --yes --format json",
        "migrate plan.json --yes --format json", "delete dump --yes --format json",
        "ledger show --format json",
      ]
    )
    #expect(!text.contains(world.old.refresh.text), "\(text.prefix(4000))")
    #expect(world.provider.counts[.revoke, default: 0] == 0)
  }
}
