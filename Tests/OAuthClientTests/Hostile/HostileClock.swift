import FoundationEssentials
import Locks
import OAuthClient

/// A clock on which short waits are over at once, and the long ones, of a sign-in or sign-out, when a test says so.
final class HostileClock: Sendable {
  private struct Alarm {
    var hasRung = true
    var sleepers: [AsyncStream<Void>.Continuation] = []
  }

  private let offset = Mutex(0.0)
  private let alarm = Mutex(Alarm())

  var date: Date { Date().addingTimeInterval(offset.withLock { $0 }) }

  func advance(_ seconds: Double) { offset.withLock { $0 += seconds } }

  /// From now on long waits last until it rings.
  func expect() { alarm.withLock { $0.hasRung = false } }

  /// Lets the time of a sign-in or sign-out be over.
  func ring() {
    let sleepers = alarm.withLock { alarm in
      defer { alarm = Alarm() }
      return alarm.sleepers
    }
    for sleeper in sleepers { sleeper.finish() }
  }

  var oauth: OAuthClock {
    OAuthClock(
      now: { self.date.timeIntervalSince1970 },
      sleep: { duration in
        guard duration >= .seconds(60) else { return self.advance(duration / .seconds(1)) }
        let (bell, sleeper) = AsyncStream.makeStream(of: Void.self)
        let isOver = self.alarm.withLock { alarm in
          if !alarm.hasRung { alarm.sleepers.append(sleeper) }
          return alarm.hasRung
        }
        if isOver { return }
        for await _ in bell {}
        try Task.checkCancellation()
      },
      jitter: { 0.5 }
    )
  }
}
