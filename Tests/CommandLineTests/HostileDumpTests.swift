import DemoProvider
import Foundation
import JSON
import POSIX
import Secrets
import TestSupport
import Testing

/// A dump is what somebody hands over: nothing in it may decide where a token goes.
@Suite(.timeLimit(.minutes(10))) struct `A hostile dump` {
  enum Lie: String, CaseIterable, CustomTestStringConvertible {
    case endpoints = "the right issuer with endpoints of an attacker"
    case issuer = "the issuer and the endpoints of an attacker"
    case everything = "an ID token of an attacker's as well"

    var testDescription: String { rawValue }
  }

  private let attacker: DemoProvider

  init() throws {
    attacker = try DemoProvider()
  }

  private func world(_ lie: Lie) async throws -> DemoWorld {
    let foreign = try #require(attacker.signIn().idToken)
    return try await DemoWorld { state in
      state.endpoints = [
        "authorization_endpoint": attacker.url(of: .authorize),
        "token_endpoint": attacker.url(of: .token),
        "revocation_endpoint": attacker.url(of: .revoke),
        "end_session_endpoint": attacker.url(of: .endSession),
        "jwks_uri": attacker.url(of: .jwks),
      ]
      if lie != .endpoints { state.issuer = attacker.issuer }
      if lie == .everything { state.idToken = foreign.text }
    }
  }

  @Test(arguments: Lie.allCases)
  func `never directs a request, with --yes or without`(lie: Lie) async throws {
    let world = try await world(lie)
    for line in [
      "audit dump", "plan dump", "plan dump --output plan.json", "revoke dump --dry-run",
      "revoke dump", "revoke dump --yes", "revoke dump --yes --verify redeem --include-historical",
      "delete dump --revoke --yes", "migrate plan.json --yes --login skip",
      "migrate plan.json --yes --timeout 20", "migrate dump",
    ] {
      let run = try await world.run(line.split(separator: " ").map(String.init))
      #expect(run.code.map { (0...6).contains($0) } == true, "\(line): \(run.error)")
      #expect(attacker.counts.values.reduce(0, +) == 0, "\(line) asked the attacker")
    }
    // The token of a state that lies goes to nobody, and the state stays.
    #expect(world.provider.counts[.revoke, default: 0] == 0)
    #expect(world.provider.isLive(world.old.refresh.fingerprint))
    #expect(try !world.markers.sightings(under: world.dump.path).isEmpty)
  }

  @Test(arguments: [
    "revoke . --yes", "plan . --login skip", "delete . --revoke --yes", "migrate .",
  ])
  func `brings no configuration that holds because it lies there`(line: String) async throws {
    let world = try await world(.endpoints)
    let endpoints: JSONNode = [
      "issuer": .string(world.provider.issuer),
      "authorization": .string(world.provider.url(of: .authorize)),
      "token": .string(world.provider.url(of: .token)),
      "jwks_uri": .string(world.provider.url(of: .jwks)),
      "revocation": .string(attacker.url(of: .revoke)),
    ]
    let configuration: JSONNode = ["client_id": "migrated-app", "endpoints": endpoints]
    let path = world.home.path.appending("appauth-migrate.json").text
    try FileManager.default.removeItem(atPath: path)
    try world.home.folder.write("appauth-migrate.json", configuration.encoded())
    let words = line.split(separator: " ").map(String.init)
    let run = try await world.run(words)
    #expect(run.code == 2)
    #expect(run.error.contains("lies in what the command looks at"), "\(run.error)")
    #expect(run.error.contains("--config ./appauth-migrate.json"))
    #expect(attacker.counts.values.reduce(0, +) == 0)
    // Through a link it is the same folder.
    let link = world.home.path.appending("here").text
    try FileManager.default.createSymbolicLink(
      atPath: link,
      withDestinationPath: world.home.path.text
    )
    let linked = try await world.run(words.map { $0 == "." ? "here" : $0 })
    #expect(linked.error.contains("lies in what the command looks at"), "\(linked.error)")
    #expect(attacker.counts.values.reduce(0, +) == 0)
    // From elsewhere it is the user's own, but not as a link or in everybody's hands.
    let elsewhere = ["revoke", "dump", "--dry-run"]
    #expect(try await world.run(elsewhere).code.map { $0 != 2 } == true)
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
    #expect(try await world.run(elsewhere).error.contains("can be written by everybody"))
    try FileManager.default.moveItem(atPath: path, toPath: path + ".real")
    try FileManager.default.createSymbolicLink(
      atPath: path,
      withDestinationPath: path + ".real"
    )
    #expect(try await world.run(elsewhere).error.contains("is a symbolic link"))
  }

  @Test(arguments: Lie.allCases)
  func `is not even revoked when no configuration names an issuer`(lie: Lie) async throws {
    let world = try await world(lie)
    try world.home.folder.directory.unlink("appauth-migrate.json")
    for line in ["revoke dump --yes", "delete dump --revoke --yes", "plan dump --client-id a"] {
      let run = try await world.run(line.split(separator: " ").map(String.init))
      #expect(run.code == 2, "\(line): \(run.error)")
      #expect(run.error.contains("issuer"))
    }
    #expect(attacker.counts.values.reduce(0, +) == 0)
    #expect(world.provider.counts.values.reduce(0, +) == 0)
  }

  #if os(Linux)
  @Test(arguments: Lie.allCases)
  func `does not let a connection be opened to anybody but the named provider`(lie: Lie)
    async throws
  {
    let world = try await world(lie)
    let provider = "127.0.0.1:\(world.provider.port)"
    for (line, expected) in [
      ("audit dump", []), ("revoke dump --yes", [provider]), ("plan dump", [provider]),
    ] {
      let traced = try await BuiltTool.command.runTracingPeers(
        line.split(separator: " ").map(String.init),
        in: world.home
      )
      // A path is a service of this machine's, such as the one that knows the users.
      #expect(traced.peers.filter { !$0.hasPrefix("/") } == Set(expected), "\(line)")
    }
  }
  #endif
}
