import JSON
import Secrets

/// Reads what AppAuth-Android's `AuthState.jsonSerializeString()` wrote, in all its versions.
///
/// Key names are a mixture of styles in the library itself. Which value is live is decided as the library decides it:
/// `getRefreshToken()` is the top-level member, `getAccessToken()` and `getIdToken()` look into the token response
/// and then into the authorization response; a recorded error hides them all, but removes none.
enum AndroidAuthState: StateShape {
  static func recognise(_ object: JSONValue) -> RecognisedState? {
    guard recognises(object) else { return nil }
    return RecognisedState(
      library: .appAuthAndroid,
      format: .authStateJSON,
      confidence: .certain
    )
  }

  /// Whether an object has the shape; `refreshToken` and `scope` alone are too weak, many libraries have these.
  static func recognises(_ object: JSONValue) -> Bool {
    guard object.kind == .object else { return false }
    var isState = false
    var hasConfiguration = false
    var isForeign = false
    for member in object.eachMember {
      let value = member.value
      if value.kind == .object {
        if member.isNamed("lastAuthorizationResponse") || member.isNamed("mLastTokenResponse") {
          isState = isState || value["request"]?.kind == .object
        } else if member.isNamed("lastRegistrationResponse") {
          isState = isState || value["client_id"] != nil || value["request"]?.kind == .object
        } else if member.isNamed("mAuthorizationException") {
          isState = isState || value["type"]?.kind == .number && value["code"]?.kind == .number
        } else if member.isNamed("config") {
          hasConfiguration =
            text(value["authorizationEndpoint"]) != nil && text(value["tokenEndpoint"]) != nil
        } else {
          isForeign = true
        }
      } else if !member.isNamed("refreshToken"), !member.isNamed("scope") {
        isForeign = true
      }
    }
    // A configuration alone stands in many files that are not AppAuth's.
    return isState || hasConfiguration && !isForeign
  }

  /// Fills a state from an object that ``recognises(_:)`` accepted.
  static func read(_ object: JSONValue, into state: inout LegacyAuthState) {
    let authorization = object["lastAuthorizationResponse"]
    let token = object["mLastTokenResponse"]
    let registration = object["lastRegistrationResponse"]
    let requests = [authorization, token, registration].map { $0?["request"] }

    readEndpoints(requests.map { $0?["configuration"] } + [object["config"]], into: &state)
    readClient(authorization, token, registration, into: &state)
    readRequest(requests[0], into: &state)
    readScopes(
      [object["scope"], token?["scope"], authorization?["scope"], requests[0]?["scope"]],
      into: &state
    )
    // First, because the live one has to be known before older ones are collected.
    readRefreshTokens(object, token, into: &state)
    readTokens(object, authorization, token, into: &state)
    if state.refreshToken == nil, state.historicalRefreshTokens.count > 1 {
      state.disagreements.insert(.refreshToken)
    }

    state.clientSecret = credential(.clientSecret, registration?["client_secret"])
    state.registrationAccessToken = credential(
      .registrationAccess,
      registration?["registration_access_token"]
    )
    state.registrationClientURI = text(registration?["registration_client_uri"])
    state.isRegistered = registration?.kind == .object
    state.tokenEndpointAuthMethod =
      text(registration?["token_endpoint_auth_method"])
      ?? text(requests[2]?["token_endpoint_auth_method"])
    for member in (requests[1]?["additionalParameters"]?.members ?? []).prefix(64) {
      state.tokenRequestParameterNames.append(TokenShape.shown(member.nameBytes))
    }
    state.hasError = object["mAuthorizationException"]?.kind == .object
    let places = [object, authorization, token, registration] + requests
    if places.contains(where: { $0?.hasDuplicateMembers == true }) {
      state.disagreements.insert(.duplicateMember)
    }
  }

  /// The configuration of the authorization request counts, as in `getAuthorizationServiceConfiguration()`.
  private static func readEndpoints(
    _ configurations: [JSONValue?],
    into state: inout LegacyAuthState
  ) {
    let present = configurations.compactMap { $0 }.filter { $0.kind == .object }
    guard let live = present.first else { return }
    let discovery = live["discoveryDoc"]
    state.authorizationEndpoint = text(live["authorizationEndpoint"])
    state.tokenEndpoint = text(live["tokenEndpoint"])
    state.endSessionEndpoint =
      text(live["endSessionEndpoint"]) ?? text(discovery?["end_session_endpoint"])
    state.registrationEndpoint =
      text(live["registrationEndpoint"]) ?? text(discovery?["registration_endpoint"])
    state.revocationEndpoint = text(discovery?["revocation_endpoint"])
    state.issuer = text(discovery?["issuer"])
    for other in present.dropFirst() {
      if differs(state.authorizationEndpoint, text(other["authorizationEndpoint"])) {
        state.disagreements.insert(.authorizationEndpoint)
      }
      if differs(state.tokenEndpoint, text(other["tokenEndpoint"])) {
        state.disagreements.insert(.tokenEndpoint)
      }
      if differs(state.issuer, text(other["discoveryDoc"]?["issuer"])) {
        state.disagreements.insert(.issuer)
      }
    }
  }

