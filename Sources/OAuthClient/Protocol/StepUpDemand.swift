/// What a sign-in must come to beyond being one (RFC 9470 section 4).
package struct StepUpDemand: Sendable, Equatable {
  /// One of these must be met; empty where any will do.
  package let acrValues: [String]
  /// How old the authentication may be when it is asked for, in seconds.
  package let maxAgeSeconds: Int?
  /// To ask for beside those of the configuration.
  package let scopes: [String]
  /// The user of the session: nobody else may take the place.
  package let subject: String

  package init(acrValues: [String], maxAgeSeconds: Int?, scopes: [String], subject: String) {
    self.acrValues = acrValues
    self.maxAgeSeconds = maxAgeSeconds
    self.scopes = scopes
    self.subject = subject
  }

  /// Takes a challenge; one that names nothing asks for a sign-in at this moment.
  ///
  /// - Parameters:
  ///   - challenge: What is asked for.
  ///   - subject: Of whom.
  /// - Throws: `.configuration` for a value that could not stand in a request.
  package init(_ challenge: StepUpChallenge, subject: String) throws(OAuthError) {
    let isNothing = challenge.acrValues.isEmpty && challenge.scopes.isEmpty
    let maxAge = challenge.maxAgeSeconds ?? (isNothing ? 0 : nil)
    guard (challenge.acrValues + challenge.scopes).allSatisfy(Self.isWord) else {
      throw Self.problem("acr_values and scopes are words of printable ASCII without blanks")
    }
    guard maxAge.map({ $0 >= 0 }) ?? true else {
      throw Self.problem("max_age is not less than 0 seconds")
    }
    self.init(
      acrValues: challenge.acrValues,
      maxAgeSeconds: maxAge,
      scopes: challenge.scopes,
      subject: subject
    )
  }

  /// The challenge that a sign-in has not met.
  ///
  /// - Parameter reason: Why not, in words.
  /// - Returns: The error for it.
  package func unmet(_ reason: String) -> OAuthError {
    .stepUp(
      StepUpChallenge(
        .unmet,
        "the sign-in is not what the resource asks for (\(reason)): the session is as it was; use a stronger way to sign in, or ask the provider's administrator for one",
        acrValues: acrValues,
        maxAgeSeconds: maxAgeSeconds,
        scopes: scopes
      )
    )
  }

  private static func isWord(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 1024
      && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  private static func problem(_ text: String) -> OAuthError {
    .configuration(ConfigurationProblem(.request, "the step-up cannot be asked for: \(text)"))
  }
}
