internal import HTTP
internal import Secrets

/// The requests of the token manager, whose caller may add parameters.
enum TokenManagerRequest {
  /// What only the manager sets.
  private static let reserved: Set<String> = [
    "grant_type", "client_id", "client_secret", "client_assertion", "client_assertion_type",
    "redirect_uri", "code", "code_verifier", "refresh_token", "token", "token_type_hint",
  ]

  /// RFC 6749 section 4.1.3, RFC 7636 section 4.5.
  static func exchanging(
    code: SecretBytes,
    codeVerifier: SecretBytes,
    redirectURI: String,
    configuration: OAuthConfiguration,
    parameters: [String: String]
  ) throws(OAuthError) -> FormBody {
    var form = FormBody()
    form.append("grant_type", "authorization_code")
    form.append("client_id", configuration.clientId)
    form.append("redirect_uri", redirectURI)
    form.append("code", code)
    form.append("code_verifier", codeVerifier)
    try add(parameters, configuration, to: &form)
    return form
  }

  /// RFC 6749 section 6.
  static func refreshing(
    _ token: SecretBytes,
    configuration: OAuthConfiguration,
    parameters: [String: String]
  ) throws(OAuthError) -> FormBody {
    var form = FormBody()
    form.append("grant_type", "refresh_token")
    form.append("client_id", configuration.clientId)
    form.append("refresh_token", token)
    try add(parameters, configuration, to: &form)
    return form
  }

  private static func add(
    _ parameters: [String: String],
    _ configuration: OAuthConfiguration,
    to form: inout FormBody
  ) throws(OAuthError) {
    if parameters["resource"] == nil {
      for resource in configuration.resources { form.append("resource", resource) }
    }
    for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
      guard !name.isEmpty, !reserved.contains(name) else {
        throw .configuration(
          ConfigurationProblem(
            .request,
            "the parameter '\(PrintableText.bounded(name, limit: 60))' is set by the token manager itself: remove it"
          )
        )
      }
      form.append(name, value)
    }
  }
}
