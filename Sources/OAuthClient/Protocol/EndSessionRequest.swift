package import Secrets

/// The sign-out request (OIDC RP-Initiated Logout section 2), to be sent through the browser as a form.
package enum EndSessionRequest {
  package static func fields(
    idTokenHint: SecretBytes?,
    clientID: String,
    postLogoutRedirectURI: String?,
    state: SecretBytes
  ) -> [(name: String, value: SecretBytes)] {
    var fields: [(name: String, value: SecretBytes)] = []
    if let idTokenHint { fields.append(("id_token_hint", idTokenHint)) }
    fields.append(("client_id", SecretBytes(copying: Array(clientID.utf8))))
    if let postLogoutRedirectURI {
      fields.append(
        ("post_logout_redirect_uri", SecretBytes(copying: Array(postLogoutRedirectURI.utf8)))
      )
      fields.append(("state", state))
    }
    return fields
  }
}
