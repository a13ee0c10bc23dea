import Foundation
import POSIX
import TestSupport
import Testing

/// A search that never finds anything proves nothing: a build that leaks on purpose must be caught.
@Suite(.timeLimit(.minutes(20))) struct `A build that leaks` {
  @Test func `is caught by the marker search, and the real one is clean`() async throws {
    let scratch = BuiltTool.package.appending(".build/leak")
    let build = try await ChildProcess.run(
      "swift",
      arguments: [
        "build", "--package-path", BuiltTool.package.text, "--scratch-path", scratch.text,
        "--product", "appauth-migrate",
      ],
      environment: Environment.all.merging(["APPAUTH_MIGRATE_LEAK_FOR_TEST": "1"]) { $1 },
      timeout: .seconds(1100)
    )
    let lines = (build.outputText + build.errorText).split(separator: "\n")
    try #require(build.exit == .code(0), "\(lines.suffix(40).joined(separator: "\n"))")
    let leaking = BuiltTool(executable: scratch.appending("debug/appauth-migrate"))

    let world = try await DemoWorld()
    let caught = try await leaking.run(["audit", "dump"], in: world.home)
    #expect(caught.code == 1)
    let found = world.markers.sightings(in: caught)
    #expect(found.contains { $0.secret == "the old refresh token" && $0.place == "stdout" })

    let clean = try await world.run(["audit", "dump"])
    #expect(clean.code == 1)
    #expect(world.markers.sightings(in: clean) == [])
  }
}
