import DemoProvider
import FoundationEssentials
import HTTP
import Locks
import OAuthClient
import POSIX
import Secrets
import Testing

@Suite(.timeLimit(.minutes(10))) struct `A resource that fails for a while` {
  @Test(arguments: [429, 500, 503])
  func `gets a GET again`(status: Int) async throws {
    let rig = try await SignedIn()
    rig.provider.inject(DemoFault(.api, .answer(DemoAnswer(status: status)), times: 2))
    #expect(try await rig.session.data(for: ResourceRequest(url: rig.api())).status == 200)
    #expect(rig.provider.counts[.api] == 3)
  }

  @Test(arguments: ["POST", "PUT", "DELETE", "HEAD"], [429, 500, 503])
  func `gets no other request again`(method: String, status: Int) async throws {
    let rig = try await SignedIn()
    rig.provider.inject(DemoFault(.api, .answer(DemoAnswer(status: status))))
    let request = ResourceRequest(method: method, url: rig.api())
    #expect(try await rig.session.data(for: request).status == status)
    #expect(rig.provider.counts[.api] == 1)
  }

  @Test(arguments: [400, 403, 404, 501, 502, 504])
  func `in another way gets nothing again`(status: Int) async throws {
    let rig = try await SignedIn()
    rig.provider.inject(DemoFault(.api, .answer(DemoAnswer(status: status))))
    #expect(try await rig.session.data(for: ResourceRequest(url: rig.api())).status == status)
    #expect(rig.provider.counts[.api] == 1)
  }

  @Test func `is given up after three attempts, and its answer given back`() async throws {
    let rig = try await SignedIn()
    rig.provider.inject(DemoFault(.api, .answer(DemoAnswer(status: 503))))
    #expect(try await rig.session.data(for: ResourceRequest(url: rig.api())).status == 503)
    #expect(rig.provider.counts[.api] == 3)
  }

  @Test func `is left alone exactly as long as it asks, if that is short`() async throws {
    let rig = try await SignedIn()
    rig.provider.inject(DemoFault(.api, .answer(.busy(retryAfter: "7")), times: 1))
    #expect(try await rig.session.data(for: ResourceRequest(url: rig.api())).status == 200)
    #expect(rig.clock.waits.withLock { $0.contains { (.seconds(7) ... .seconds(8)).contains($0) } })
  }

  @Test(arguments: ["GET", "POST"], [true, false])
  func `and asks for more than the budget is not asked till then, in this run and the next`(
    method: String,
    isDate: Bool
  ) async throws {
    let rig = try await SignedIn()
    let end = rig.clock.date.timeIntervalSince1970 + 90
    let wait = isDate ? HTTPDate.text(end) : "90"
    rig.provider.inject(DemoFault(.api, .answer(.busy(retryAfter: wait)), times: 1))
    let request = ResourceRequest(method: method, url: rig.api())
    let error = await #expect(throws: OAuthError.recoverable(RecoverableFailure(.rateLimited, "")))
    {
      try await rig.session.data(for: request)
    }
    #expect(Self.seconds(error).contains { (80.0...91).contains($0) })
    let restarted = try await rig.rig.client().authenticatedSession()
    for session in [rig.session, restarted] {
      let error = await #expect(
        throws: OAuthError.recoverable(RecoverableFailure(.rateLimited, ""))
      ) {
        try await session.data(for: request)
      }
      #expect(Self.seconds(error).contains { (80.0...91).contains($0) })
    }
    #expect(rig.provider.counts[.api] == 1)
    rig.clock.advance(91)
    #expect(try await rig.session.data(for: request).status == 200)
  }

  private static func seconds(_ error: OAuthError?) -> [Double] {
    guard case .recoverable(let failure)? = error, let wait = failure.retryAfter else { return [] }
    return [wait / .seconds(1)]
  }
}
