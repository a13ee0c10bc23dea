internal import HTTP

/// The rules of a configuration, one function each; every refusal names the member and what to write instead.
enum ConfigurationRules {
  static func issuer(
    _ issuer: String?,
    beside endpoints: ProviderEndpoints?
  ) throws(OAuthError) -> HTTPURL? {
    guard let issuer else {
      guard endpoints != nil else {
        throw problem(
          .issuerOrEndpoints,
          "issuer is missing: give the provider's issuer, as its discovery document spells it"
        )
      }
      return nil
    }
    guard endpoints == nil else {
      throw problem(
        .issuerOrEndpoints,
        "issuer and endpoints are both given: endpoints carries its own issuer, remove one"
      )
    }
    guard let url = HTTPURL(issuer), !url.hasUserInfo else {
      throw problem(.issuer, "issuer is not a URL: write it like https://id.example.com")
    }
    guard url.query == nil, url.fragment == nil else {
      throw problem(.issuer, "issuer must have neither query nor fragment (OIDC Discovery 3)")
    }
    guard url.scheme == "https" || url.isLoopbackAddress else {
      throw problem(
        .issuer,
        "issuer must be https: tokens would cross the network in clear (http only at 127.0.0.1 or [::1])"
      )
    }
    return url
  }

  static func clientID(_ clientID: String) throws(OAuthError) {
    // VSCHAR, RFC 6749 appendix A.1.
    guard !clientID.isEmpty, clientID.utf8.count <= 1024,
      clientID.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
    else {
      throw problem(
        .clientID,
        "client_id is missing or has characters other than printable ASCII: copy it from the provider's console"
      )
    }
  }

  static func redirect(_ text: String, member: String) throws(OAuthError) -> RedirectURI {
    guard let colon = text.firstIndex(of: ":"), !text.contains("#"),
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), text.utf8.count <= 2048
    else {
      throw problem(
        .redirectURI,
        "\(member) is not an absolute URI without fragment: write it like http://127.0.0.1/callback"
      )
    }
    let scheme = text[..<colon].lowercased()
    guard scheme == "http" || scheme == "https" else {
      return try privateUse(text, scheme: scheme, member: member)
    }
    guard let url = HTTPURL(text), !url.hasUserInfo else {
      throw problem(
        .redirectURI,
        "\(member) is no URL with a valid host and port, and without user information"
      )
    }
    if scheme == "https" { return RedirectURI(text: text, kind: .https) }
    guard url.isLoopbackAddress, url.host == "127.0.0.1" || url.host == "[::1]" || url.host == "::1"
    else {
      throw problem(
        .redirectURI,
        "\(member) is cleartext http to a host that is not 127.0.0.1 or [::1]: use https, or http://127.0.0.1/callback (RFC 8252 section 8.3)"
      )
    }
    guard url.query == nil else {
      throw problem(.redirectURI, "\(member): a loopback redirect has no query here")
    }
    return RedirectURI(
      text: text,
      kind: .loopback(
        isIPv6: url.host.contains(":"),
        port: url.port.flatMap(UInt16.init(exactly:)),
        path: url.path.isEmpty ? "/" : url.path
      )
    )
  }

  private static func privateUse(
    _ text: String,
    scheme: String,
    member: String
  ) throws(OAuthError) -> RedirectURI {
    guard scheme.utf8.first.map({ (0x61...0x7A).contains($0) }) == true,
      scheme.utf8.allSatisfy({ byte in
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
          || [0x2B, 0x2D, 0x2E]
            .contains(byte)
      })
    else { throw problem(.redirectURI, "\(member) has no valid scheme") }
    guard scheme.contains(".") else {
      throw problem(
        .redirectURI,
        "\(member): the private-use scheme \(scheme) has no dot; use a reversed domain name of yours, such as com.example.app:/oauth (RFC 8252 section 7.1)"
      )
    }
    return RedirectURI(text: text, kind: .privateUse(scheme: scheme))
  }

  static func scopes(_ scopes: [String]) throws(OAuthError) -> [String] {
    var unique: [String] = []
    for scope in scopes {
      // scope-token, RFC 6749 section 3.3.
      guard !scope.isEmpty,
        scope.utf8.allSatisfy({ byte in
          byte == 0x21 || (0x23...0x5B).contains(byte) || (0x5D...0x7E).contains(byte)
        })
      else {
        throw problem(.scopes, "scopes: one is empty or has a blank, quote or backslash in it")
      }
      if !unique.contains(scope) { unique.append(scope) }
    }
    guard unique.contains("openid") else {
      throw problem(.scopes, "scopes must contain openid: without it there is no ID token to check")
    }
    return unique
  }

  static func origins(_ origins: Set<String>) throws(OAuthError) {
    for text in origins.sorted() {
      guard let url = EndpointURL.parse(text), url.path.isEmpty || url.path == "/", url.query == nil
      else {
        throw problem(
          .member,
          "protected_origins: an origin is scheme, host and port, such as https://api.example.com"
        )
      }
    }
  }

  static func resources(_ resources: [String]) throws(OAuthError) {
    for text in resources {
      guard text.contains(":"), !text.contains("#"),
        text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
      else {
        throw problem(
          .member,
          "resources: one is not an absolute URI without fragment (RFC 8707 section 2)"
        )
      }
    }
  }

  static func extraParameters(_ parameters: [String: String]) throws(OAuthError) {
    for name in parameters.keys.sorted() where AuthorizationParameter.reserved.contains(name) {
      throw problem(
        .member,
        "extra_parameters: \(name) is set by the library itself; remove it"
      )
    }
  }

  private static func problem(_ code: ConfigurationProblem.Code, _ text: String) -> OAuthError {
    .configuration(ConfigurationProblem(code, text))
  }
}

/// The parameters that only the library sets on an authorization request.
enum AuthorizationParameter {
  static let reserved: Set<String> = [
    "response_type", "client_id", "redirect_uri", "scope", "state", "nonce", "code_challenge",
    "code_challenge_method", "request", "request_uri", "resource", "client_secret", "response_mode",
    "id_token_hint", "code_verifier", "dpop_jkt", "max_age", "acr_values",
  ]
}
