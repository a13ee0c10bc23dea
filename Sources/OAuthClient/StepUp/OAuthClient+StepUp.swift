extension OAuthClient {
  /// Signs the user in once more as a resource asks for it, through the system browser (RFC 9470 section 4).
  ///
  /// The new session takes the place of the old one at once and whole, if it is of the same user, `acr` is one of those
  /// asked for, and `auth_time` recent enough. Else the old one goes on untouched, and what came is revoked.
  ///
  /// - Parameters:
  ///   - challenge: Of an `.stepUp` error; one that names nothing asks for a sign-in at this moment.
  ///   - timeout: How long to wait for the user.
  /// - Throws: `.stepUp` with the code ``StepUpChallenge/Code/unmet`` if the sign-in is not what was asked for;
  ///   `.recoverable(.refusedResponse)` if it is another user's; `.reauthenticate` if there is no session that goes on;
  ///   as ``login(timeout:)``.
  /// - SeeAlso: RFC 9470, OIDC Core 3.1.2.1 and 3.1.3.7, OpenID Connect Unmet Authentication Requirements.
  public func stepUp(
    _ challenge: StepUpChallenge,
    timeout: Duration = .seconds(300)
  ) async throws(OAuthError) {
    guard record.tokens != nil, let subject = claims?.subject else {
      throw .reauthenticate(
        ReauthenticationReason(.noSession, "nobody is signed in: sign in first")
      )
    }
    guard record.state == .authenticated else { throw .reauthenticate(record.endReason) }
    let demand = try StepUpDemand(challenge, subject: subject)
    do throws(OAuthError) {
      try await signIn(timeout: timeout, demand: demand)
    } catch {
      if Self.isGivenUp(error) {
        // Nobody wants it any more, and everything else works as before.
        forgetStepUp()
        if broadcast.current == .stepUpRequired { broadcast.set(restingState) }
      }
      throw error
    }
  }

  /// Whether the user, and not the provider or the network, ended a step-up.
  private static func isGivenUp(_ error: OAuthError) -> Bool {
    guard case .recoverable(let failure) = error else { return false }
    return [.cancelled, .denied, .timedOut].contains(failure.code)
  }
}