  private static func readClient(
    _ authorization: JSONValue?,
    _ token: JSONValue?,
    _ registration: JSONValue?,
    into state: inout LegacyAuthState
  ) {
    let clients = [
      text(authorization?["request"]?["clientId"]), text(token?["request"]?["clientId"]),
      text(registration?["client_id"]),
    ].compactMap { $0 }
    state.clientID = clients.first
    if Set(clients).count > 1 { state.disagreements.insert(.clientID) }
    state.redirectURI =
      text(authorization?["request"]?["redirectUri"]) ?? text(token?["request"]?["redirectUri"])
      ?? text(registration?["request"]?["redirect_uris"]?[0])
  }

  private static func readRequest(_ request: JSONValue?, into state: inout LegacyAuthState) {
    guard let request, request.kind == .object else { return }
    state.responseType = text(request["responseType"])
    state.hasNonce = text(request["nonce"]) != nil
    state.codeVerifier = credential(.codeVerifier, request["codeVerifier"])
    if state.codeVerifier == nil {
      state.pkce = .none
    } else {
      // Without a method the challenge is plain (RFC 7636 section 4.3).
      state.pkce =
        text(request["codeVerifierChallengeMethod"])?.uppercased() == "S256" ? .s256 : .plain
    }
  }

  private static func readScopes(_ places: [JSONValue?], into state: inout LegacyAuthState) {
    guard let scope = places.lazy.compactMap({ text($0) }).first else { return }
    state.scopes = scope.split(separator: " ").map(String.init)
  }

  private static func readTokens(
    _ object: JSONValue,
    _ authorization: JSONValue?,
    _ token: JSONValue?,
    into state: inout LegacyAuthState
  ) {
    for response in [token, authorization] {
      if state.accessToken == nil {
        state.accessToken = credential(
          .access,
          response?["access_token"],
          expires: milliseconds(response?["expires_at"])
        )
      }
      state.idToken = state.idToken ?? credential(.id, response?["id_token"])
      readAdditional(response, into: &state)
      readAdditional(response?["request"], into: &state)
    }
    state.authorizationCode = credential(.authorizationCode, authorization?["code"])
    if state.authorizationCode != nil { state.authorizationCodeExchanged = token?.kind == .object }
    if state.codeVerifier == nil {
      state.codeVerifier = credential(.codeVerifier, token?["request"]?["codeVerifier"])
    }
  }

  private static func readRefreshTokens(
    _ object: JSONValue,
    _ token: JSONValue?,
    into state: inout LegacyAuthState
  ) {
    // A refresh answer without a refresh token leaves the top-level one as it was; before there was one at the top
    // level, the response had the only one.
    let places = [object["refreshToken"], token?["refresh_token"]]
    state.refreshToken = places.lazy.compactMap { credential(.refresh, $0) }.first
    let older = places.dropFirst() + [token?["request"]?["refreshToken"]]
    for candidate in older.lazy.compactMap({ credential(.refresh, $0) }) {
      state.addHistorical(candidate)
    }
    // A member that stands twice hides a token that is in the file all the same.
    for member in object.eachMember where member.isNamed("refreshToken") {
      if let hidden = credential(.refresh, member.value) { state.addHistorical(hidden) }
    }
  }

  /// Keeps the names of additional parameters, and counts the copies that a save bug of old apps nested there.
  private static func readAdditional(_ value: JSONValue?, into state: inout LegacyAuthState) {
    var next = value
    var level = 0
    while let current = next, current.kind == .object {
      let parameters = current["additionalParameters"] ?? current["additional_parameters"]
      if level == 0 {
        for member in (parameters?.members ?? []).prefix(64) {
          let name = TokenShape.shown(member.nameBytes)
          if !state.additionalParameterNames.contains(name) {
            state.additionalParameterNames.append(name)
          }
        }
      } else {
        state.nestedCopies += 1
        if let older = credential(.refresh, current["refresh_token"]) { state.addHistorical(older) }
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
  private static func text(_ value: JSONValue?) -> String? {
    guard let value, value.kind == .string, value.byteRange.count > 2 else { return nil }
    return value.string()
  }

  private static func credential(
    _ role: LegacyToken.Role,
    _ value: JSONValue?,
    expires: Int64? = nil
  ) -> LegacyToken? {
    guard let secret = value?.secret(), !secret.isEmpty else { return nil }
    return LegacyToken(role: role, secret: secret, expiresAtMilliseconds: expires)
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

extension LegacyAuthState {
  /// Takes a refresh token that is not the live one, once, and not more of them than anybody would read.
  mutating func addHistorical(_ token: LegacyToken) {
    guard historicalRefreshTokens.count < 32, refreshToken?.secret.equals(token.secret) != true,
      !historicalRefreshTokens.contains(where: { $0.secret.equals(token.secret) })
    else { return }
    historicalRefreshTokens.append(token)
  }
}
