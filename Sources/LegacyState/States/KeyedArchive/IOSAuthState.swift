import Secrets

/// Reads what AppAuth-iOS archived: an `OIDAuthState`, or one of its parts where an app kept only that.
///
/// The classes archive their properties under the wire names, so `expires_in` is an `NSDate`: the moment of expiry.
/// As on Android the top-level refresh token counts, and a recorded error hides all tokens and removes none. The
/// registration response is not a part of the state: an app that wanted it has archived it on its own.
struct IOSAuthState {
  private let state: ArchiveObject?
  private let authorization: ArchiveObject?
  private let token: ArchiveObject?
  private let registration: ArchiveObject?
  private let authorizationRequest: ArchiveObject?
  private let tokenRequest: ArchiveObject?
  /// What is not as the library writes it.
  private(set) var damage: String?

  init(_ object: ArchiveObject, _ role: ArchiveRole) {
    let isState = if case .state = role { true } else { false }
    state = isState ? object : nil
    var damage: String?
    func part(_ name: StaticString, _ wanted: ArchiveRole) -> ArchiveObject? {
      guard let part = object[name] else { return nil }
      guard part.node.kind == .dictionary, let names = part.classNames,
        ArchiveRole(part, names) == wanted
      else {
        damage = "\(name) is no response"
        return nil
      }
      return part
    }
    authorization =
      isState
      ? part("lastAuthorizationResponse", .authorizationResponse)
      : role == .authorizationResponse ? object : nil
    token =
      isState
      ? part("lastTokenResponse", .tokenResponse)
      : role == .tokenResponse ? object : nil
    registration = role == .registrationResponse ? object : nil
    authorizationRequest = role == .authorizationRequest ? object : authorization?["request"]
    tokenRequest = role == .tokenRequest ? object : token?["request"]
    if let refreshToken = state?["refreshToken"], refreshToken.secret == nil,
      refreshToken.node.kind != .string
    {
      damage = "refreshToken is no text"
    }
    self.damage = damage
  }

  /// Fills a state with all that the archive says.
  func read(into state: inout LegacyAuthState) {
    readEndpoints(into: &state)
    readClient(into: &state)
    readRequest(into: &state)
    let scopes = [self.state, token, authorization, authorizationRequest, tokenRequest]
    if let scope = scopes.lazy.compactMap({ $0?["scope"]?.text }).first {
      state.scopes = scope.scopeValues
    }
    readTokens(into: &state)
    readRegistration(into: &state)
    readParameters(into: &state)
    state.hasError = self.state?["authorizationError"] != nil
  }

  private var requests: [ArchiveObject] {
    [authorizationRequest, tokenRequest, registration?["request"]].compactMap { $0 }
  }

  private func readEndpoints(into state: inout LegacyAuthState) {
    let configurations = requests.compactMap { $0["configuration"] }
    guard let live = configurations.first else { return }
    let discovery = Self.discovery(of: live)
    func discovered(_ name: String) -> String? { discovery?.entry(name)?.text }
    state.issuer = live["issuer"]?.text ?? discovered("issuer")
    state.authorizationEndpoint = live["authorizationEndpoint"]?.text
    state.tokenEndpoint = live["tokenEndpoint"]?.text
    state.revocationEndpoint = discovered("revocation_endpoint")
    state.endSessionEndpoint =
      live["endSessionEndpoint"]?.text ?? discovered("end_session_endpoint")
    state.registrationEndpoint =
      live["registrationEndpoint"]?.text ?? discovered("registration_endpoint")
    for other in configurations.dropFirst() where other.index != live.index {
      if Self.differs(state.authorizationEndpoint, other["authorizationEndpoint"]?.text) {
        state.disagreements.insert(.authorizationEndpoint)
      }
      if Self.differs(state.tokenEndpoint, other["tokenEndpoint"]?.text) {
        state.disagreements.insert(.tokenEndpoint)
      }
      let issuer = other["issuer"]?.text ?? Self.discovery(of: other)?.entry("issuer")?.text
      if Self.differs(state.issuer, issuer) { state.disagreements.insert(.issuer) }
    }
  }

  /// The dictionary of 1.6.0 and later, as these read it.
  ///
  /// Before, the object had the entries itself, as if it were an `NSDictionary`; the library that an app has now does
  /// not read them back, so to it such a state has no discovery document.
  private static func discovery(of configuration: ArchiveObject) -> ArchiveObject? {
    configuration["discoveryDocument"]?["discoveryDictionary"]
  }

  private func readClient(into state: inout LegacyAuthState) {
    let clients = [authorizationRequest, tokenRequest, registration].compactMap {
      $0?["client_id"]?.text
    }
    state.clientID = clients.first
    if Set(clients).count > 1 { state.disagreements.insert(.clientID) }
    let registered = registration?["request"]?["redirect_uris"]
    state.redirectURI =
      authorizationRequest?["redirect_uri"]?.text ?? tokenRequest?["redirect_uri"]?.text
      ?? registered?.elements.lazy.compactMap(\.text).first
  }

