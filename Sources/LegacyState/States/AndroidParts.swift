import JSON
import Secrets

/// The objects of AppAuth-Android that say something of one state: all that an `AuthState` has, or the one that an app
/// kept alone and the request in it.
///
/// Key names are a mixture of styles in the library itself. Which value is live is decided as the library decides it:
/// `getRefreshToken()` is the top-level member, `getAccessToken()` and `getIdToken()` look into the token response
/// and then into the authorization response; a recorded error hides them all, but removes none.
struct AndroidParts {
  var state: JSONValue?
  var authorization: JSONValue?
  var token: JSONValue?
  var registration: JSONValue?
  var authorizationRequest: JSONValue?
  var tokenRequest: JSONValue?
  var registrationRequest: JSONValue?
  var endSessionRequest: JSONValue?

  /// Fills a state with all that they say.
  func read(into state: inout LegacyAuthState) {
    readEndpoints(into: &state)
    readClient(into: &state)
    readRequest(into: &state)
    readScopes(into: &state)
    // First, because the live one has to be known before older ones are collected.
    readRefreshTokens(into: &state)
    readTokens(into: &state)
    readRegistration(into: &state)
    for member in tokenRequest?["additionalParameters"]?.firstMembers(64) ?? [] {
      state.tokenRequestParameterNames.append(TokenShape.shown(member.nameBytes))
    }
    state.hasError = self.state?["mAuthorizationException"]?.kind == .object
  }

  /// The configuration of the authorization request counts, as in `getAuthorizationServiceConfiguration()`.
  private func readEndpoints(into state: inout LegacyAuthState) {
    let requests = [authorizationRequest, tokenRequest, registrationRequest, endSessionRequest]
    let configurations = requests.map { $0?["configuration"] } + [self.state?["config"]]
    let present = configurations.compactMap { $0 }.filter { $0.kind == .object }
    guard let live = present.first else { return }
    let discovery = live["discoveryDoc"]
    state.authorizationEndpoint = Self.text(live["authorizationEndpoint"])
    state.tokenEndpoint = Self.text(live["tokenEndpoint"])
    state.endSessionEndpoint =
      Self.text(live["endSessionEndpoint"]) ?? Self.text(discovery?["end_session_endpoint"])
    state.registrationEndpoint =
      Self.text(live["registrationEndpoint"]) ?? Self.text(discovery?["registration_endpoint"])
    state.revocationEndpoint = Self.text(discovery?["revocation_endpoint"])
    state.issuer = Self.text(discovery?["issuer"])
    for other in present.dropFirst() where !other.hasBytes(of: live) {
      if Self.differs(state.authorizationEndpoint, Self.text(other["authorizationEndpoint"])) {
        state.disagreements.insert(.authorizationEndpoint)
      }
      if Self.differs(state.tokenEndpoint, Self.text(other["tokenEndpoint"])) {
        state.disagreements.insert(.tokenEndpoint)
      }
      if Self.differs(state.issuer, Self.text(other["discoveryDoc"]?["issuer"])) {
        state.disagreements.insert(.issuer)
      }
    }
  }

  private func readClient(into state: inout LegacyAuthState) {
    let clients = [
      Self.text(authorizationRequest?["clientId"]), Self.text(tokenRequest?["clientId"]),
      Self.text(registration?["client_id"]),
    ].compactMap { $0 }
    state.clientID = clients.first
    if Set(clients).count > 1 { state.disagreements.insert(.clientID) }
    state.redirectURI =
      Self.text(authorizationRequest?["redirectUri"]) ?? Self.text(tokenRequest?["redirectUri"])
      ?? Self.text(registrationRequest?["redirect_uris"]?[0])
  }

  private func readRequest(into state: inout LegacyAuthState) {
    guard let request = authorizationRequest, request.kind == .object else { return }
    state.responseType = Self.text(request["responseType"])
    state.hasNonce = Self.text(request["nonce"]) != nil
    state.codeVerifier = Self.credential(.codeVerifier, request["codeVerifier"])
    if state.codeVerifier == nil {
      state.pkce = .none
    } else {
      // Without a method the challenge is plain (RFC 7636 section 4.3).
      let method = Self.text(request["codeVerifierChallengeMethod"])
      state.pkce = method?.uppercased() == "S256" ? .s256 : .plain
    }
  }

  private func readScopes(into state: inout LegacyAuthState) {
    var places = [
      self.state?["scope"], token?["scope"], authorization?["scope"],
      authorizationRequest?["scope"],
    ]
    if self.state == nil { places.append(tokenRequest?["scope"]) }
    guard let scope = places.lazy.compactMap({ Self.text($0) }).first else { return }
    state.scopes = scope.scopeValues
  }

