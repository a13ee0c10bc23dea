import DemoProvider
import POSIX
import TestSupport
import Testing

/// The app in `samples/orders-app`, built by `make sample`, as its user has it.
@Suite(.timeLimit(.minutes(5))) struct `The sample app` {
  private static let app = BuiltTool(
    executable: BuiltTool.package.appending(".build/samples/debug/orders-app")
  )

  private func use(_ world: DemoWorld, _ commands: String...) async throws -> [String] {
    try await Self.app.run(
      [world.provider.issuer, "app"],
      in: world.home,
      input: Array((commands + ["quit"]).joined(separator: "\n").utf8),
      environment: ["BROWSER": world.browser.text]
    ).output.split(separator: "\n").map(String.init)
  }

  @Test func `signs in, calls its API, steps up, is still signed in later, and signs out`()
    async throws
  {
    let world = try await DemoWorld()
    let first = try await use(world, "who", "sign-in", "who", "orders", "pay", "pay")
    #expect(first.contains("who: nobody"))
    #expect(first.contains("who: demo"))
    #expect(first.contains { $0.hasPrefix("/api/orders: 200, ") })
    #expect(first.contains { $0.hasPrefix("confirm that it is you: ") })
    #expect(first.contains("confirmed: do it again"))
    #expect(first.contains { $0.hasPrefix("/api/step-up: 200, ") })
    let states = first.filter { $0.hasPrefix("state: ") }
    #expect(states.first == "state: unauthenticated")
    #expect(states.contains("state: stepUpRequired"))

    let asked = world.provider.log.count
    let later = try await use(world, "who")
    #expect(later.contains("who: demo"))
    #expect(later.contains("state: authenticated"))
    #expect(world.provider.log.count == asked)

    let end = try await use(world, "sign-out", "who", "orders")
    #expect(end.contains("signed out: provider true, token true"))
    #expect(end.contains("who: nobody"))
    #expect(end.contains { $0.hasPrefix("sign in again: ") })
    #expect(try world.markers.sightings(under: world.home.path.appending("app")) == [])
    #expect(world.markers.sightings(in: Array((first + later + end).joined().utf8), "output") == [])
  }

  @Test func `says what is wrong with its set-up`() async throws {
    let world = try await DemoWorld()
    let run = try await Self.app.run(["http://id.example.com", "app"], in: world.home)
    #expect(run.output.hasPrefix("cannot start: issuer must be https"))
  }
}
