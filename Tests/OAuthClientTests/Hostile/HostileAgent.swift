import DemoProvider
import Locks
import OAuthClient
import TestSupport

/// A browser that does what a case says, and afterwards lets the alarm of the sign-in ring: nobody comes back then.
final class HostileAgent: OAuthUserAgent {
  private let knocks: [Knock]
  private let clock: HostileClock
  private let visit = Mutex<Task<[Int], Never>?>(nil)

  init(_ knocks: [Knock], clock: HostileClock) {
    self.knocks = knocks
    self.clock = clock
  }

  func open(_ address: String) async throws(OAuthError) {
    // Or the alarm of the visit before would ring in this one.
    _ = await statuses
    clock.expect()
    let work = Task { await self.go(address) }
    visit.withLock { $0 = work }
  }

  /// What the knocks were answered with; 0 where nobody listened any more.
  var statuses: [Int] { get async { await visit.withLock { $0 }?.value ?? [] } }

  private func go(_ start: String) async -> [Int] {
    defer { clock.ring() }
    var statuses: [Int] = []
    for knock in knocks where knock.door == .start {
      statuses += await self.statuses(of: knock, instead: start)
    }
    let browser = HeadlessBrowser()
    guard !knocks.contains(where: { $0.door == .callback }) else {
      let destination = try? await browser.open(start) { $0.contains("/callback?") }
      guard case .handedOver(let redirect)? = destination else { return statuses }
      for knock in knocks where knock.door == .callback {
        statuses += await self.statuses(of: knock, instead: redirect)
      }
      _ = try? await HeadlessBrowser().open(redirect)
      return statuses
    }
    _ = try? await browser.open(start)
    return statuses
  }

  private func statuses(of knock: Knock, instead address: String) async -> [Int] {
    let (port, bytes) = knock.request(instead: address)
    var statuses: [Int] = []
    for _ in 0..<knock.times {
      guard let connection = RawConnection(port: port), connection.send(bytes) else {
        statuses.append(0)
        continue
      }
      let words = await connection.receive().text.split(separator: " ", maxSplits: 2)
      statuses.append(words.dropFirst().first.flatMap { Int($0) } ?? 0)
    }
    return statuses
  }
}
