/// Everything that a call of this library can fail with, sorted by what the app does next.
///
/// Closed on purpose: a `switch` over the four cases stays complete. What can grow stands in the payloads, whose
/// codes are stable strings.
public enum OAuthError: Error, Sendable, Equatable {
  /// Offer to try again, at the earliest after ``RecoverableFailure/retryAfter``; the session is as it was.
  case recoverable(RecoverableFailure)
  /// Send the user to `login()`.
  case reauthenticate(ReauthenticationReason)
  /// A resource asks for a stronger or fresher sign-in: call `stepUp(_:)`.
  case stepUp(StepUpChallenge)
  /// A deployment mistake: fix the configuration or the registration, do not catch it in production.
  case configuration(ConfigurationProblem)
}

extension OAuthError: CustomStringConvertible {
  /// The payload's own words.
  public var description: String {
    switch self {
    case .recoverable(let failure): failure.description
    case .reauthenticate(let reason): reason.description
    case .stepUp(let challenge): challenge.description
    case .configuration(let problem): problem.description
    }
  }

  /// The payload's stable code.
  public var code: String {
    switch self {
    case .recoverable(let failure): failure.code.rawValue
    case .reauthenticate(let reason): reason.code.rawValue
    case .stepUp(let challenge): challenge.code.rawValue
    case .configuration(let problem): problem.code.rawValue
    }
  }
}
