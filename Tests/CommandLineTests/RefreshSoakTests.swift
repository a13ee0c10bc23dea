import DemoProvider
import POSIX
import Secrets
import TestSupport
import Testing

/// Many programs of one user, one session, and a provider that takes a refresh token that comes twice for theft.
@Suite(.timeLimit(.minutes(20))) struct `Soak of refreshes, a session` {
  /// 32 programs and a hundred refreshes in a soak, a few otherwise.
  private static let isWhole = Environment.value("SOAK") != nil
  private static let programs = isWhole ? 32 : 8
  private static let refreshes = isWhole ? 100 : 4

  @Test func `shared by many programs is refreshed once for each end of a token`() async throws {
    // A token counts as over ten seconds before its end: this one is good for about a second.
    let world = try await DemoWorld(DemoConfiguration(accessTokenSeconds: 11))
    #expect(try await world.run(["login", "--timeout", "60"]).code == 0)

    let clock = ContinuousClock()
    let start = clock.now
    let runs = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<Self.programs {
        group.addTask {
          var runs = 0
          while count(world.provider) < Self.refreshes {
            let run = try await world.run(["token"])
            guard run.code == 0 else { throw ToolHome.NotPossible(reason: run.error) }
            runs += 1
          }
          return runs
        }
      }
      return try await group.reduce(0, +)
    }
    let took = (clock.now - start) / .seconds(1)

    let entries = world.provider.log.filter { $0.grantType == "refresh_token" }
    print("soak: \(Self.programs) programs, \(runs) runs, \(entries.count) refreshes, \(took) s")
    #expect(entries.allSatisfy { $0.outcome == "ok" })
    #expect(Set(entries.compactMap(\.token)).count == entries.count)
    #expect(Double(entries.count) <= took + 1)
    #expect(runs >= Self.programs)
    #expect(try await world.run(["refresh"]).code == 0)
  }

  private func count(_ provider: DemoProvider) -> Int {
    provider.log.count { $0.grantType == "refresh_token" }
  }
}
