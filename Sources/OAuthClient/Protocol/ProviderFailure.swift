/// An OAuth error answer (RFC 6749 sections 4.1.2.1 and 5.2); unknown codes are kept as they are.
package struct ProviderFailure: Sendable, Equatable {
  package let error: String
  package let description: String?

  package init(error: String, description: String?) {
    self.error = PrintableText.bounded(error, limit: 80)
    // Servers have been seen to echo the token here: only the code is ever shown.
    self.description = description
  }

  /// What the app does about it.
  package func meaning(during operation: String) -> OAuthError {
    switch error {
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
