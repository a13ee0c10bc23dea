package import HTTP
package import Secrets

/// The revocation request of a public client (RFC 7009 section 2.1).
package enum RevocationRequest {
  /// The body of the request.
  ///
  /// - Parameters:
  ///   - token: What to end.
  ///   - hint: `refresh_token` or `access_token`; nil to send none.
  ///   - clientID: The public client that the token was issued to.
  /// - Returns: The form.
  package static func form(token: SecretBytes, hint: String?, clientID: String) -> FormBody {
    var form = FormBody()
    form.append("token", token)
    if let hint { form.append("token_type_hint", hint) }
    form.append("client_id", clientID)
    return form
  }
}
