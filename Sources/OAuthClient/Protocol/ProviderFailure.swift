/// An OAuth error answer (RFC 6749 sections 4.1.2.1 and 5.2).
package struct ProviderFailure: Sendable, Equatable {
  /// The code, as far as it is one: see ``code(_:)``.
  package let error: String

  /// Takes the code alone: descriptions have been seen to echo the token, and are never kept.
  package init(error: String) {
    self.error = Self.code(error)
  }

  /// Stands for a code that could as well be a piece of a token.
  package static let unnamed = "unrecognised_error"

  /// A provider's error code, fit to be shown and written down.
  ///
  /// - Parameter code: What stands in `error`, which a careless server fills with whatever it could not read.
  /// - Returns: The code if it is lower-case words, as all registered ones are and no token is.
  package static func code(_ code: String) -> String {
    let isWord =
      (1...60).contains(code.utf8.count)
      && code.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "_") }
    return isWord ? code : unnamed
  }

  /// What the app does about it.
  ///
  /// - Parameters:
  ///   - operation: What was being done.
  ///   - demand: What the sign-in was to come to.
  /// - Returns: The error.
  package func meaning(
    during operation: String,
    asking demand: StepUpDemand? = nil
  ) -> OAuthError {
    switch error {
    // OpenID Connect Core Error Code unmet_authentication_requirements 1.0.
    case "unmet_authentication_requirements":
      demand?.unmet("the provider could not do it: \(error)")
        ?? .recoverable(
          RecoverableFailure(
            .denied,
            "the provider could not authenticate the user as it should (\(error)): sign in in another way",
            providerError: error
          )
        )
    case "access_denied":
      .recoverable(
        RecoverableFailure(
          .denied,
          "the sign-in was refused by the user or the provider (access_denied)",
          providerError: error
        )
      )
    case "login_required", "interaction_required", "account_selection_required",
      "consent_required":
      .recoverable(
        RecoverableFailure(
          .denied,
          "the provider wants the user to act (\(error)): sign in again",
          providerError: error
        )
      )
    case "use_dpop_nonce":
      .recoverable(
        RecoverableFailure(
          .proofNonce,
          "the provider asked for a nonce in the proof of possession again and again, or gave none that can be used (use_dpop_nonce), so the \(operation) was given up: try again later",
          providerError: error
        )
      )
    case "invalid_dpop_proof":
      .recoverable(
        RecoverableFailure(
          .proofRefused,
          "the provider refused the proof of possession at the \(operation) (invalid_dpop_proof): is the clock of this machine right? If so, try again later",
          providerError: error
        )
      )
    case "server_error", "temporarily_unavailable":
      .recoverable(
        RecoverableFailure(
          .server,
          "the provider failed during \(operation) (\(error)): try again later",
          providerError: error
        )
      )
    default:
      .configuration(
        ConfigurationProblem(
          .refused,
          "the provider refused the \(operation) (\(error)): check client_id, redirect_uri and scopes at the provider, the client must be public"
        )
      )
    }
  }
}
