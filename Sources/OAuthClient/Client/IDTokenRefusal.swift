internal import JOSE

/// Why an ID token did not become a session's.
enum IDTokenRefusal: Error {
  /// What it says, or how it is signed.
  case token(IDTokenFailure)
  /// It could not be examined, or is of no use for another reason.
  case other(OAuthError)

  /// One meaning for all that an ID token can be refused for, said in words which claim it was; but for a step-up that
  /// did not come to what it was for.
  ///
  /// - Parameter demand: What the sign-in was to come to.
  /// - Returns: The error.
  func meaning(asking demand: StepUpDemand?) -> OAuthError {
    switch self {
    case .other(let error): return error
    case .token(let failure):
      if let demand, Self.isUnmet(failure) { return demand.unmet(failure.description) }
      return .recoverable(
        RecoverableFailure(.refusedResponse, "the ID token was refused (\(failure.description))")
      )
    }
  }

  private static func isUnmet(_ failure: IDTokenFailure) -> Bool {
    switch failure.code {
    case .contextMismatch, .authenticationTooOld: true
    case .missingClaim: ["acr", "auth_time"].contains(failure.claim)
    default: false
    }
  }
}
