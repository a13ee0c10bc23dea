/// What the command tells the shell; the numbers are a promise.
package enum ExitCode: Int32, Sendable, CaseIterable {
  /// Everything that was asked for is done.
  case done = 0
  /// Findings at or above the threshold, or failed checks.
  case findings = 1
  /// The command line or the configuration is wrong; nothing was begun.
  case usage = 2
  /// Partly done, or not proven; the output says what is left.
  case partial = 3
  /// The provider or the network is not there; worth repeating.
  case unavailable = 4
  /// The user must sign in again or step up.
  case signIn = 5
  /// The user cancelled, or did not come back in time.
  case cancelled = 6
  /// A mistake of this program.
  case bug = 70

  /// One line for `--help`, the man page and the reference page.
  package var meaning: String {
    switch self {
    case .done: "done"
    case .findings: "findings at or above the threshold, or failed checks"
    case .usage: "wrong usage or configuration; nothing was begun"
    case .partial: "partly done or not proven; the output says what is left"
    case .unavailable: "provider or network not available; worth repeating"
    case .signIn: "you must sign in again or step up"
    case .cancelled: "cancelled, or timed out waiting for you"
    case .bug: "a bug in appauth-migrate"
    }
  }

  /// Which code speaks when several apply, strongest first.
  private static let precedence: [ExitCode] = [
    .bug, .usage, .cancelled, .signIn, .unavailable, .partial, .findings, .done,
  ]

  /// The one code for a run in which several things happened.
  ///
  /// - Parameters:
  ///   - codes: What happened, in any order; none at all is ``done``.
  ///   - thresholdWins: For `audit` and `preflight`: once the threshold is reached the answer is ``findings``
  ///     whatever else went wrong, because the report carries the rest.
  /// - Returns: The strongest of them.
  package static func combining(
    _ codes: some Sequence<ExitCode>,
    thresholdWins: Bool = false
  ) -> ExitCode {
    let present = Set(codes)
    if thresholdWins && present.contains(.findings) { return .findings }
    return precedence.first(where: present.contains) ?? .done
  }
}
