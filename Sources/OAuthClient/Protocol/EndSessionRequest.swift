package import HTTP
package import Providers
package import Secrets

/// The sign-out request (OIDC RP-Initiated Logout section 2), to be sent through the browser.
package struct EndSessionRequest: Sendable {
  package let clientID: String
  package let idTokenHint: SecretBytes?
  package let postLogoutRedirectURI: String?
  package let state: SecretBytes

  package init(
    clientID: String,
    idTokenHint: SecretBytes?,
    postLogoutRedirectURI: String?,
    state: SecretBytes
  ) {
    self.clientID = clientID
    self.idTokenHint = idTokenHint
    self.postLogoutRedirectURI = postLogoutRedirectURI
    self.state = state
  }

  /// How the browser gets it to the provider.
  ///
  /// - Parameters:
  ///   - endpoint: The provider's sign-out.
  ///   - dialect: What the provider understands.
  /// - Returns: A form with all of it; an address where the provider takes no form.
  package func departure(to endpoint: HTTPURL, _ dialect: LogoutDialect) -> Departure {
    switch dialect {
    case .standard: return .form(action: endpoint, fields: fields)
    case .address:
      var form = FormBody()
      for field in fields { form.append(field.name, field.value) }
      return .redirect(AuthorizationRequest.address(endpoint, form))
    case .cognito:
      let items =
        [QueryItem("client_id", clientID)]
        + (postLogoutRedirectURI.map { [QueryItem("logout_uri", $0)] } ?? [])
      let address = endpoint.appending(items) ?? endpoint
      return .redirect(SecretBytes(copying: Array(address.text.utf8)))
    }
  }

  private var fields: [(name: String, value: SecretBytes)] {
    let hint = idTokenHint.map { [("id_token_hint", $0)] } ?? []
    return hint + addressItems.map { ($0.name, SecretBytes(copying: Array($0.value.utf8))) }
  }

  private var addressItems: [QueryItem] {
    let client = [QueryItem("client_id", clientID)]
    guard let postLogoutRedirectURI else { return client }
    // It comes back in an address anyway.
    let text = state.withBytes { bytes in
      String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
    }
    return client + [
      QueryItem("post_logout_redirect_uri", postLogoutRedirectURI), QueryItem("state", text),
    ]
  }
}
