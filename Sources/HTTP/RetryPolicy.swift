/// When a request may be sent again, and after how long: pure, so that time and chance are the caller's.
package struct RetryPolicy: Hashable, Sendable {
  /// What to do after an attempt failed.
  package enum Decision: Hashable, Sendable {
    /// Send again after this long.
    case wait(Duration)
    /// Report it; nothing goes to that origin before `retryAfter`, if the server named one.
    case giveUp(retryAfter: Duration?)
    /// Report it; that origin is left alone for this run.
    case stopOrigin
  }

  /// How the attempt ended.
  package enum Outcome: Sendable {
    /// With this status, and what the server asked for.
    case status(Int, RequestedWait?)
    /// Without an answer.
    case failure(TransportFailure)
  }

  /// Attempts in all.
  package var attempts: Int
  /// The time all waits may take together.
  package var budget: Duration
  /// The first wait; doubled each time, and chosen by jitter between half of it and the whole.
  package var firstWait: Duration
  /// The statuses that are worth repeating.
  package var statuses: Set<Int>
  /// Whether a transport failure may be repeated even if the request may have arrived.
  package var repeatsInDoubt: Bool

  /// Makes a policy.
  package init(
    attempts: Int,
    budget: Duration,
    firstWait: Duration = .milliseconds(500),
    statuses: Set<Int>,
    repeatsInDoubt: Bool
  ) {
    self.attempts = attempts
    self.budget = budget
    self.firstWait = firstWait
    self.statuses = statuses
    self.repeatsInDoubt = repeatsInDoubt
  }

  /// For requests that change nothing: metadata, keys, user info.
  package static let reading = RetryPolicy(
    attempts: 3,
    budget: .seconds(20),
    statuses: [408, 429, 500, 502, 503, 504],
    repeatsInDoubt: true
  )
  /// For a refresh: only where the server itself said that it did nothing; a 500 does not say so.
  package static let refreshing = RetryPolicy(
    attempts: 3,
    budget: .seconds(20),
    statuses: [429, 503],
    repeatsInDoubt: false
  )
  /// For a GET to a protected resource.
  package static let calling = RetryPolicy(
    attempts: 3,
    budget: .seconds(20),
    statuses: [429, 500, 503],
    repeatsInDoubt: true
  )
  /// Once.
  package static let never = RetryPolicy(
    attempts: 1,
    budget: .zero,
    statuses: [],
    repeatsInDoubt: false
  )

  /// Decides after an attempt.
  ///
  /// - Parameters:
  ///   - attempt: The number of the attempt that failed, from 1.
  ///   - outcome: How it ended.
  ///   - waited: What the waits took so far.
  ///   - jitter: A random number in 0..<1.
  /// - Returns: Whether to wait, and for how long; never shorter than the server asked.
  package func decision(
    attempt: Int,
    outcome: Outcome,
    waited: Duration,
    jitter: Double
  ) -> Decision {
    var requested: Duration?
    switch outcome {
    case .status(_, .stopForThisRun): return .stopOrigin
    case .status(let status, let wait):
      if case .wait(let duration) = wait { requested = duration }
      guard statuses.contains(status) else { return .giveUp(retryAfter: requested) }
    case .failure(let failure):
      guard failure.isWorthRepeating, repeatsInDoubt || !failure.mayHaveArrived else {
        return .giveUp(retryAfter: nil)
      }
    }
    let step = firstWait * (1 << min(max(attempt - 1, 0), 10))
    let wait = max(requested ?? .zero, step / 2) + step * (jitter / 2)
    guard attempt < attempts, waited + wait <= budget else {
      return .giveUp(retryAfter: requested)
    }
    return .wait(wait)
  }
}