  private func readTokens(into state: inout LegacyAuthState) {
    let pairs = [(token, tokenRequest), (authorization, authorizationRequest)]
    for (response, request) in pairs {
      if state.accessToken == nil {
        state.accessToken = Self.credential(
          .access,
          response?["access_token"],
          expires: Self.milliseconds(response?["expires_at"])
        )
      }
      state.idToken = state.idToken ?? Self.credential(.id, response?["id_token"])
      Self.readAdditional(response, into: &state)
      Self.readAdditional(request, into: &state)
    }
    state.idToken = state.idToken ?? Self.credential(.id, endSessionRequest?["id_token_hint"])
    state.authorizationCode = Self.credential(.authorizationCode, authorization?["code"])
    if self.state == nil, authorization == nil {
      state.authorizationCode = Self.credential(
        .authorizationCode,
        tokenRequest?["authorizationCode"]
      )
    }
    if state.authorizationCode != nil { state.authorizationCodeExchanged = token?.kind == .object }
    if state.codeVerifier == nil {
      state.codeVerifier = Self.credential(.codeVerifier, tokenRequest?["codeVerifier"])
    }
  }

  private func readRefreshTokens(into state: inout LegacyAuthState) {
    // A refresh answer without a refresh token leaves the top-level one as it was; before there was one at the top
    // level, the response had the only one.
    var places = [self.state?["refreshToken"], token?["refresh_token"]]
    let asked = tokenRequest?["refreshToken"]
    // What a request alone was about to send is the live one.
    if self.state == nil, token == nil { places.append(asked) }
    state.refreshToken = places.lazy.compactMap { Self.credential(.refresh, $0) }.first
    for candidate in places.dropFirst() + [asked] { state.addHistorical(candidate) }
  }

  private func readRegistration(into state: inout LegacyAuthState) {
    state.clientSecret = Self.credential(.clientSecret, registration?["client_secret"])
    state.registrationAccessToken = Self.credential(
      .registrationAccess,
      registration?["registration_access_token"]
    )
    state.registrationClientURI = Self.text(registration?["registration_client_uri"])
    state.isRegistered = registration?.kind == .object
    state.tokenEndpointAuthMethod =
      Self.text(registration?["token_endpoint_auth_method"])
      ?? Self.text(registrationRequest?["token_endpoint_auth_method"])
  }

  /// Keeps the names of additional parameters, and counts the copies that a save bug of old apps nested there.
  private static func readAdditional(_ value: JSONValue?, into state: inout LegacyAuthState) {
    var next = value
    var level = 0
    while let current = next, current.kind == .object {
      let parameters = current["additionalParameters"] ?? current["additional_parameters"]
      if level == 0 {
        for member in parameters?.firstMembers(64) ?? [] {
          let name = TokenShape.shown(member.nameBytes)
          if !state.additionalParameterNames.contains(name) {
            state.additionalParameterNames.append(name)
          }
        }
      } else {
        state.nestedCopies += 1
      }
      next = parameters.flatMap { nestedResponse(in: $0) }
      level += 1
    }
  }

  /// A response inside additional parameters: these themselves, or a member that has some of its own.
  private static func nestedResponse(in parameters: JSONValue) -> JSONValue? {
    if parameters["additionalParameters"] != nil || parameters["access_token"] != nil {
      return parameters
    }
    return parameters.eachMember.lazy.map(\.value).first {
      $0.kind == .object && ($0["additionalParameters"] != nil || $0["access_token"] != nil)
    }
  }

  /// An empty string counts as absent, as for the library.
  static func text(_ value: JSONValue?) -> String? {
    guard let value, value.kind == .string, value.byteRange.count > 2 else { return nil }
    return value.string()
  }

  private static func credential(
    _ role: LegacyToken.Role,
    _ value: JSONValue?,
    expires: Int64? = nil
  ) -> LegacyToken? {
    LegacyToken(role, value, expires: expires)
  }

  /// Android's `org.json` takes a number in quotes for a number.
  ///
  /// A time before 1970 or after 2100 is a mistake of some app, and counts as unknown.
  private static func milliseconds(_ value: JSONValue?) -> Int64? {
    var number = value?.int() ?? text(value).flatMap { Int64($0) }
    if number == nil, let fraction = value?.double(), fraction.magnitude < 0x1p53 {
      number = Int64(fraction)
    }
    return number.flatMap { (0..<4_102_444_800_000).contains($0) ? $0 : nil }
  }

  private static func differs(_ left: String?, _ right: String?) -> Bool {
    guard let left, let right else { return false }
    return left != right
  }
}
