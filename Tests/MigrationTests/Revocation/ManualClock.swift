import Locks
import OAuthClient

/// A clock that stands still but for what is slept, at once.
final class ManualClock: Sendable {
  private let state = Mutex<(now: Double, sleeps: [Double])>((1_800_000_000, []))

  var now: Double { state.withLock { $0.now } }

  /// What was slept, in seconds.
  var sleeps: [Double] { state.withLock { $0.sleeps } }

  var clock: OAuthClock {
    OAuthClock(
      now: { self.now },
      sleep: { duration in
        try Task.checkCancellation()
        let seconds = duration / .seconds(1)
        self.state.withLock { state in
          state.now += seconds
          state.sleeps.append(seconds)
        }
      },
      jitter: { 0 }
    )
  }
}
