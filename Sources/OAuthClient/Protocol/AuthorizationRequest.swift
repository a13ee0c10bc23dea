internal import Crypto
package import HTTP
internal import JOSE
package import Secrets

/// The authorization request (OIDC Core 3.1.2.1, RFC 7636 section 4.3), as form or as URL.
package enum AuthorizationRequest {
  /// The parameters, S256 always.
  package static func form(
    _ flow: AuthorizationFlow,
    configuration: OAuthConfiguration
  ) -> FormBody {
    var form = FormBody()
    form.append("response_type", "code")
    form.append("client_id", configuration.clientId)
    form.append("redirect_uri", flow.redirectURI)
    form.append("scope", scopes(flow, configuration).joined(separator: " "))
    form.append("state", flow.state)
    form.append("nonce", flow.nonce)
    form.append("code_challenge", CodeChallenge.s256(of: flow.codeVerifier))
    form.append("code_challenge_method", "S256")
    if let demand = flow.demand {
      if !demand.acrValues.isEmpty {
        form.append("acr_values", demand.acrValues.joined(separator: " "))
      }
      if let maxAge = demand.maxAgeSeconds { form.append("max_age", "\(maxAge)") }
    }
    if let key = flow.proofKey { form.append("dpop_jkt", key.thumbprint) }
    for resource in configuration.resources { form.append("resource", resource) }
    for (name, value) in configuration.extraParameters.sorted(by: { $0.key < $1.key }) {
      form.append(name, value)
    }
    return form
  }

  private static func scopes(
    _ flow: AuthorizationFlow,
    _ configuration: OAuthConfiguration
  ) -> [String] {
    let known = configuration.scopes
    return known + (flow.demand?.scopes ?? []).filter { !known.contains($0) }
  }

  /// The address for the browser: all parameters, or only `client_id` and `request_uri` when pushed
  /// (RFC 9126 section 4).
  package static func url(
    _ flow: AuthorizationFlow,
    configuration: OAuthConfiguration,
    endpoint: HTTPURL
  ) -> SecretBytes {
    guard let pushed = flow.pushed else {
      return address(endpoint, form(flow, configuration: configuration))
    }
    var form = FormBody()
    form.append("client_id", configuration.clientId)
    form.append("request_uri", pushed.requestURI)
    return address(endpoint, form)
  }

  static func address(_ endpoint: HTTPURL, _ form: FormBody) -> SecretBytes {
    let head = endpoint.text + (endpoint.query == nil ? "?" : "&")
    let query = form.encoded()
    return SecretBytes(capacity: head.utf8.count + query.count) { output in
      for byte in head.utf8 { output.append(byte) }
      query.withBytes { bytes in
        for index in bytes.indices { output.append(bytes[index]) }
      }
    }
  }
}

/// `code_challenge` (RFC 7636 section 4.2).
package enum CodeChallenge {
  package static func s256(of verifier: SecretBytes) -> SecretBytes {
    Base64URL.encode(SecretBytes(copying: verifier.fingerprint.bytes))
  }
}
