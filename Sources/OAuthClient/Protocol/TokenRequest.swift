package import HTTP
package import Secrets

/// The token request of a public client: `client_id` in the body and no other authentication
/// (RFC 6749 sections 3.2.1, 4.1.3 and 6).
package enum TokenRequest {
  package static func exchanging(
    code: SecretBytes,
    flow: AuthorizationFlow,
    configuration: OAuthConfiguration
  ) -> FormBody {
    var form = FormBody()
    form.append("grant_type", "authorization_code")
    form.append("client_id", configuration.clientId)
    form.append("redirect_uri", flow.redirectURI)
    form.append("code", code)
    form.append("code_verifier", flow.codeVerifier)
    for resource in configuration.resources { form.append("resource", resource) }
    return form
  }

  /// No `scope`: a refresh keeps what was granted (RFC 6749 section 6).
  package static func refreshing(
    _ refreshToken: SecretBytes,
    configuration: OAuthConfiguration
  ) -> FormBody {
    var form = FormBody()
    form.append("grant_type", "refresh_token")
    form.append("client_id", configuration.clientId)
    form.append("refresh_token", refreshToken)
    for resource in configuration.resources { form.append("resource", resource) }
    return form
  }
}
