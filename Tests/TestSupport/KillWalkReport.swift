/// A system call of a run: the `count`-th of its kind in some thread.
package struct KillPoint: Hashable, Sendable, CustomStringConvertible {
  /// The call's name.
  package let call: String
  /// From 1.
  package let count: Int
  /// The file or address that it was about.
  package let place: String

  /// One line for a failing test.
  package var description: String { "\(call) \(count) on \(place)" }
}

/// Where a program was killed, and what came of it.
package struct KillWalkReport: Sendable, CustomStringConvertible {
  /// One kill.
  package struct Result: Sendable {
    /// Where.
    package let point: KillPoint
    /// Whether the program got there; if not, it came to its end undisturbed.
    package let wasKilled: Bool
    /// What was not as after the undisturbed run.
    package let differences: [String]
  }

  /// How many points there are that can be told apart.
  package let planned: Int
  /// How many calls the undisturbed run made in all its threads.
  package let calls: Int
  /// What came of each point that was tried.
  package let results: [Result]

  /// Where the program was killed.
  package var hits: [Result] { results.filter(\.wasKilled) }
  /// Each point with what was different after it.
  package var failures: [String] {
    results.filter { !$0.differences.isEmpty }.map { result in
      "\(result.wasKilled ? "killed at" : "not killed at") \(result.point): "
        + result.differences.joined(separator: "; ")
    }
  }

  /// How many points were hit, by call.
  package var description: String {
    let byCall = Dictionary(grouping: hits, by: \.point.call).sorted { $0.key < $1.key }
    let parts = byCall.map { "\($0.key) \($0.value.count)" }.joined(separator: ", ")
    return """
      killed at \(hits.count) points (\(parts)) of \(planned), \(calls) calls in all; \
      \(results.count - hits.count) were not reached; \(failures.count) ended differently
      """
  }
}

/// Why a walk is not possible.
package enum KillWalkFailure: Error, CustomStringConvertible {
  /// The system does not let strace trace, or there is none.
  case noTracer(String)
  /// The command does not come to an end even when left alone.
  case undisturbedRunFailed(String)

  /// What to do.
  package var description: String {
    switch self {
    case .noTracer(let why):
      """
      the kill walk needs strace and the right to trace (ptrace), for example a container with \
      --cap-add=SYS_PTRACE; scripts/setup.sh tests installs strace: \(why)
      """
    case .undisturbedRunFailed(let how): "the command does not come to an end by itself: \(how)"
    }
  }
}
