import DemoProvider
import JSON
import POSIX
import Secrets
import TestSupport
import Testing

@Suite struct `A map on the command line` {
  private let world: DemoWorld

  init() async throws {
    world = try await DemoWorld()
    // The session of the demo provider as flutter_appauth hands it to an app: it names neither issuer nor client.
    let result: JSONNode = [
      "accessToken": .string(world.old.access.text),
      "refreshToken": .string(world.old.refresh.text),
      "accessTokenExpirationDateTime": "2026-11-01T00:00:00.000Z", "tokenType": "Bearer",
      "tokenAdditionalParameters": [:],
    ]
    try world.home.folder.write("session.json", result.encoded())
  }

  private func run(_ line: String) async throws -> BuiltTool.Run {
    let run = try await world.run(line.split(separator: " ").map(String.init))
    #expect(world.markers.sightings(in: run.outputBytes, "stdout") == [])
    #expect(world.markers.sightings(in: run.errorBytes, "stderr") == [])
    return run
  }

  @Test
  func `lets revoke send a token whose state names no issuer, once a person says whose it is`()
    async throws
  {
    let issuer = "--issuer \(world.provider.issuer)"
    let alone = try await run("revoke session.json \(issuer) --dry-run")
    #expect(alone.output.contains("no refresh token to revoke at"))
    #expect(alone.output.contains("the state names no issuer"))

    let written = try await run("audit session.json --write-map map.json")
    #expect(written.error.contains("wrote map.json: set confirm to true"))
    let folder = world.home.folder
    #expect(try folder.directory.status(of: "map.json").mode & 0o777 == 0o600)
    #expect(try await run("audit session.json --write-map map.json").code == 2)
    let draft = try folder.text("map.json")
    let filled =
      draft
      .replacing("\"issuer\": \"\"", with: "\"issuer\": \"\(world.provider.issuer)\"")
      .replacing("\"client_id\": \"\"", with: "\"client_id\": \"legacy-app\"")
    try folder.write("guess.json", text: filled)
    let guess = try await run("revoke session.json \(issuer) --map guess.json --dry-run")
    #expect(guess.output.contains("no refresh token to revoke at"))

    try folder.write("sure.json", text: filled.replacing("false", with: "true"))
    let sure = try await run("revoke session.json \(issuer) --map sure.json --yes")
    #expect(sure.code == 0, "\(sure.error)")
    #expect(sure.output.contains("1 of 1 token revoked"))
    let audit = try await run("audit session.json --map sure.json")
    #expect(audit.output.contains("issuer by the map"))
    #expect(!audit.output.contains("no token of it is sent"))
    #expect(try await run("audit session.json --map guess.json").output.contains("no token of it"))
  }

  @Test
  func `lets a plan take such a state, and the plan says then whose it is`() async throws {
    let alone = try await run("plan session.json --login skip --output alone.json")
    #expect(alone.code == 3)
    #expect(alone.output.contains("a confirmed rule of --map"), "\(alone.output)")
    try world.home.folder.write(
      "map.json",
      text: """
        {"schema": "appauth-migrate/map/1", "rules": [{"library": "flutter_appauth",
        "issuer": "\(world.provider.issuer)", "client_id": "legacy-app"}]}
        """
    )
    let audit = try await run("audit session.json --map map.json")
    #expect(audit.output.contains("appauth-migrate plan session.json --map map.json "))
    let plan = try await run("plan session.json --map map.json --login skip --output plan.json")
    #expect(plan.code == 0, "\(plan.output)")
    #expect(plan.output.contains("migrate plan.json") && !plan.output.contains("--map"))
    // What the plan decides is not decided again.
    #expect(try await run("migrate plan.json --map map.json --yes").code == 2)
    let overruled = try await run("migrate plan.json --verify redeem")
    #expect(overruled.error.contains("--login skip --map \(world.home.folder.path.text)/map.json"))
    let migrated = try await run("migrate plan.json --yes")
    #expect(migrated.code == 0, "\(migrated.error)")
    #expect(migrated.output.contains("1 of 1 token"), "\(migrated.output)")
    #expect(world.provider.counts[.revoke, default: 0] == 1)
    #expect(try await run("audit .").output.contains("no AppAuth state found"))
  }

  @Test(arguments: [
    (#""library": "flutter_appauht""#, "library does not know 'flutter_appauht'; did you mean"),
    (
      #""libary": "flutter_appauth""#, "no member 'rules[0].libary'; did you mean rules[0].library?"
    ),
    (#""path": "../x""#, "rules[0].path '../x' leads out of what is audited"),
    (#""states": 3"#, "the rule would take every state"),
    (#""app": 3"#, "rules[0].app wants text"),
    (#""app": "a.b", "confirm": "no""#, "rules[0].confirm wants true or false"),
    (#""app": "a.b", "issuer": """#, "rules[0].issuer is there twice"),
  ])
  func `is refused with a mistake in it`(member: String, words: String) async throws {
    let map = { (member: String) in
      #"{"schema": "appauth-migrate/map/1", "rules": [{"issuer": "https://a.example", \#(member)}]}"#
    }
    try world.home.folder.write("map.json", text: map(member))
    let run = try await run("audit session.json --map map.json")
    #expect(run.code == 2)
    #expect(run.error.contains(words), "\(run.error)")
    try world.home.folder.write("twin.json", text: map(#""library": "flutter_appauth""#))
    #expect(try await self.run("audit session.json --map twin.json").code == 1)
  }

  @Test func `is of no use to a deletion that revokes nothing`() async throws {
    let run = try await run("delete session.json --map map.json")
    #expect(run.code == 2)
    #expect(run.error.contains("--map does nothing without --revoke"))
  }
}
