internal import POSIX

/// Time and chance, given from outside so that a test can expire a token without sleeping.
package struct OAuthClock: Sendable {
  /// Seconds since 1970.
  package var now: @Sendable () -> Double
  package var sleep: @Sendable (Duration) async throws -> Void
  /// A number from 0 to 1, for the jitter of repeated requests.
  package var jitter: @Sendable () -> Double

  package init(
    now: @escaping @Sendable () -> Double,
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    jitter: @escaping @Sendable () -> Double
  ) {
    self.now = now
    self.sleep = sleep
    self.jitter = jitter
  }

  package static let system = OAuthClock(
    now: { Double(WallClock.nanosecondsSince1970) / 1e9 },
    sleep: { try await Task.sleep(for: $0) },
    jitter: { Double.random(in: 0...1) }
  )
}