  private func readRequest(into state: inout LegacyAuthState) {
    guard let request = authorizationRequest else { return }
    state.responseType = request["response_type"]?.text
    state.hasNonce = request["nonce"]?.text != nil
    state.codeVerifier = Self.credential(.codeVerifier, request["code_verifier"])
    if state.codeVerifier == nil {
      state.pkce = request["code_challenge"]?.text == nil ? .none : .unknown
    } else {
      // The library knows S256 alone; 0.4 did not archive the method yet.
      let method = request["code_challenge_method"]?.text
      state.pkce = method == nil || method?.uppercased() == "S256" ? .s256 : .plain
    }
  }

  private func readTokens(into state: inout LegacyAuthState) {
    // First, because the live one has to be known before older ones are collected.
    let places = [
      self.state?["refreshToken"], token?["refresh_token"], tokenRequest?["refresh_token"],
    ]
    let live = self.state == nil && token == nil ? places : Array(places.prefix(2))
    state.refreshToken = live.lazy.compactMap { Self.credential(.refresh, $0) }.first
    for older in places.dropFirst().compactMap({ Self.credential(.refresh, $0) }) {
      state.addHistorical(older)
    }
    if state.refreshToken == nil, state.historicalRefreshTokens.count > 1 {
      state.disagreements.insert(.refreshToken)
    }
    for response in [token, authorization] {
      if state.accessToken == nil {
        state.accessToken = Self.credential(
          .access,
          response?["access_token"],
          expires: response?["expires_in"]?.milliseconds
        )
      }
      state.idToken = state.idToken ?? Self.credential(.id, response?["id_token"])
    }
    state.authorizationCode =
      Self.credential(.authorizationCode, authorization?["code"])
      ?? (authorization == nil ? Self.credential(.authorizationCode, tokenRequest?["code"]) : nil)
    if state.authorizationCode != nil { state.authorizationCodeExchanged = token != nil }
    if state.codeVerifier == nil {
      state.codeVerifier = Self.credential(.codeVerifier, tokenRequest?["code_verifier"])
    }
    state.clientSecret =
      [registration, authorizationRequest, tokenRequest].lazy.compactMap {
        Self.credential(.clientSecret, $0?["client_secret"])
      }.first
  }

  private func readRegistration(into state: inout LegacyAuthState) {
    state.registrationAccessToken = Self.credential(
      .registrationAccess,
      registration?["registration_access_token"]
    )
    state.registrationClientURI = registration?["registration_client_uri"]?.text
    state.isRegistered = registration != nil
    state.tokenEndpointAuthMethod =
      registration?["token_endpoint_auth_method"]?.text
      ?? registration?["request"]?["token_endpoint_auth_method"]?.text
    if state.tokenEndpointAuthMethod == nil, sendsBasicAuthorization {
      state.tokenEndpointAuthMethod = "client_secret_basic"
    }
  }

  /// Since 1.7.0 an app may add headers to the token request, which is one way to authenticate with a secret.
  private var sendsBasicAuthorization: Bool {
    let headers = tokenRequest?["additionalHeaders"]?.entries ?? []
    return headers.contains { name, value in
      String(decoding: name, as: UTF8.self).lowercased() == "authorization"
        && value?.text?.lowercased().hasPrefix("basic ") == true
    }
  }

  private func readParameters(into state: inout LegacyAuthState) {
    let owners = [token, tokenRequest, authorization, authorizationRequest, registration]
    for owner in owners {
      for entry in (owner?["additionalParameters"]?.entries ?? []).prefix(64) {
        let name = TokenShape.shown(entry.name)
        if !state.additionalParameterNames.contains(name) {
          state.additionalParameterNames.append(name)
        }
        if let older = Self.credential(.refresh, entry.value), name == "refresh_token" {
          state.addHistorical(older)
        }
      }
    }
    for entry in (tokenRequest?["additionalParameters"]?.entries ?? []).prefix(64) {
      state.tokenRequestParameterNames.append(TokenShape.shown(entry.name))
    }
  }

  private static func credential(
    _ role: LegacyToken.Role,
    _ value: ArchiveObject?,
    expires: Int64? = nil
  ) -> LegacyToken? {
    guard let secret = value?.secret, !secret.isEmpty else { return nil }
    return LegacyToken(role: role, secret: secret, expiresAtMilliseconds: expires)
  }

  private static func differs(_ left: String?, _ right: String?) -> Bool {
    guard let left, let right else { return false }
    return left != right
  }
}

extension ArchiveObject {
  /// The elements of an `NSArray`, the first ones.
  fileprivate var elements: [ArchiveObject] {
    guard let objects = self["NS.objects"], objects.node.kind == .array else { return [] }
    return (0..<min(objects.node.count, 64)).compactMap {
      archive.object(archive.list.child(of: objects.node, $0))
    }
  }
}
