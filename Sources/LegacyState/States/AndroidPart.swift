import JSON

/// Reads a single object of AppAuth-Android as its `jsonSerialize()` wrote it, where an app kept no `AuthState`: a
/// response with its request, or the request of a flow that was interrupted.
///
/// Requests carry the configuration of the provider with AppAuth's own names; a response is known by its request.
enum AndroidPart: StateShape {
  static func recognise(_ object: JSONValue) -> RecognisedState? {
    guard parts(of: object) != nil else { return nil }
    return RecognisedState(
      library: .appAuthAndroid,
      format: .authStateJSON,
      confidence: .certain
    )
  }

  static func read(_ object: JSONValue, into state: inout LegacyAuthState) {
    parts(of: object)?.read(into: &state)
  }

  /// What the object is; nil if it is none, or has nothing in it that anybody could use.
  private static func parts(of object: JSONValue) -> AndroidParts? {
    guard object.kind == .object else { return nil }
    if let request = object["request"], isRequest(request) {
      return response(object, to: request)
    }
    return isRequest(object) ? request(object) : nil
  }

  private static func response(_ object: JSONValue, to request: JSONValue) -> AndroidParts? {
    guard has(request, "clientId") else {
      if has(object, "client_id") {
        return AndroidParts(registration: object, registrationRequest: request)
      }
      return has(request, "id_token_hint") ? AndroidParts(endSessionRequest: request) : nil
    }
    let isAuthorization =
      has(request, "responseType") || !has(request, "grantType") && has(object, "code")
    if isAuthorization {
      guard has(object, "code", "access_token", "id_token") else { return nil }
      return AndroidParts(authorization: object, authorizationRequest: request)
    }
    guard has(object, "access_token", "id_token", "refresh_token") else { return nil }
    return AndroidParts(token: object, tokenRequest: request)
  }

  private static func request(_ object: JSONValue) -> AndroidParts? {
    if has(object, "id_token_hint") { return AndroidParts(endSessionRequest: object) }
    guard has(object, "clientId") else { return nil }
    if has(object, "grantType") {
      guard has(object, "refreshToken", "authorizationCode", "codeVerifier") else { return nil }
      return AndroidParts(tokenRequest: object)
    }
    // The library makes up a state for each; a configuration that an app ships has none.
    guard has(object, "responseType"), has(object, "redirectUri"),
      has(object, "codeVerifier", "state", "nonce")
    else { return nil }
    return AndroidParts(authorizationRequest: object)
  }

  /// Whether an object has a provider's configuration as AppAuth writes it.
  private static func isRequest(_ object: JSONValue) -> Bool {
    guard let configuration = object["configuration"], configuration.kind == .object else {
      return false
    }
    return has(configuration, "authorizationEndpoint") && has(configuration, "tokenEndpoint")
      || configuration["discoveryDoc"]?.kind == .object
  }

  /// Whether any of these members is a text that is not empty.
  private static func has(_ object: JSONValue, _ names: String...) -> Bool {
    names.contains { object.isFilled($0) }
  }
}
